import type { ReadBefore } from '../../../src-daemon/contract/approvals.ts'
import type { ActivityRecord } from '../../../src-daemon/contract/capabilities.ts'

/** A call that changed or sent something, or would have, after others' words were read. */
export interface CallFlow {
  readonly record: ActivityRecord
  /** What was read, the oldest first; each once. */
  readonly from: readonly ReadBefore[]
}

/** The flows of a turn's lines, which come newest first, in the order in which they happened. */
export const flowsOf = (records: readonly ActivityRecord[]): readonly CallFlow[] =>
  records.toReversed().flatMap((record) => {
    const from = record.result.x_follows?.toReversed() ?? []
    return from.length === 0 ? [] : [{ record, from }]
  })
