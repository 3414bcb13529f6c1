/** Gives the tree of a replica another branch (names.ts), and notes whose objects have to be replayed for it. */
import { branchName, parentOf, replicaOf } from '../base/names.ts'
import { objectIdOf, type ObjectKey } from '../base/object-key.ts'
import type { Statements } from '../base/statements.ts'
import { decodeSeen, encodeSeen, type Seen } from './codec.ts'
import type { Retractions } from './retractions.ts'
import type { DividedObject } from './types.ts'
import type { Writer, Writers } from './writers.ts'

export interface Dividing {
  /** Moves the changes of a writer after `seq` to a new branch. Rare, so it may scan the whole log. */
  divide(at: { readonly writer: Writer; readonly seq: number }): void
  /** Objects with changes that got another writer since this was last asked, or whose changes are compared otherwise. */
  takeDivided(): readonly DividedObject[]
  /** What the changes of several writers to one object after a position come to may have changed. */
  compareAnew(log: number, after: number): void
  forget(): void
}

export interface DividingDeps {
  readonly statement: Statements
  readonly writers: Writers
  readonly retractions: Pick<Retractions, 'divide'>
  /** Writes pending rows, so that they can be read. */
  readonly flush: () => void
  /** Drops cached writers. */
  readonly changed: () => void
}

type End = Pick<Writer, 'seq' | 'hash' | 'ms' | 'counter'>

export const createDividing = ({
  statement,
  writers,
  retractions,
  flush,
  changed,
}: DividingDeps): Dividing => {
  let divided: DividedObject[] = []

  const divide: Dividing['divide'] = ({ writer, seq }) => {
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

  const compareAnew: Dividing['compareAnew'] = (log, after) => {
    replayLater(
      `SELECT object FROM changes WHERE writer IN (SELECT id FROM log_writers WHERE log = ?)
       GROUP BY object HAVING count(DISTINCT writer) > 1 AND max(position) > ?`,
      log,
      after,
    )
  }

  return {
    divide,
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
