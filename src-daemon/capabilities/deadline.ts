import { InvokeFailure } from './failure.ts'

const DEADLINE_MS = 30_000

/** What can end a call before it has ended by itself. */
export interface Ends {
  /** The caller gives up. */
  readonly signal?: AbortSignal | undefined
  /** The approval it runs with is taken back. */
  readonly revoked?: AbortSignal | null
  readonly deadlineMs?: number | undefined
}

/** Runs until the deadline, or until the caller gives up or the approval is taken back. What comes later is dropped. */
export const withDeadline = async <T>(ends: Ends, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
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
  const timer = setTimeout(() => {
    end(new InvokeFailure('TIMEOUT', 'tool_timed_out', { params: { seconds: deadlineMs / 1000 } }))
  }, deadlineMs)
  ends.signal?.addEventListener('abort', cancel, { once: true })
  ends.revoked?.addEventListener('abort', revoke, { once: true })
  try {
    if (ends.signal?.aborted === true) {
      cancel()
      return await ended.promise
    }
    if (ends.revoked?.aborted === true) {
      revoke()
      return await ended.promise
    }
    return await Promise.race([ended.promise, run(controller.signal)])
  } finally {
    clearTimeout(timer)
    ends.signal?.removeEventListener('abort', cancel)
    ends.revoked?.removeEventListener('abort', revoke)
  }
}

/** The failure of a call that was given up on. */
export const cancelled = (): InvokeFailure =>
  new InvokeFailure('EXECUTION_FAILED', 'tool_cancelled', { details: { reason: 'cancelled' } })
