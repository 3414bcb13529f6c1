import type { ClockStatus, Expiry, ScopeUsage } from '../../contract/state-lifecycle.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Engine } from '../objects/engine.ts'
import type { PurgeReport } from '../../contract/state-lifecycle.ts'
import { createBackground } from './background.ts'
import { type CompressionCursor, compressionSteps } from './compression.ts'
import { expiriesOf } from './expiries.ts'
import { leavingItems } from './eviction.ts'
import { evictionSteps } from './evictions.ts'
import { purgeSteps } from './purge.ts'
import { scrubSteps } from './scrub.ts'
import { usageOf } from './usage.ts'

/** What expires, what is compressed, and what uses space (asm.md 7). */
export interface StateLifecycle {
  usage(): readonly ScopeUsage[]
  expiries(): readonly Expiry[]
  /**
   * Runs now what the background work does from time to time. `evicted`: also purges the content of evictions that could
   * still be undone.
   */
  purge(options?: { evicted?: boolean }): PurgeReport
  /** When each item of a map object leaves, in milliseconds since 1970, by JSON pointer; null for never. */
  leaving(input: { schemaUri: string; id: string }): ReadonlyMap<string, number | null>
  /** The clock that purging goes by. */
  clock(): ClockStatus
  /** The person says that this computer's clock is right. */
  confirmClock(): ClockStatus
  /** A server's time, in milliseconds since 1970: it confirms or contradicts this computer's clock. */
  heardTime(ms: number): void
  /** Maximum bytes of a scope. Errors: `not_found`. */
  setLimit(input: { owner: string; scope: string; limit: number }): void
  /** Purges from time to time, until `close`. Failures go to `report`, and the next run retries. */
  start(report: (problem: unknown) => void): void
}

/** Expiry, compression, and space limits (asm.md 3, 7). */
export interface Lifecycle extends StateLifecycle {
  /** Stops the background work. */
  close(): void
}

export type LifecycleEngine = Pick<
  Engine,
  | 'db'
  | 'statement'
  | 'schemas'
  | 'quotas'
  | 'log'
  | 'transactions'
  | 'objects'
  | 'merge'
  | 'visibility'
  | 'confirmed'
  | 'now'
>

/** A clock this far from the confirmed time is worth a question; nights and weekends switched off aren't. */
const DOUBTFUL_MS = 4 * 24 * 60 * 60 * 1000
/** The caller of a requested purge waits for it, so fewer and longer transactions are better. */
const ASKED_STEP_MS = 200

export const createLifecycle = (engine: LifecycleEngine): Lifecycle => {
  const { statement, schemas, quotas, log, confirmed, transactions } = engine
  const packed: CompressionCursor = { position: 0 }

  const steps = function* (stepMs: number, evicted = false): Generator<PurgeReport, void, undefined> {
    transactions.atomically(confirmed.observe)
    yield* purgeSteps(engine, stepMs)
    yield* evictionSteps(engine, evicted)
    yield* compressionSteps(engine, packed, stepMs)
    yield* scrubSteps(engine)
  }
  const background = createBackground((stepMs) => steps(stepMs))

  const purge: StateLifecycle['purge'] = ({ evicted = false } = {}) => {
    const sum = { expired: 0, evicted: 0, compressed: 0, bytesFreed: 0 }
    for (const step of steps(ASKED_STEP_MS, evicted)) {
      sum.expired += step.expired
      sum.evicted += step.evicted
      sum.compressed += step.compressed
      sum.bytesFreed += step.bytesFreed
    }
    return sum
  }

  const leaving: StateLifecycle['leaving'] = ({ schemaUri, id }) => {
    const schema = schemas.get(schemaUri)
    const row = engine.objects.row(schema, id)
    return row === null ? new Map() : leavingItems(engine, schema, row, confirmed.now())
  }

  const clock: StateLifecycle['clock'] = () => ({
    now: new Date(engine.now()).toISOString(),
    confirmed: new Date(confirmed.now()).toISOString(),
    doubtful: Math.abs(engine.now() - confirmed.known()) > DOUBTFUL_MS,
  })

  const confirmClock: StateLifecycle['confirmClock'] = () => {
    transactions.atomically(confirmed.confirm)
    return clock()
  }

  const heardTime: StateLifecycle['heardTime'] = (ms) => {
    // Mostly there is no doubt, and nothing to write.
    if (confirmed.isDoubtful() && !engine.db.readonly)
      transactions.atomically(() => {
        confirmed.heard(ms)
      })
  }

  const setLimit: StateLifecycle['setLimit'] = ({ owner, scope, limit }) => {
    const found = log.find({ owner, scope })
    if (found === null) throw new SatchelError('not_found', { params: { uri: owner, id: scope } })
    quotas.setLimit(found, limit)
  }

  return {
    usage: () => usageOf({ schemas, statement, quotas }),
    expiries: () => expiriesOf(engine),
    purge,
    leaving,
    clock,
    confirmClock,
    heardTime,
    setLimit,
    start: (report) => {
      // A newer Satchel's data is only read, never changed.
      if (!engine.db.readonly) background.start(report)
    },
    close: background.stop,
  }
}
