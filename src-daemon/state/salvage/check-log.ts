/** Checks the changes of a log by their hashes, a part at a time. */
import { sha256 } from '../../platform/sha256.ts'
import type { Database } from '../../storage/index.ts'
import { createStatements } from '../base/statements.ts'
import { headerBytes } from '../log/codec.ts'
import { createGaps } from '../log/gaps.ts'
import { type Row, SELECT } from '../log/reading.ts'
import { createStoredChanges } from '../log/stored-changes.ts'

const PART = 500

export interface CheckedLog {
  /** Position of the last change that was checked; null if there are none after it. */
  readonly last: number | null
  /** Positions of changes that aren't what their hash says, or can't be read. */
  readonly wrong: readonly number[]
}

/** Checks the changes after a position. One that follows a wrong one may count as wrong, too, because it names that one's hash. */
export const checkLog = (db: Database, after: number): CheckedLog => {
  const statement = createStatements(db)
  const stored = createStoredChanges(statement)
  const gaps = createGaps(statement)
  const positions = statement('SELECT position FROM changes WHERE position > ? ORDER BY position LIMIT ?')
    .pluck()
    .all(after, PART) as number[]
  const read = statement(`${SELECT} WHERE c.position = ?`)
  const before = statement(
    'SELECT seq, hash FROM changes WHERE writer = ? AND position < ? ORDER BY position DESC LIMIT 1',
  )
  const earlier = new Map<number, { readonly seq: number; readonly hash: Buffer }>()

  const previousOf = ({ writer, seq, position }: Row): Buffer | null | undefined => {
    const gap = gaps.before(writer, seq)
    if (gap !== null) return gap.previous ?? undefined
    const found = (earlier.get(writer) ?? before.get(writer, position)) as
      | { seq: number; hash: Buffer }
      | undefined
    if (found?.seq === seq - 1) return found.hash
    const { base_seq: base, base_hash: hash } = stored.writer(writer)
    // The changes before it were dropped with their owner.
    return seq <= base ? undefined : hash
  }

  const isRight = (position: number): boolean => {
    const row = read.get(position) as Row | undefined
    if (row === undefined) return false
    const previous = previousOf(row)
    earlier.set(row.writer, row)
    const change = stored.change(row, previous ?? null)
    if (change.ops !== null && !sha256(change.ops).equals(change.opsHash)) return false
    return previous === undefined || sha256(headerBytes(change)).equals(row.hash)
  }

  const wrong = positions.filter((position) => {
    try {
      return !isRight(position)
    } catch {
      // What is stored there can't be read.
      return true
    }
  })
  return { last: positions.at(-1) ?? null, wrong }
}
