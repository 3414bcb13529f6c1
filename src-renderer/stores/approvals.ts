import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { ApprovalAnswer, ApprovalRequest, SettledRequest } from '../../src-daemon/contract/approvals.ts'
import { api } from '../rpc/client.ts'
import { toErrorView, type ErrorView } from '../rpc/errors.ts'
import { useChat } from './chat.ts'
import { useDaemon } from '../rpc/daemon.ts'

/** Requests that wait for the user, the same in every window, and how a conversation's requests were settled. */
export const useApprovals = defineStore('approvals', () => {
  const daemon = useDaemon()
  const chat = useChat()
  const pending = shallowRef<readonly ApprovalRequest[]>([])
  const error = shallowRef<ErrorView | null>(null)
  /** By call id, for the conversation on screen. */
  const settled = shallowRef<ReadonlyMap<string, SettledRequest>>(new Map())
  let stop: (() => void) | null = null

  const subscribe = (): void => {
    stop?.()
    const subscription = api.approvals.pending.subscribe(undefined, {
      onData: (requests) => {
        const before = pending.value
        pending.value = requests
        const hasLeft = before.some(
          (one) => one.conversationId === chat.id && !requests.some(({ id }) => id === one.id),
        )
        if (hasLeft) void load()
      },
      onError: (cause) => {
        daemon.problem = toErrorView(cause)
        setTimeout(() => {
          if (daemon.ready) subscribe()
        }, 1000)
      },
    })
    stop = () => {
      subscription.unsubscribe()
      stop = null
    }
  }

  const load = async (): Promise<void> => {
    const { id: wanted } = chat
    if (wanted === null) return
    try {
      const lines = await api.approvals.settled.query({ conversationId: wanted })
      if (wanted !== chat.id) return
      settled.value = new Map(lines.flatMap((line) => (line.callId === null ? [] : [[line.callId, line]])))
      error.value = null
    } catch (cause) {
      error.value = toErrorView(cause)
    }
  }

  /** Rejects with the daemon's error: it refuses a second answer. */
  const answer = async (request: ApprovalRequest, given: ApprovalAnswer['answer']): Promise<void> => {
    const { id, argumentsSha256 } = request
    await api.approvals.answer.mutate({ id, argumentsSha256, answer: given })
  }

  watch(
    () => daemon.generation,
    (generation) => {
      if (generation === 0) return
      subscribe()
      void load()
    },
    { immediate: true },
  )

  watch(
    () => chat.id,
    () => {
      settled.value = new Map()
      void load()
    },
  )

  return { pending, settled, error, answer }
})
