import type { CapabilitiesService } from '../capabilities/types.ts'
import type { MemoryPart } from '../contract/chat.ts'
import { SatchelError } from '../platform/errors.ts'
import type { ChatEvents } from './events.ts'
import type { MemoryService } from './memory/types.ts'
import type { PromptsService } from './prompts/prompts.ts'
import type { RunningTurns } from './running.ts'
import { shown, withStack, type ChatStore, type StoredConversation } from './store.ts'
import type { ChatService } from './types.ts'

export interface ConversationsDeps {
  readonly store: ChatStore
  readonly events: Pick<ChatEvents, 'publish'>
  readonly running: Pick<RunningTurns, 'live' | 'discard'>
  readonly memory: Pick<MemoryService, 'remember'>
  readonly personas: Pick<PromptsService, 'persona'>
  readonly approvals: Pick<CapabilitiesService['approvals'], 'dropConversation'>
  /** A conversation in which no turn runs. Errors: `conversation_not_found`, `conversation_busy`. */
  readonly idle: (id: string) => StoredConversation
  readonly emitConversation: (conversation: StoredConversation) => void
}

/** What the user changes about conversations besides saying something in them. */
export const createConversations = (
  deps: ConversationsDeps,
): Pick<ChatService, 'showBranch' | 'configure' | 'decideFact' | 'remove' | 'rename'> => {
  const { store, events, running, memory, personas, approvals, idle, emitConversation } = deps

  const showBranch: ChatService['showBranch'] = (messageId) => {
    const { conversationId } = store.message(messageId)
    const conversation = idle(conversationId)
    const headId = store.newestEnd(messageId)
    const stack = store.stackOf(headId) ?? conversation.stack
    save({ ...withStack(conversation, stack), headId })
    events.publish({ type: 'branch', conversationId })
    return shown(store.conversation(conversationId))
  }

  const configure: ChatService['configure'] = ({ id, ...change }) => {
    const { persona = null } = change
    if (persona !== null && personas.persona(persona) === null) throw new SatchelError('persona_not_found')
    const conversation = store.conversation(id)
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    const changed: StoredConversation = { ...conversation, ...Object.fromEntries(given) }
    // Nothing of it is kept, so nothing of it can be remembered.
    if (changed.temporary && changed.memory)
      throw new SatchelError('invalid_request', { params: { problem: 'memory' } })
    save(changed)
    return shown(changed)
  }

  const decideFact: ChatService['decideFact'] = ({ messageId, index, keep }) => {
    const message = store.message(messageId)
    const part = message.parts[index]
    if (running.live(messageId) !== null) throw new SatchelError('conversation_busy')
    if (part?.type !== 'memory' || part.status !== 'proposed') throw new SatchelError('fact_not_proposed')
    const { conversationId, turnId } = message
    const decided: MemoryPart = keep
      ? {
          ...part,
          key: memory.remember({ value: part.value, source: { conversationId, turnId }, isAsked: false }).key,
          status: 'kept',
        }
      : { ...part, status: 'declined' }
    const changed = { ...message, parts: message.parts.toSpliced(index, 1, decided) }
    store.saveMessage(changed)
    events.publish({ type: 'message', message: changed })
    return changed
  }

  const remove: ChatService['remove'] = (id, by) => {
    store.conversation(id)
    running.discard(id)
    store.atomically(() => {
      approvals.dropConversation({ conversationId: id, by })
      store.removeConversation(id)
    })
    events.publish({ type: 'conversation_deleted', conversationId: id })
  }

  const rename: ChatService['rename'] = ({ id, title }) => {
    const trimmed = title.trim()
    if (trimmed === '') throw new SatchelError('invalid_request', { params: { problem: 'title' } })
    const conversation = { ...store.conversation(id), title: trimmed }
    save(conversation)
    return shown(conversation)
  }

  const save = (conversation: StoredConversation): void => {
    store.saveConversation(conversation)
    emitConversation(conversation)
  }

  return { showBranch, configure, decideFact, remove, rename }
}
