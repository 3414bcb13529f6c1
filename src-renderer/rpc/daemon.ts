import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { DaemonEvent, DaemonInfo, Phase } from '../../src-daemon/contract/daemon.ts'
import type { ConnectionStatus } from './connection.ts'
import { setCommand } from '../i18n/index.ts'
import { api, connection } from './client.ts'
import { toErrorView, type ErrorView } from './errors.ts'

/** What an event of the daemon marks as out of date. */
export type Topic = Exclude<DaemonEvent['type'], 'phase'>
type Listener = (event: DaemonEvent) => void

/** The connection to the daemon and the daemon's phase. Everything else waits for `ready`. */
export const useDaemon = defineStore('daemon', () => {
  const status = shallowRef<ConnectionStatus>(connection.status())
  const phase = shallowRef<Phase | null>(null)
  const info = shallowRef<DaemonInfo | null>(null)
  /** Why the page was refused a session, in the daemon's words; null if it wasn't. */
  const sessionProblem = shallowRef<ErrorView | null>(null)
  /** An error of an open connection itself; shown with its status. */
  const problem = shallowRef<ErrorView | null>(null)
  /** Counts how often the daemon became ready; data is loaded again when it changes. */
  const generation = ref(0)
  const everReady = ref(false)
  const listeners = new Map<Topic, Set<Listener>>()

  const ready = computed(() => status.value.kind === 'open' && phase.value?.kind === 'ready')

  /** Starts following the daemon. Called once. */
  const follow = (): void => {
    connection.onStatus((next) => {
      const before = status.value.kind
      status.value = next
      // A new connection subscribes again and first reports the phase; until then the old one is stale.
      if (before === 'open' && next.kind !== 'open') phase.value = null
    })
    subscribe()
  }

  const subscribe = (): void => {
    api.system.events.subscribe(undefined, {
      onData: receive,
      onError: (cause) => {
        problem.value = toErrorView(cause)
        setTimeout(subscribe, 1000)
      },
    })
  }

  const receive = (event: DaemonEvent): void => {
    if (event.type === 'phase') {
      const became = event.phase.kind === 'ready' && phase.value?.kind !== 'ready'
      phase.value = event.phase
      sessionProblem.value = null
      if (!became) return
      everReady.value = true
      generation.value += 1
      void loadInfo()
    } else for (const listener of listeners.get(event.type) ?? []) listener(event)
  }

  const loadInfo = async (): Promise<void> => {
    try {
      const { info: known } = await api.system.status.query()
      info.value = known
      setCommand(known.command)
      problem.value = null
    } catch (cause) {
      problem.value = toErrorView(cause)
    }
  }

  /** Calls `listener` when something of `topic` has changed. Returns a function to unsubscribe. */
  const onChange = (topic: Topic, listener: Listener): (() => void) => {
    const of = listeners.get(topic) ?? new Set<Listener>()
    listeners.set(topic, of.add(listener))
    return () => of.delete(listener)
  }

  return { status, phase, info, sessionProblem, problem, generation, everReady, ready, follow, onChange }
})
