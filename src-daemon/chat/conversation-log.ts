import { CONVERSATION_LOG, coreObjectId } from '../state/index.ts'
import type { StateService } from '../state/types.ts'
import { textOf } from './transcript.ts'
import type { Message } from './types.ts'

/** Of one message, in UTF-16 units: the log is one object, which others than this conversation share. */
const LONGEST = 8000

export interface ConversationLog {
  /** Appends what was said, without tool traffic (asm.md 4.2). The same message twice is there once. */
  append(messages: readonly Message[]): void
}

/** The ConversationLog core model: what was said in all conversations, which leaves after the time its schema sets. */
export const createConversationLog = (deps: {
  state: Pick<StateService, 'update' | 'ownerAccess'>
  log: { error(data: object, message: string): void }
}): ConversationLog => {
  const { state, log } = deps
  const object = { schemaUri: CONVERSATION_LOG, id: coreObjectId(CONVERSATION_LOG) }

  return {
    append: (messages) => {
      const entries = messages
        .map((message) => ({
          id: message.id,
          role: message.role,
          content: textOf(message).slice(0, LONGEST),
          timestamp: message.createdAt,
        }))
        .filter(({ content }) => content !== '')
      try {
        const patch = entries.map((value) => ({ op: 'add', path: '/entries/-', value }))
        if (patch.length > 0)
          state.update(state.ownerAccess(CONVERSATION_LOG, 'internal'), { ...object, patch })
      } catch (err) {
        // The conversation itself is stored; a log that is full must not end it.
        log.error({ err }, 'a message could not be written to the conversation log')
      }
    },
  }
}
