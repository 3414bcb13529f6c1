import { SatchelError } from '../platform/errors.ts'
import type { ChatService } from './types.ts'

/** Folders that belong to conversations. */
export interface ConversationFolders {
  /** Removes those of deleted conversations. */
  sweep(isThere: (conversationId: string) => boolean): void
  remove(conversationId: string): void
}

/** Removes the folder of a conversation together with it, including those of conversations deleted while this didn't run; until `signal` fires. */
export const followConversations = async (
  chat: Pick<ChatService, 'conversation' | 'events'>,
  folders: ConversationFolders,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> => {
  const events = chat.events({ signal })
  folders.sweep((id) => isThere(chat, id))
  for await (const event of events)
    if (event.type === 'conversation_deleted') folders.remove(event.conversationId)
}

const isThere = (chat: Pick<ChatService, 'conversation'>, id: string): boolean => {
  try {
    chat.conversation(id)
    return true
  } catch (error) {
    if (error instanceof SatchelError && error.code === 'conversation_not_found') return false
    throw error
  }
}
