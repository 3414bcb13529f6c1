/** Messages that were sent while an answer was being written: they wait, and are sent when it has ended. */
import type { Message } from '../contract/chat.ts'
import { SatchelError } from '../platform/errors.ts'
import type { RunningTurns } from './running.ts'
import { shown, type ChatStore, type StoredConversation } from './store.ts'
import type { ChatService } from './types.ts'

const MAX_QUEUED = 20

export interface QueueDeps {
  readonly store: ChatStore
  readonly running: Pick<RunningTurns, 'isBusy' | 'stopIn'>
  readonly send: ChatService['send']
  readonly emitConversation: (conversation: StoredConversation) => void
  readonly log: { error(data: object, message: string): void }
}

export interface Queue extends Pick<ChatService, 'enqueue' | 'unqueue' | 'sendQueued'> {
  /** Sends the next one, if the answer is what it was meant to be: one that was stopped, failed or asks lets them wait. */
  turnEnded(answer: Message): void
}

export const createQueue = ({ store, running, send, emitConversation, log }: QueueDeps): Queue => {
  /** The one that was asked for now, by conversation: it is next, however the answer ends. */
  const urgent = new Map<string, string>()

  const emit = (conversationId: string): void => {
    emitConversation(store.conversation(conversationId))
  }

  const enqueue: ChatService['enqueue'] = (input) => {
    const { conversationId, ...message } = input
    const { queued } = store.conversation(conversationId)
    // What is said now goes before what still waits from an answer that was stopped.
    if (!running.isBusy(conversationId)) return { turnId: send(input).turnId }
    if (queued.length >= MAX_QUEUED) throw new SatchelError('conversation_queue_full')
    store.addQueued(conversationId, message)
    emit(conversationId)
    return { turnId: null }
  }

  const unqueue: ChatService['unqueue'] = (id) => {
    const { conversationId, input } = store.queuedInput(id)
    store.removeQueued(id)
    emit(conversationId)
    return input
  }

  const sendQueued: ChatService['sendQueued'] = async (id) => {
    const { conversationId } = store.queuedInput(id)
    urgent.set(conversationId, id)
    if (running.isBusy(conversationId)) await running.stopIn(conversationId)
    // The end of the turn sends it; without a turn, nothing else would.
    if (urgent.has(conversationId)) next(conversationId)
    return shown(store.conversation(conversationId))
  }

  const next = (conversationId: string): void => {
    const { queued } = store.conversation(conversationId)
    const wanted = urgent.get(conversationId)
    urgent.delete(conversationId)
    const id = queued.find((one) => one.id === wanted)?.id ?? queued[0]?.id
    if (id === undefined) return
    const { input } = store.queuedInput(id)
    send({ conversationId, ...input })
    store.removeQueued(id)
    emit(conversationId)
  }

  const turnEnded: Queue['turnEnded'] = ({ conversationId, status, parts }) => {
    const asks = parts.some((part) => part.type === 'form' && part.status === 'open')
    if (!urgent.has(conversationId) && (status !== 'complete' || asks)) return
    try {
      next(conversationId)
    } catch (err) {
      // It still waits, and can be sent by hand; its conversation may also be gone.
      log.error({ err, conversationId }, 'a waiting message could not be sent')
    }
  }

  return { enqueue, unqueue, sendQueued, turnEnded }
}
