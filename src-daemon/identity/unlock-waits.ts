/** Work that meets locked keys waits for its owner to unlock them, and then runs by itself. */
import type { UnlockRequest } from '../contract/unlocks.ts'
import { onAbort } from '../platform/abortable.ts'
import { createBroadcast } from '../platform/broadcast.ts'
import { SatchelError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import type { IdentityService } from './core/types.ts'

/** Where the unlocking is asked for, and how long. */
export interface UnlockWait {
  readonly signal?: AbortSignal | undefined
  readonly turn: { readonly conversationId: string; readonly turnId: string } | null
  /** Called around the wait, e.g. to stop a deadline. */
  readonly hold?: <T>(wait: () => Promise<T>) => Promise<T>
}

export interface UnlockWaits {
  /**
   * Runs `work`. If it fails because the keys are locked, waits until they are unlocked and runs it again; so it must have
   * changed nothing before it needed a key. Waits of one turn share a request. Fails with the error of `work` if the person
   * declines or doesn't answer, or `signal` fires.
   */
  through<T>(work: () => Promise<T>, wait: UnlockWait): Promise<T>
  pending(): readonly UnlockRequest[]
  /** All that wait, now and after each change. */
  watch(signal: AbortSignal): AsyncIterable<readonly UnlockRequest[]>
  /**
   * Ends a wait: with `retry` its work runs again, as after the system's own keychain was unlocked; else it fails. Errors:
   * `question_gone`.
   */
  answer(input: { readonly id: string; readonly retry: boolean }): void
  /** Fails all: the daemon ends. */
  stop(): void
}

interface Waiting {
  readonly request: UnlockRequest
  readonly settled: Promise<boolean>
  readonly settle: (goesOn: boolean) => void
  waiters: number
}

/** As for approvals: long enough for a coffee break. */
const WAIT_MS = 10 * 60_000

export const createUnlockWaits = (deps: {
  readonly identity: Pick<IdentityService, 'status' | 'onChange'>
  readonly now: () => Date
  readonly waitMs?: number
}): UnlockWaits => {
  const { identity, now, waitMs = WAIT_MS } = deps
  const waiting = new Map<string, Waiting>()
  const changes = createBroadcast<null>()

  const through: UnlockWaits['through'] = async (work, wait) => {
    for (;;) {
      try {
        return await work()
      } catch (thrown) {
        if (!needsKeys(thrown) || wait.signal?.aborted === true) throw thrown
        const { state, backend, keychainName } = await identity.status()
        // Unlocked meanwhile, or another store than the owner's key: waiting wouldn't help.
        if (state !== 'locked') throw thrown
        const asked = open({ store: backend, keychainName }, wait)
        const hold = wait.hold ?? ((waits) => waits())
        if (!(await hold(() => answered(asked, wait.signal)))) throw thrown
      }
    }
  }

  /** The request of this turn, or a new one. */
  const open = (
    { store, keychainName }: Pick<UnlockRequest, 'store' | 'keychainName'>,
    { turn }: UnlockWait,
  ): Waiting => {
    const same = [...waiting.values()].find(
      ({ request }) => turn !== null && request.turnId === turn.turnId && request.store === store,
    )
    if (same !== undefined) return same
    const at = now()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const request: UnlockRequest = {
      id: newId(),
      at: at.toISOString(),
      expiresAt: new Date(at.getTime() + waitMs).toISOString(),
      store,
      keychainName,
      conversationId: turn?.conversationId ?? null,
      turnId: turn?.turnId ?? null,
    }
    const settle = (goesOn: boolean): void => {
      clearTimeout(timer)
      if (!waiting.delete(request.id)) return
      resolve(goesOn)
      changes.send(null)
    }
    const timer = setTimeout(settle, waitMs, false)
    timer.unref()
    const made: Waiting = { request, settled: promise, settle, waiters: 0 }
    waiting.set(request.id, made)
    changes.send(null)
    return made
  }

  /** Waits for the answer; a request is closed once its last caller has left. */
  const answered = async (asked: Waiting, signal: AbortSignal | undefined): Promise<boolean> => {
    asked.waiters += 1
    const left = Promise.withResolvers<boolean>()
    const forget = onAbort(signal, () => {
      left.resolve(false)
    })
    try {
      return await Promise.race([asked.settled, left.promise])
    } finally {
      forget()
      asked.waiters -= 1
      if (asked.waiters === 0) asked.settle(false)
    }
  }

  const stopListening = identity.onChange(() => {
    if (waiting.size === 0) return
    void identity.status().then(
      ({ state }) => {
        if (state !== 'locked') for (const { settle } of [...waiting.values()]) settle(true)
      },
      // Callers go on waiting: the person can still answer.
      () => undefined,
    )
  })

  const pending = (): readonly UnlockRequest[] => [...waiting.values()].map(({ request }) => request)

  return {
    through,
    pending,
    watch: (signal) => {
      // Before the first look, so that nothing between the two is missed.
      const heard = changes.listen(signal)
      return (async function* () {
        yield pending()
        for await (const _change of heard) yield pending()
      })()
    },
    answer: ({ id, retry }) => {
      const one = waiting.get(id)
      if (one === undefined) throw new SatchelError('question_gone')
      one.settle(retry)
    },
    stop: () => {
      stopListening()
      for (const { settle } of [...waiting.values()]) settle(false)
    },
  }
}

/** Codes of other rooms that say the same, by name. */
const LOCKED: ReadonlySet<string> = new Set(['keystore_locked', 'server_vault_locked'])

const needsKeys = (thrown: unknown): boolean => thrown instanceof SatchelError && LOCKED.has(thrown.code)
