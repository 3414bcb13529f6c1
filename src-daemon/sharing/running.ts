import type { SharedClient } from '../contract/sharing.ts'

/** The running calls of programs, to be ended when a program may no longer call. */
export interface Running {
  /** Null if the program has as many as allowed. */
  begin(
    client: SharedClient,
    signal: AbortSignal,
  ): { readonly signal: AbortSignal; readonly end: () => void } | null
  /** Fires when the program may no longer call. */
  watch(client: SharedClient): { readonly signal: AbortSignal; readonly end: () => void }
  /** Ends the calls of a program, which stays connected and is notified that its tools have changed. */
  cutCalls(name: string): void
  /** Ends the calls and streams of a program. */
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

/** Abort signals by program name. */
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
