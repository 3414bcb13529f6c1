/** Conversations out of Satchel, and in. */
import type { Language } from '../contract/language.ts'
import type { PromptsService } from './prompts/prompts.ts'
import { newConversation } from './openings.ts'
import type { ChatStore, StoredConversation } from './store.ts'
import { titleOf } from './title.ts'
import { exportConversation } from './transfer/export.ts'
import { importConversations, type ImportedConversation } from './transfer/import.ts'
import type { ChatService } from './types.ts'

export interface TransferDeps {
  readonly store: ChatStore
  readonly personas: Pick<PromptsService, 'persona'>
  readonly now: () => Date
  readonly language: () => Language
  readonly emitConversation: (conversation: StoredConversation) => void
  readonly refuseWhenClosing: () => void
}

/** Exports conversations as files, and takes in those of other programs. */
export const createTransfer = ({
  store,
  personas,
  now,
  language,
  emitConversation,
  refuseWhenClosing,
}: TransferDeps): Pick<ChatService, 'export' | 'import'> => {
  const has = (id: string): boolean => {
    try {
      store.conversation(id)
      return true
    } catch {
      return false
    }
  }

  return {
    export: (id, format) => {
      const conversation = store.conversation(id)
      const messages = conversation.headId === null ? [] : store.branchTo(conversation.headId)
      return exportConversation(
        { conversation, persona: personas.persona(conversation.persona), messages },
        format,
        language(),
      )
    },
    import: (conversations) =>
      importConversations(conversations, {
        has,
        titleOf,
        now,
        begin: (about) => {
          refuseWhenClosing()
          store.noted(() => {
            store.saveConversation(begun(about))
          })
        },
        add: (messages) => {
          refuseWhenClosing()
          // The disk is waited for at the end.
          store.noted(() => {
            for (const message of messages) store.addMessage(message, [])
          })
        },
        finish: (about, last) => {
          const stored = { ...begun(about), headId: last.id }
          store.saveConversation(stored)
          emitConversation(stored)
        },
        giveUp: (id) => {
          try {
            store.removeConversation(id)
          } catch {
            // Why it can't be finished is what counts; the next start removes it.
          }
        },
      }),
  }
}

const begun = (about: ImportedConversation): StoredConversation => ({
  ...newConversation(about.title, about.createdAt),
  ...about,
})
