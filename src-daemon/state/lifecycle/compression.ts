import type { Engine } from '../objects/engine.ts'
import { sha256 } from '../../platform/sha256.ts'
import { packOps } from '../log/packed-ops.ts'
import type { StoredOps } from '../log/types.ts'
import type { PurgeReport } from '../../contract/state-lifecycle.ts'

/** Changes older than this are cold: read for history and merging, and rarely otherwise. */
const COLD_MS = 7 * 24 * 60 * 60 * 1000
/** Below the minimum there is nothing to gain; above the maximum, compressing would block too long. */
const LEAST_BYTES = 256
const MAX_BYTES = 1024 * 1024
/** Changes examined in one transaction. */
const LOOKED_AT = 500

interface Cold extends StoredOps {
  readonly position: number
  readonly ops: Buffer
}

type CompressionEngine = Pick<Engine, 'statement' | 'schemas' | 'log' | 'transactions' | 'now'>

/** How far the log was processed, so that each run examines what became cold since. */
export interface CompressionCursor {
  position: number
}

/**
 * Compresses the ops of cold changes, for schemas that request it with `x-compression` (asm.md 7.3). Hashes, order and
 * reading stay the same. Objects in the view aren't compressed, because queries read them.
 */
export function* compressionSteps(
  engine: CompressionEngine,
  cursor: CompressionCursor,
  stepMs: number,
): Generator<PurgeReport, void, undefined> {
  const codecs = new Map(
    engine.schemas.all().flatMap(({ row, annotations: { compression } }) => {
      return compression === null ? [] : [[row, compression] as const]
    }),
  )
  if (codecs.size === 0) return
  const before = engine.now() - COLD_MS
  const last = Number(
    engine.statement('SELECT coalesce(max(position), 0) FROM changes WHERE ms < ?').pluck().get(before),
  )
  while (cursor.position < last) {
    const cold = engine
      .statement(
        `SELECT c.position, o.schema, o.object_id, c.ops, c.ops_hash FROM changes c JOIN log_objects o ON o.id = c.object
         WHERE c.position > ? AND c.position <= ? AND c.ms < ? AND c.ops_hash IS NULL AND length(c.ops) BETWEEN ? AND ?
           AND o.schema IN (SELECT value FROM json_each(?)) ORDER BY c.position`,
      )
      .all(
        cursor.position,
        cursor.position + LOOKED_AT,
        before,
        LEAST_BYTES,
        MAX_BYTES,
        JSON.stringify([...codecs.keys()]),
      ) as Cold[]
    const { compressed, bytesFreed, end } = engine.transactions.atomically(() => pack(cold))
    cursor.position = end ?? Math.min(last, cursor.position + LOOKED_AT)
    yield { expired: 0, evicted: 0, compressed, bytesFreed }
  }

  /** `end`: the last one compressed, if there was no time for all. */
  function pack(cold: readonly Cold[]): { compressed: number; bytesFreed: number; end: number | null } {
    let compressed = 0
    let bytesFreed = 0
    const until = performance.now() + stepMs
    for (const row of cold) {
      const { position, ops } = row
      const codec = codecs.get(row.schema)
      const plain = engine.log.plainOps(row)
      const packed = codec === undefined || plain === null ? null : packOps(codec, plain)
      if (packed !== null && plain !== null && packed.length < ops.length) {
        engine
          .statement('UPDATE changes SET ops = ?, ops_hash = ? WHERE position = ?')
          .run(packed, sha256(plain), position)
        compressed += 1
        bytesFreed += ops.length - packed.length
      }
      if (performance.now() > until) return { compressed, bytesFreed, end: position }
    }
    return { compressed, bytesFreed, end: null }
  }
}
