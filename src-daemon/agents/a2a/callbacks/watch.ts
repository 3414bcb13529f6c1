import type { Client } from '@a2a-js/sdk/client'
import { pause } from '../../../platform/abortable.ts'
import type { SkillTarget } from '../card/operations.ts'
import type { TaskWatch } from '../client/task-watch.ts'
import type { KeptCallback } from './kept.ts'

/** A call that may get a callback. */
export interface WatchedCall {
  readonly agent: string
  readonly operation: string
  readonly target: SkillTarget
  readonly asDid: string | null
}

/** Between two questions about a task whose agent calls all the time. */
export const PAUSE_MS = 1000

export interface WatchDeps {
  /** Milliseconds a task takes before its agent is given a callback. */
  readonly delayMs: number
  /** Gives the agent a callback; null if it takes none. `called` hears of its calls. */
  readonly register: (
    call: WatchedCall,
    client: Client,
    task: string,
    called: () => void,
  ) => Promise<KeptCallback | null>
  /** The call doesn't wait any more. */
  readonly unwatch: (id: string) => void
  /** The task has ended, and its callback with it. */
  readonly end: (one: KeptCallback) => void
  readonly setState: (id: string, state: string) => void
  readonly isEnding: () => boolean
  readonly inBackground: (one: Pick<KeptCallback, 'agent' | 'task'>, work: () => Promise<void>) => void
}

/** Watches the task of one call: the agent gets a callback once the task takes a while, and its calls end the call's pauses. */
export const watchTask = (deps: WatchDeps, call: WatchedCall, client: Client): TaskWatch => {
  const { inBackground } = deps
  let one: KeptCallback | null = null
  let registering: Promise<void> | null = null
  let delay: NodeJS.Timeout | undefined
  let wake = new AbortController()
  let woken = -PAUSE_MS
  const called = (): void => {
    wake.abort()
  }
  const begin = (task: string): Promise<void> =>
    (registering ??= deps.register(call, client, task, called).then((made) => {
      one = made
      if (made !== null) called()
    }))
  const over = (then: (one: KeptCallback) => void): void => {
    clearTimeout(delay)
    if (one === null) return
    deps.unwatch(one.id)
    then(one)
  }
  return {
    named: (task) => {
      if (delay !== undefined || registering !== null) return
      delay = setTimeout(() => {
        inBackground({ agent: call.agent, task }, () => begin(task))
      }, deps.delayMs).unref()
    },
    isSet: () => one !== null,
    wait: async (ms, signal) => {
      await pause(ms, AbortSignal.any([signal, wake.signal]))
      if (!wake.signal.aborted) return
      await pause(Math.max(0, woken + PAUSE_MS - performance.now()), signal)
      woken = performance.now()
      wake = new AbortController()
    },
    end: () => {
      over(deps.end)
      // It is being set at this very moment.
      if (one === null && registering !== null)
        inBackground({ agent: call.agent, task: '' }, async () => {
          await registering
          over(deps.end)
        })
    },
    leave: async (task, state) => {
      clearTimeout(delay)
      await begin(task)
      over(({ id }) => {
        deps.setState(id, state)
      })
    },
    staysOpen: () => deps.isEnding() && (one !== null || registering !== null),
  }
}
