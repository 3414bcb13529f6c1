import { z } from 'zod'
import type { Statements } from '../base/statements.ts'
import { createMerkleTree, type MerkleTree } from './merkle.ts'

/** The Merkle tree of a log, and which change (`position`) each leaf is. */
export interface LogTree {
  readonly tree: MerkleTree
  /** Leaf index of the change. */
  indexOf(position: number): number
  /** The change at a leaf index. */
  positionAt(index: number): number
}

interface Grown {
  readonly tree: MerkleTree
  readonly positions: number[]
  /** What was lost then: what comes back stands among the others. */
  readonly lost: string
}

/** Maximum number of cached trees: some 70 bytes a change. */
const MOST = 8

const leafSchema = z.object({ position: z.int(), hash: z.instanceof(Buffer) })

/**
 * Trees over the hashes of a log's changes in order of arrival (asm.md 9.2). They are cached and extended with new
 * changes; a log of 100,000 changes is read and hashed once.
 */
export const createTrees = (statement: Statements): { of(log: number): LogTree } => {
  const kept = new Map<number, Grown>()

  const of = (log: number): LogTree => {
    const known = kept.get(log)
    const lost = String(
      statement("SELECT count(*) || ' ' || coalesce(sum(after), 0) FROM log_gaps").pluck().get(),
    )
    const grown =
      known !== undefined && known.lost === lost && isStillThere(known)
        ? known
        : { tree: createMerkleTree(), positions: [], lost }
    grow(log, grown)
    kept.delete(log)
    kept.set(log, grown)
    const [oldest] = kept.keys()
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
    return toLogTree(grown)
  }

  /** Whether the last leaf is still that change: not after a rollback, or after an owner's changes were dropped. */
  const isStillThere = ({ tree, positions }: Grown): boolean => {
    const last = positions.at(-1)
    if (last === undefined) return true
    const hash = statement('SELECT hash FROM changes WHERE position = ?').pluck().get(last)
    return hash instanceof Buffer && tree.isLeaf(positions.length - 1, hash)
  }

  const grow = (log: number, { tree, positions }: Grown): void => {
    const rows = statement(
      `SELECT position, hash FROM changes
       WHERE position > ? AND writer IN (SELECT id FROM log_writers WHERE log = ?) ORDER BY position`,
    ).all(positions.at(-1) ?? 0, log)
    for (const raw of rows) {
      const { position, hash } = leafSchema.parse(raw)
      tree.append(hash)
      positions.push(position)
    }
  }

  return { of }
}

const toLogTree = ({ tree, positions }: Grown): LogTree => ({
  tree,
  indexOf: (position) => {
    let [low, high] = [0, positions.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((positions[middle] ?? 0) < position) low = middle + 1
      else high = middle
    }
    if (positions[low] !== position) throw new RangeError(`change ${String(position)} is not in this log`)
    return low
  },
  positionAt: (index) => {
    const position = positions[index]
    if (position === undefined) throw new RangeError(`the log has ${String(positions.length)} changes`)
    return position
  },
})
