import { onAbort } from '../../platform/abortable.ts'
import { InvokeFailure } from './failure.ts'

const DEADLINE_MS = 30_000

/** What can end a call early. */
export interface Ends {
  /** The caller gives up. */
  readonly signal?: AbortSignal | undefined
  /** Its approval is revoked. */
  readonly revoked?: AbortSignal | null
  readonly deadlineMs?: number | undefined
}

/** Waits for the person: that counts towards no deadline. */
export type Hold = <T>(work: () => Promise<T>) => Promise<T>

/** Runs until the deadline, or until the caller gives up or the approval is revoked. Later results are dropped. */
export const withDeadline = async <T>(
  ends: Ends,
  run: (signal: AbortSignal, hold: Hold) => Promise<T>,
): Promise<T> => {
  const deadlineMs = ends.deadlineMs ?? DEADLINE_MS
  const controller = new AbortController()
  const ended = Promise.withResolvers<never>()
  const end = (failure: InvokeFailure) => {
    ended.reject(failure)
    controller.abort(failure)
  }
  const cancel = () => {
    end(cancelled())
  }
  const revoke = () => {
    end(
      new InvokeFailure('PERMISSION_DENIED', 'approval_revoked_text', {
        details: { reason: 'approval_revoked' },
      }),
    )
  }
  let left = deadlineMs
  let since = performance.now()
  let held = 0
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    since = performance.now()
    timer = setTimeout(() => {
      end(new InvokeFailure('TIMEOUT', 'tool_timed_out', { params: { seconds: deadlineMs / 1000 } }))
    }, left)
  }
  const hold: Hold = async (work) => {
    if (held === 0) {
      clearTimeout(timer)
      left = Math.max(0, left - (performance.now() - since))
    }
    held += 1
    try {
      return await work()
    } finally {
      held -= 1
      if (held === 0 && !over) wait()
    }
  }
  let over = false
  wait()
  const forget = [onAbort(ends.signal, cancel), onAbort(ends.revoked, revoke)]
  try {
    if (controller.signal.aborted) return await ended.promise
    return await Promise.race([ended.promise, run(controller.signal, hold)])
  } finally {
    over = true
    clearTimeout(timer)
    for (const each of forget) each()
  }
}

/** The failure of an aborted call. */
export const cancelled = (): InvokeFailure =>
  new InvokeFailure('EXECUTION_FAILED', 'tool_cancelled', { details: { reason: 'cancelled' } })
