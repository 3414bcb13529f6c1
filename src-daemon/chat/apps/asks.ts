import { SatchelError } from '../../platform/errors.ts'

/** What one open interface has asked for. */
export interface AppAsks {
  /**
   * Does one thing for it, after those before. `isDenied` says whether the person said no to it. Errors: `app_asks_too_much`,
   * `app_stopped`, those of `work`.
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>, isDenied: (done: T) => boolean): Promise<T>
  /** It isn't shown any more: what it asked for ends. */
  close(): void
}

/** Those that wait while one is done. Each may ask the person, so the next is begun only then. */
const MAX_WAITING = 8
const MAX_PER_MINUTE = 120
/** In a row. */
const MAX_DENIED = 3
const MINUTE_MS = 60_000

/**
 * One thing at a time, so that an interface that asks a thousand times asks the person once; what waited behind a question
 * that they said no to isn't asked either.
 */
export const createAppAsks = (server: string, now: () => number): AppAsks => {
  const closed = new AbortController()
  const begun: number[] = []
  let waiting = 0
  let denied = 0
  /** Raised with each no. */
  let round = 0
  let last: Promise<unknown> = Promise.resolve()

  const run: AppAsks['run'] = async (work, isDenied) => {
    if (denied >= MAX_DENIED) throw new SatchelError('app_stopped', { params: { server } })
    const at = now()
    while ((begun[0] ?? at) <= at - MINUTE_MS) begun.shift()
    if (waiting > MAX_WAITING || begun.length >= MAX_PER_MINUTE) throw tooMuch()
    begun.push(at)
    waiting += 1
    const mine = round
    const before = last
    const done = Promise.withResolvers<undefined>()
    last = done.promise
    try {
      await before
      closed.signal.throwIfAborted()
      if (mine !== round) throw tooMuch()
      const outcome = await work(closed.signal)
      if (isDenied(outcome)) {
        denied += 1
        round += 1
      } else denied = 0
      return outcome
    } finally {
      waiting -= 1
      done.resolve(undefined)
    }
  }

  const tooMuch = () => new SatchelError('app_asks_too_much', { params: { server } })

  return {
    run,
    close: () => {
      closed.abort(new SatchelError('app_unknown'))
    },
  }
}
