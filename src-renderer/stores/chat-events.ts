import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import type { ChatEvent } from '../../src-daemon/contract/chat.ts'
import { onceAFrame } from '../composables/once-a-frame.ts'
import { api } from '../rpc/client.ts'
import { toErrorView } from '../rpc/errors.ts'
import { useDaemon } from '../rpc/daemon.ts'

/**
 * One subscription to the events of all conversations. It starts before anything is loaded, so that no event is missed
 * in between; `epoch` grows when events may have been missed and what is shown must be loaded again.
 */
export const useChatEvents = defineStore('chat-events', () => {
  const daemon = useDaemon()
  const epoch = ref(0)
  const listeners = new Set<(event: ChatEvent) => void>()
  let stop: (() => void) | null = null
  /** A fast model sends hundreds of events a second; the page takes them in once a frame. */
  let received: ChatEvent[] = []
  const passOn = onceAFrame(() => {
    const events = received
    received = []
    for (const event of events) for (const listener of listeners) listener(event)
  })

  const subscribe = (): void => {
    stop?.()
    const subscription = api.chat.events.subscribe(
      {},
      {
        onStarted: () => {
          passOn.now()
          epoch.value += 1
        },
        onData: (event) => {
          received.push(event)
          passOn.ask()
        },
        onError: (cause) => {
          daemon.problem = toErrorView(cause)
          setTimeout(() => {
            if (daemon.ready) subscribe()
          }, 1000)
        },
      },
    )
    stop = () => {
      subscription.unsubscribe()
      stop = null
    }
  }

  /** Calls `listener` with every event. Returns a function to unsubscribe. */
  const on = (listener: (event: ChatEvent) => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  watch(
    () => daemon.generation,
    (generation) => {
      if (generation > 0) subscribe()
    },
    { immediate: true },
  )

  return { epoch, on }
})
