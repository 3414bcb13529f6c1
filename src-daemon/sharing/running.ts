import type { SharedClient } from '../contract/sharing.ts'

/** What programs have running, so that it can be ended when they may call no more. */
export interface Running {
  /** Null where the program has as many as it may. */
  begin(
    client: SharedClient,
    signal: AbortSignal,
  ): { readonly signal: AbortSignal; readonly end: () => void } | null
  /** Fires when the program may call no more. */
  watch(client: SharedClient): { readonly signal: AbortSignal; readonly end: () => void }
  /** Ends the calls of a program, which goes on listening: it is told what it may call now. */
  cutCalls(name: string): void
  /** Ends everything of a program. */
  cut(name: string): void
}

/** Calls of one program at once: each may wait for the person. */
const MAX_CALLS = 16

export const createRunning = (): Running => {
  const calls = new Map<string, number>()
  const callers = createWatched()
  const requests = createWatched()

  return {
    watch: ({ name }) => requests.watch(name),
    begin: (client, signal) => {
      const before = calls.get(client.name) ?? 0
      if (before >= MAX_CALLS) return null
      calls.set(client.name, before + 1)
      const watched = callers.watch(client.name)
      return {
        signal: AbortSignal.any([signal, watched.signal]),
        end: () => {
          watched.end()
          const left = (calls.get(client.name) ?? 1) - 1
          if (left === 0) calls.delete(client.name)
          else calls.set(client.name, left)
        },
      }
    },
    cutCalls: callers.cut,
    cut: (name) => {
      callers.cut(name)
      requests.cut(name)
    },
  }
}

/** Signals by the name of a program. */
const createWatched = () => {
  const controllers = new Map<string, Set<AbortController>>()
  return {
    watch: (name: string) => {
      const controller = new AbortController()
      const all = controllers.get(name) ?? new Set<AbortController>()
      controllers.set(name, all.add(controller))
      return {
        signal: controller.signal,
        end: (): void => {
          all.delete(controller)
          if (all.size === 0 && controllers.get(name) === all) controllers.delete(name)
        },
      }
    },
    cut: (name: string): void => {
      for (const controller of controllers.get(name) ?? []) controller.abort()
    },
  }
}
