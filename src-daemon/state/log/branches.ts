/** Where changes belong in the trees of their replicas (names.ts). */
import type { Statements } from '../base/statements.ts'
import type { Seen } from './codec.ts'
import { isBranch, readSeenName } from '../base/names.ts'
import type { Dividing } from './dividing.ts'
import type { Gaps } from './gaps.ts'
import type { IncomingChange, VersionVector } from './types.ts'
import type { Writer, Writers } from './writers.ts'

/** A change by its writer and number. */
export interface Found {
  readonly writer: Writer
  readonly seq: number
}

type Next = Pick<IncomingChange, 'actor' | 'seq' | 'previous' | 'hash'>

export interface Branches {
  /** The greatest number among the replica's changes here; 0 without any. */
  last(log: number, replica: string): number
  /** Whether it was dropped with the owner of the log, or would have been: branches of dropped changes can't be distinguished. */
  isDropped(log: number, replica: string, seq: number): boolean
  /** The replica's change of this number whose hash begins with these hexadecimal digits; null if it isn't here. */
  find(log: number, replica: string, seq: number, hash: string): Found | null
  /** The changes a header says were seen; null if any of them isn't here. */
  seenBy(log: number, seen: VersionVector): readonly Seen[] | null
  /** Whether the change before it is here. */
  follows(log: number, change: Next): boolean
  /** The writer it is the next change of. Divides the writer of the change before it if that has another next one. */
  writerOf(log: number, change: Next): Writer | null
}

export interface BranchesDeps {
  readonly statement: Statements
  readonly writers: Writers
  readonly gaps: Gaps
  readonly divide: Dividing['divide']
  /** Writes pending rows, so that they can be read. */
  readonly flush: () => void
}

export const createBranches = ({ statement, writers, gaps, divide, flush }: BranchesDeps): Branches => {
  const last: Branches['last'] = (log, replica) => {
    let greatest = 0
    for (const { seq } of writers.branches(log, replica)) if (seq > greatest) greatest = seq
    return greatest
  }

  const isDropped: Branches['isDropped'] = (log, replica, seq) => {
    for (const writer of writers.branches(log, replica))
      if (writer.base_seq > writer.since && seq <= writer.base_seq) return true
    return false
  }

  const find: Branches['find'] = (log, replica, seq, hash) => {
    const having = writers.branches(log, replica).filter((writer) => seq > writer.since && seq <= writer.seq)
    const ends = (writer: Writer): boolean =>
      (seq === writer.seq && begins(writer.hash, hash)) ||
      (seq === writer.base_seq && begins(writer.base_hash, hash))
    const writer =
      having.find(ends) ??
      having.find((one) => begins(hashOf(one, seq, hash), hash)) ??
      // The hash of a change lost to a damaged disk is lost, too.
      having.find(({ id }) => gaps.has(id, seq))
    return writer === undefined ? null : { writer, seq }
  }

  /** Null if no change of this number has such a hash. */
  const hashOf = ({ id }: Writer, seq: number, hash: string): Buffer | null => {
    flush()
    const found =
      statement(
        `SELECT c.hash FROM change_hashes h JOIN changes c ON c.position = h.position
         WHERE h.prefix = unhex(?) AND c.writer = ? AND c.seq = ?`,
      )
        .pluck()
        .get(hash.slice(0, 8), id, seq) ??
      statement(
        `SELECT hash FROM changes
         WHERE position > (SELECT position FROM log_settled) AND writer = ? AND seq = ?`,
      )
        .pluck()
        .get(id, seq)
    return found instanceof Buffer ? found : null
  }

  const seenBy: Branches['seenBy'] = (log, seen) => {
    const all: Seen[] = []
    for (const name in seen) {
      const seq = seen[name] ?? 0
      const { actor, hash } = readSeenName(name)
      const writer = hash === null ? rootOf(log, actor) : find(log, actor, seq, hash)?.writer
      if (writer === undefined || last(log, actor) < seq) return null
      all.push({ writer, seq, hash })
    }
    return all
  }

  const rootOf = (log: number, replica: string): Writer | undefined =>
    writers.branches(log, replica).find(({ actor }) => !isBranch(actor))

  /** The writer at whose end it goes; usually there is one. */
  const endOf = (log: number, { actor, seq, previous }: Next): Writer | undefined => {
    for (const writer of writers.branches(log, actor))
      if (writer.seq === seq - 1 && isSame(writer.hash, previous) && !writers.isDivided(writer)) return writer
    return undefined
  }

  /** The change before it, at which another one followed already. */
  const forkOf = (log: number, { actor, seq, previous }: Next): Found | null => {
    if (previous !== null) return find(log, actor, seq - 1, Buffer.from(previous).toString('hex'))
    const root = rootOf(log, actor)
    return root === undefined ? null : { writer: root, seq: 0 }
  }

  const isFirst = (log: number, { actor, previous }: Next): boolean =>
    previous === null && writers.branches(log, actor).length === 0

  const writerOf: Branches['writerOf'] = (log, change) => {
    const end = endOf(log, change)
    if (end !== undefined) return end
    if (isFirst(log, change)) return writers.of(log, change.actor)
    const fork = forkOf(log, change)
    if (fork === null) return null
    if (fork.writer.seq > fork.seq) divide(fork)
    const parent = writers.byId(fork.writer.id)
    return writers.branch(parent, Buffer.from(change.hash))
  }

  return {
    last,
    isDropped,
    find,
    seenBy,
    follows: (log, change) =>
      endOf(log, change) !== undefined || isFirst(log, change) || forkOf(log, change) !== null,
    writerOf,
  }
}

const begins = (hash: Buffer | null, digits: string): boolean =>
  hash !== null && hash.toString('hex', 0, digits.length / 2) === digits

const isSame = (a: Buffer | null, b: Uint8Array | null): boolean =>
  a === null ? b === null : b !== null && a.equals(b)
