import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { ApprovalMode } from '../../src-daemon/contract/approvals.ts'
import type {
  ChatEvent,
  Conversation,
  ImageInput,
  ResourceInput,
  Message,
} from '../../src-daemon/contract/chat.ts'
import { api } from '../rpc/client.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'
import { createChatActs } from './chat-acts.ts'
import { useChatEvents } from './chat-events.ts'
import { useDaemon } from '../rpc/daemon.ts'
import { applyEvent } from './message-log.ts'

const PAGE = 60

/** The conversation on screen. It listens for events before loading, so that none is missed in between. */
export const useChat = defineStore('chat', () => {
  const daemon = useDaemon()
  const events = useChatEvents()
  const id = ref<string | null>(null)
  const conversation = shallowRef<Conversation | null>(null)
  const messages = shallowRef<readonly Message[]>([])
  const older = ref(false)
  const loading = ref(false)
  const loaded = ref(false)
  const sending = ref(false)
  /** Whether the conversation that is begun next is one of which nothing is stored. */
  const temporary = ref(false)
  /** What is asked for in the conversation that is begun next. */
  const newApprovals = ref<ApprovalMode>('default')
  /** Persona of the conversation that is begun next. */
  const newPersona = ref<string | null>(null)
  const gone = ref(false)
  const error = shallowRef<ErrorView | null>(null)
  /** Events received while the conversation was loading; applied afterwards. */
  let waiting: ChatEvent[] | null = null
  let opening = 0

  /** The running turn; null if there is none. */
  const runningTurn = computed(
    () => messages.value.findLast((message) => message.status === 'streaming')?.turnId ?? null,
  )

  const open = async (next: string | null): Promise<void> => {
    if (next === id.value && (loaded.value || loading.value)) return
    id.value = next
    conversation.value = null
    messages.value = []
    older.value = false
    gone.value = false
    error.value = null
    temporary.value = false
    newApprovals.value = 'default'
    newPersona.value = null
    loaded.value = next === null
    if (next !== null) await load()
  }

  const load = async (): Promise<void> => {
    const { value: wanted } = id
    if (wanted === null || !daemon.ready) return
    opening += 1
    const mine = opening
    waiting = []
    loading.value = true
    try {
      const [about, said] = await Promise.all([
        api.chat.conversation.query({ id: wanted }),
        api.chat.messages.query({ conversationId: wanted, limit: PAGE }),
      ])
      if (mine !== opening || wanted !== id.value) return
      conversation.value = about
      messages.value = said
      older.value = said.length === PAGE
      loaded.value = true
      error.value = null
      const meanwhile = waiting
      waiting = null
      for (const event of meanwhile) take(event)
    } catch (cause) {
      if (mine !== opening) return
      error.value = toErrorView(cause)
      gone.value = error.value.code === 'conversation_not_found'
      waiting = null
    } finally {
      if (mine === opening) loading.value = false
    }
  }

  const loadOlder = async (): Promise<void> => {
    const [first] = messages.value
    const { value: wanted } = id
    if (first === undefined || wanted === null) return
    try {
      const earlier = await api.chat.messages.query({ conversationId: wanted, limit: PAGE, before: first.id })
      if (wanted !== id.value) return
      messages.value = [...earlier, ...messages.value]
      older.value = earlier.length === PAGE
    } catch (cause) {
      error.value = toErrorView(cause)
    }
  }

  /**
   * Sends a message, in a new conversation when none is open; while an answer is being written, it waits for its end.
   * Returns its conversation; throws an `ErrorView`.
   */
  const send = async (
    text: string,
    capability: string | null,
    images: readonly ImageInput[] = [],
    resources: readonly ResourceInput[] = [],
  ): Promise<string> => {
    sending.value = true
    try {
      const message = {
        text,
        ...(capability === null ? {} : { capability }),
        ...(images.length === 0 ? {} : { images: [...images] }),
        ...(resources.length === 0 ? {} : { resources: [...resources] }),
      }
      if (id.value === null)
        return (
          await api.chat.send.mutate({
            ...message,
            temporary: temporary.value,
            approvals: newApprovals.value,
            persona: newPersona.value,
          })
        ).conversationId
      await api.chat.enqueue.mutate({ ...message, conversationId: id.value })
      return id.value
    } finally {
      sending.value = false
    }
  }

  const acts = createChatActs({ id, runningTurn, error })

  const receive = (event: ChatEvent): void => {
    if (conversationOf(event) !== id.value) return
    if (waiting === null) take(event)
    else waiting.push(event)
  }

  const take = (event: ChatEvent): void => {
    if (event.type === 'conversation') conversation.value = event.conversation
    else if (event.type === 'conversation_deleted') gone.value = true
    else if (event.type === 'branch') void load()
    else {
      const next = applyEvent(messages.value, event)
      if (next === null) void load()
      else messages.value = next
    }
  }

  events.on(receive)
  watch(
    () => events.epoch,
    () => {
      // Events missed while disconnected aren't repeated.
      void load()
    },
  )

  return {
    id,
    conversation,
    messages,
    older,
    loading,
    loaded,
    sending,
    temporary,
    newApprovals,
    newPersona,
    gone,
    error,
    runningTurn,
    open,
    load,
    loadOlder,
    send,
    ...acts,
  }
})

const conversationOf = (event: ChatEvent): string | null => {
  if (event.type === 'conversation') return event.conversation.id
  return event.type === 'message' ? event.message.conversationId : event.conversationId
}
