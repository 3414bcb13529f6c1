/** Conversations out of Satchel, and in. */
import type { Language } from '../contract/language.ts'
import type { PromptsService } from './prompts/prompts.ts'
import { newConversation } from './openings.ts'
import type { ChatStore, StoredConversation } from './store.ts'
import { titleOf } from './title.ts'
import { exportConversation } from './transfer/export.ts'
import { importConversations } from './transfer/import.ts'
import type { ChatService } from './types.ts'

export interface TransferDeps {
  readonly store: ChatStore
  readonly personas: Pick<PromptsService, 'persona'>
  readonly now: () => Date
  readonly language: () => Language
  readonly emitConversation: (conversation: StoredConversation) => void
}

/** Exports conversations as files, and takes in those of other programs. */
export const createTransfer = ({
  store,
  personas,
  now,
  language,
  emitConversation,
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
        store: (about, messages) => {
          const conversation = { ...newConversation(about.title, about.createdAt), ...about }
          const stored = { ...conversation, headId: messages.at(-1)?.id ?? null }
          store.atomically(() => {
            store.saveConversation(stored)
            for (const message of messages) store.addMessage(message, [])
          })
          emitConversation(stored)
        },
      }),
  }
}
