/** Changes as they go to other replicas: with everything that was hashed. */
import { sha256 } from '../../platform/sha256.ts'
import { replicaOf } from '../base/names.ts'
import { objectIdOf } from '../base/object-key.ts'
import { clockText } from '../base/time.ts'
import type { Gaps } from './gaps.ts'
import { KINDS, type ReadingDeps, type Row, rowsOfLog, SELECT } from './reading.ts'
import type { IncomingChange, OpLog } from './types.ts'

export type Outgoing = Pick<OpLog, 'outgoing' | 'travelling'>

export const createOutgoing = (
  parts: Omit<ReadingDeps, 'table' | 'retractions'> & { readonly gaps: Gaps },
): Outgoing => {
  const { statement, writers, gaps } = parts
  const toIncoming = createIncoming(parts)

  const outgoing: Outgoing['outgoing'] = function* (log, vector, after = 0) {
    const previous = new Map<number, Buffer | null>()
    for (const row of rowsOfLog({ statement, writers }, log, after)) {
      const writer = writers.byId(row.writer)
      const before = previous.get(row.writer) ?? (after === 0 ? writer.base_hash : hashBefore(row))
      previous.set(row.writer, row.hash)
      const gap = gaps.before(row.writer, row.seq)
      // A change can't be checked if its predecessor and that one's hash are lost.
      if (gap !== null && gap.previous === null) continue
      if (row.seq > (vector[writer.actor] ?? 0)) yield toIncoming(row, gap?.previous ?? before)
    }
  }

  const travelling: Outgoing['travelling'] = (change) => {
    const row = statement(`${SELECT} WHERE c.position = ?`).get(change.position) as Row
    return toIncoming(row, gaps.before(row.writer, row.seq)?.previous ?? hashBefore(row))
  }

  /** Of the change before it of the same replica; null before the first. */
  const hashBefore = ({ writer, position }: Row): Buffer | null => {
    const before = statement(
      'SELECT hash FROM changes WHERE writer = ? AND position < ? ORDER BY position DESC LIMIT 1',
    )
      .pluck()
      .get(writer, position)
    return before instanceof Buffer ? before : writers.byId(writer).base_hash
  }

  return { outgoing, travelling }
}

/** A row as it goes to other replicas; `previous`: the hash of the change it follows. */
export const createIncoming =
  ({
    numbers,
    writers,
    causality,
    opsStore,
  }: Omit<ReadingDeps, 'table' | 'statement' | 'retractions'>): ((
    row: Row,
    previous: Buffer | null,
  ) => IncomingChange) =>
  (row, previous) => {
    const writer = writers.byId(row.writer)
    const { owner, origin } = numbers.originOf(row.origin)
    const key = numbers.logOf(writer.log)
    const plainOps = opsStore.plain(row)
    return {
      owner,
      space: key.owner,
      scope: key.scope,
      actor: replicaOf(writer.actor),
      seq: row.seq,
      clock: clockText(row),
      previous,
      seen: causality.decode(row.seen),
      origin,
      schema: row.schema_uri,
      object: objectIdOf(row.object_id),
      kind: KINDS[row.kind] ?? 'update',
      ops: plainOps,
      opsHash: row.ops_hash ?? sha256(plainOps ?? ''),
      hash: row.hash,
    }
  }
