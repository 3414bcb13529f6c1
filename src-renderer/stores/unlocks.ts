import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { UnlockRequest } from '../../src-daemon/contract/unlocks.ts'
import { api } from '../rpc/client.ts'
import { toErrorView } from '../rpc/errors.ts'
import { useDaemon } from '../rpc/daemon.ts'

/** What waits for the owner's keys to be unlocked, the same in every window. */
export const useUnlocks = defineStore('unlocks', () => {
  const daemon = useDaemon()
  const pending = shallowRef<readonly UnlockRequest[]>([])
  let stop: (() => void) | null = null

  const subscribe = (): void => {
    stop?.()
    const subscription = api.unlocks.pending.subscribe(undefined, {
      onData: (requests) => {
        pending.value = requests
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

  /** Rejects with the daemon's error: `question_gone` if it was answered elsewhere. */
  const answer = (id: string, retry: boolean): Promise<void> => api.unlocks.answer.mutate({ id, retry })

  watch(
    () => daemon.generation,
    (generation) => {
      if (generation > 0) subscribe()
    },
    { immediate: true },
  )

  return { pending, answer }
})
