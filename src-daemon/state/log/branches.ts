/** Where changes belong in the trees of their replicas (names.ts), and how a tree gets another branch. */
import type { Statements } from '../base/statements.ts'
import { objectIdOf, type ObjectKey } from '../base/object-key.ts'
import { decodeSeen, encodeSeen, type Seen } from './causality.ts'
import { branchName, isBranch, parentOf, readSeenName, replicaOf } from '../base/names.ts'
import type { Gaps } from './gaps.ts'
import type { DividedObject, IncomingChange, VersionVector } from './types.ts'
import type { Retractions } from './retractions.ts'
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
  /** Objects with changes that got another writer since this was last asked, or whose changes are compared otherwise. */
  takeDivided(): readonly DividedObject[]
  /** What the changes of several writers to one object after a position come to may have changed. */
  compareAnew(log: number, after: number): void
  forget(): void
}

export interface BranchesDeps {
  readonly statement: Statements
  readonly writers: Writers
  readonly gaps: Gaps
  readonly retractions: Pick<Retractions, 'divide'>
  /** Writes pending rows, so that they can be read. */
  readonly flush: () => void
  /** Drops cached writers. */
  readonly changed: () => void
}

type End = Pick<Writer, 'seq' | 'hash' | 'ms' | 'counter'>

export const createBranches = ({
  statement,
  writers,
  gaps,
  retractions,
  flush,
  changed,
}: BranchesDeps): Branches => {
  let divided: DividedObject[] = []

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

  /** Moves the changes after `seq` to a new branch. Rare, so it may scan the whole log. */
  const divide = ({ writer, seq }: Found): void => {
    flush()
    const first = statement('SELECT hash FROM changes WHERE writer = ? AND seq = ?').pluck()
    const actor = branchName(writer.actor, first.get(writer.id, seq + 1) as Buffer)
    const end = endAt(writer, seq)
    const renamed = descendants(writer, seq).map((one) => {
      const name = `${actor}${one.actor.slice(writer.actor.length)}`
      statement('UPDATE log_writers SET actor = ? WHERE id = ?').run(name, one.id)
      return one.id
    })
    const { lastInsertRowid } = statement(
      `INSERT INTO log_writers (log, actor, since, seq, hash, ms, counter, base_seq, base_hash, told)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    ).run(writer.log, actor, seq, writer.seq, writer.hash, writer.ms, writer.counter, seq, end.hash)
    const branch = Number(lastInsertRowid)
    statement('UPDATE changes SET writer = ? WHERE writer = ? AND seq > ?').run(branch, writer.id, seq)
    statement(
      'UPDATE log_writers SET seq = ?, hash = ?, ms = ?, counter = ?, told = min(told, ?) WHERE id = ?',
    ).run(end.seq, end.hash, end.ms, end.counter, seq, writer.id)
    retractions.divide(writer.id, seq, branch)
    moveSeen(writer, seq, branch)
    noteObjects([branch, ...renamed])
    changed()
  }

  const endAt = ({ id, base_seq, base_hash }: Writer, seq: number): End => {
    const row = statement('SELECT seq, hash, ms, counter FROM changes WHERE writer = ? AND seq = ?')
    return (
      (row.get(id, seq) as End | undefined) ?? {
        seq,
        hash: seq === base_seq ? base_hash : null,
        ms: -1,
        counter: 0,
      }
    )
  }

  /** Branches that left `writer` after `seq`, and theirs. */
  const descendants = ({ log, actor }: Writer, seq: number): readonly Writer[] => {
    const all = writers.branches(log, replicaOf(actor))
    const left = all.filter((one) => parentOf(one.actor) === actor && one.since > seq)
    return all.filter((one) =>
      left.some((child) => one.actor === child.actor || one.actor.startsWith(`${child.actor}~`)),
    )
  }

  /** Records of having seen the moved changes. Older rows, which name no hash, stay as they are. */
  const moveSeen = (writer: Writer, after: number, branch: number): void => {
    const rows = statement(
      `SELECT position, seen FROM changes
       WHERE seen IS NOT NULL AND writer IN (SELECT id FROM log_writers WHERE log = ?)`,
    ).all(writer.log) as { position: number; seen: string }[]
    for (const { position, seen } of rows) {
      const said = decodeSeen(seen, writers.byId)
      const isMoved = (one: Seen): boolean =>
        one.writer.id === writer.id && one.hash !== null && one.seq > after
      if (!said.some(isMoved)) continue
      const moved = said.map((one) =>
        isMoved(one) ? { ...one, writer: { ...one.writer, id: branch } } : one,
      )
      statement('UPDATE changes SET seen = ? WHERE position = ?').run(encodeSeen(moved), position)
    }
  }

  /** Their texts were saved under the earlier name. */
  const noteObjects = (ofWriters: readonly number[]): void => {
    const ids = JSON.stringify(ofWriters)
    const objects = 'SELECT object FROM changes WHERE writer IN (SELECT value FROM json_each(?))'
    statement(`DELETE FROM sequence_snapshots WHERE object IN (${objects})`).run(ids)
    replayLater(objects, ids)
  }

  /** `objects`: SQL of their numbers. */
  const replayLater = (objects: string, ...values: unknown[]): void => {
    const rows = statement(
      `SELECT s.schema_uri AS schemaUri, o.object_id AS id FROM log_objects o
       JOIN state_schemas s ON s.id = o.schema WHERE o.id IN (${objects})`,
    ).all(...values) as { schemaUri: string; id: ObjectKey }[]
    for (const { schemaUri, id } of rows) divided.push({ schemaUri, objectId: objectIdOf(id) })
  }

  const compareAnew: Branches['compareAnew'] = (log, after) => {
    replayLater(
      `SELECT object FROM changes WHERE writer IN (SELECT id FROM log_writers WHERE log = ?)
       GROUP BY object HAVING count(DISTINCT writer) > 1 AND max(position) > ?`,
      log,
      after,
    )
  }

  return {
    last,
    isDropped,
    find,
    seenBy,
    follows: (log, change) =>
      endOf(log, change) !== undefined || isFirst(log, change) || forkOf(log, change) !== null,
    writerOf,
    compareAnew,
    takeDivided: () => {
      const taken = divided
      divided = []
      return taken
    },
    forget: () => {
      divided = []
    },
  }
}

const begins = (hash: Buffer | null, digits: string): boolean =>
  hash !== null && hash.toString('hex', 0, digits.length / 2) === digits

const isSame = (a: Buffer | null, b: Uint8Array | null): boolean =>
  a === null ? b === null : b !== null && a.equals(b)
