import type { Expiry, ScopeUsage } from '../../contract/state-lifecycle.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Engine } from '../objects/engine.ts'
import type { PurgeReport } from '../../contract/state-lifecycle.ts'
import { createBackground } from './background.ts'
import { type CompressionCursor, compressionSteps } from './compression.ts'
import { expiriesOf } from './expiries.ts'
import { purgeSteps } from './purge.ts'
import { scrubSteps } from './scrub.ts'
import { usageOf } from './usage.ts'

/** What expires, what is compressed, and what uses space (asm.md 7). */
export interface StateLifecycle {
  usage(): readonly ScopeUsage[]
  expiries(): readonly Expiry[]
  /** Runs now what the background work does from time to time. */
  purge(): PurgeReport
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
  | 'now'
>

/** The caller of a requested purge waits for it, so fewer and longer transactions are better. */
const ASKED_STEP_MS = 200

export const createLifecycle = (engine: LifecycleEngine): Lifecycle => {
  const { statement, schemas, quotas, log } = engine
  const packed: CompressionCursor = { position: 0 }

  const steps = function* (stepMs: number): Generator<PurgeReport, void, undefined> {
    yield* purgeSteps(engine, stepMs)
    yield* compressionSteps(engine, packed, stepMs)
    yield* scrubSteps(engine)
  }
  const background = createBackground(steps)

  const purge = (): PurgeReport => {
    const sum = { expired: 0, evicted: 0, compressed: 0, bytesFreed: 0 }
    for (const step of steps(ASKED_STEP_MS)) {
      sum.expired += step.expired
      sum.evicted += step.evicted
      sum.compressed += step.compressed
      sum.bytesFreed += step.bytesFreed
    }
    return sum
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
    setLimit,
    start: (report) => {
      // A newer Satchel's data is only read, never changed.
      if (!engine.db.readonly) background.start(report)
    },
    close: background.stop,
  }
}
