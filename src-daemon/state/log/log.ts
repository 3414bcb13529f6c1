/** The logs: appends a change of ours, or takes in one of another replica. */
import type { Database } from '../../storage/index.ts'
import type { Statements } from '../base/statements.ts'
import { clockParts, type ClockParts, clockText } from '../base/time.ts'
import { decodeOps, encodeOps, headerBytes } from './codec.ts'
import { createEarlier } from './earlier.ts'
import { bufferOf, sha256 } from '../base/sha256.ts'
import type { Meta } from './meta.ts'
import { createInternTable } from './intern-table.ts'
import { notePurged } from './purged.ts'
import { createReading, KINDS, type Row } from './reading.ts'
import { createDeferredIndexing } from './deferred-indexing.ts'
import { createCausality } from './causality.ts'
import { createOpsStore } from './stored-ops.ts'
import type { IncomingChange, LogKey, OpLog, VersionVector } from './types.ts'
import { createWriters, type Writer } from './writers.ts'

export interface OpLogDeps {
  readonly db: Database
  readonly statement: Statements
  readonly meta: Meta
  readonly ownerDid: () => string
  readonly now: () => number
}

const MAX_REMEMBERED = 10_000

/**
 * The logs: what was said, by whom, in an order that respects what each writer had seen. A hash covers the header of a
 * change, which names the change before it and the hash of its ops (`headerBytes`).
 */
export const createOpLog = ({ db, statement, meta, ownerDid, now }: OpLogDeps): OpLog => {
  const numbers = createInternTable(statement)
  const writers = createWriters(statement, meta.actor, now)
  const causality = createCausality(statement, writers)
  const rows = createChangeRows(db, statement)
  const flush = (): void => {
    rows.flush()
    writers.flush()
  }
  const indexing = createDeferredIndexing(statement, { rows: rows.flush, all: flush })
  const opsStore = createOpsStore(statement)
  const logs = new Map<number, LogKey>()
  const gone = new Map<number, boolean>()

  const find = ({ owner, scope }: LogKey): number | null => {
    const id = statement('SELECT id FROM state_logs WHERE owner = ? AND scope = ?').pluck().get(owner, scope)
    return typeof id === 'number' ? id : null
  }

  const open = (key: LogKey): number =>
    find(key) ??
    Number(
      statement('INSERT INTO state_logs (owner, scope) VALUES (?, ?)').run(key.owner, key.scope)
        .lastInsertRowid,
    )

  const keyOf = (log: number): LogKey => {
    const known = logs.get(log)
    if (known !== undefined) return known
    const key = statement('SELECT owner, scope FROM state_logs WHERE id = ?').get(log) as LogKey
    logs.set(log, key)
    return key
  }

  const {
    positionOf,
    forget: forgetRead,
    ...read
  } = createReading({ statement, numbers, writers, causality, indexing, opsStore, keyOf })

  const earlier = createEarlier({ statement, numbers, writers, indexing, opsStore })

  const append: OpLog['append'] = (change) => {
    const key = keyOf(change.log)
    const writer = writers.of(change.log, meta.actor)
    const clock = writers.tick(now())
    const ops = encodeOps(change.ops)
    const unseen = writers.unseen(change.log)
    const header = {
      owner: ownerDid(),
      space: key.owner,
      scope: key.scope,
      actor: meta.actor,
      seq: writer.seq + 1,
      clock: clockText(clock),
      previous: writer.hash,
      seen: unseen ?? {},
      origin: change.origin,
      schema: change.schemaUri,
      object: change.objectId,
      kind: change.kind,
      opsHash: sha256(ops),
    }
    const hash = sha256(headerBytes(header))
    const { object: known = 0 } = change
    const object = known === 0 ? numbers.object(change.schema, change.objectId) : known
    const kept = change.kind === 'create' ? opsStore.keep(change, change.ops, ops, true) : ops
    stored(
      writer,
      header,
      clock,
      object,
      hash,
      rows.put(rowOf(writer, header, clock, object, hash, kept, change.grew)),
    )
    return { hash, clock: header.clock, seq: header.seq, object }
  }

  const accept: OpLog['accept'] = (change, { log, schema }) => {
    const writer = writers.of(log, change.actor)
    const clock = clockParts(change.clock)
    const object = numbers.object(schema, change.object)
    if (isHardDelete(change)) purgeObject(schema, change.object, true)
    const isKept = isHardDelete(change) || !isGoneRow(object)
    const ops = isKept ? change.ops : null
    const hash = Buffer.from(change.hash)
    const said = ops && decodeOps(ops)
    const kept = ops && said && opsStore.keep({ schema, objectId: change.object }, said, ops, false)
    const position = rows.putLater(rowOf(writer, change, clock, object, hash, kept))
    stored(writer, change, clock, object, hash, position)
    writers.follow(clock, now())
    return {
      position,
      log,
      schema,
      schemaUri: change.schema,
      objectId: change.object,
      kind: change.kind,
      actor: change.actor,
      seq: change.seq,
      clock: change.clock,
      seen: change.seen,
      origin: change.origin,
      ops: said,
      opsHash: bufferOf(change.opsHash),
      hash,
    }
  }

  const isGoneRow = (object: number): boolean => {
    const known = gone.get(object)
    if (known !== undefined) return known
    if (gone.size >= MAX_REMEMBERED) gone.clear()
    const is = statement('SELECT gone FROM log_objects WHERE id = ?').pluck().get(object) === 1
    gone.set(object, is)
    return is
  }

  const rowOf = (
    writer: Writer,
    change: Omit<IncomingChange, 'hash' | 'ops'>,
    clock: ClockParts,
    object: number,
    hash: Buffer,
    ops: Uint8Array | null,
    grew = 0,
  ): ChangeRow => [
    writer.id,
    change.seq,
    object,
    KINDS.indexOf(change.kind),
    clock.ms,
    clock.counter,
    numbers.origin(change.owner, change.origin),
    hash,
    ops,
    ops === null ? change.opsHash : null,
    hasMembers(change.seen) ? encodeSeen(writer.log, change.seen) : null,
    grew,
  ]

  /** A row was written, or soon will be: what is held in memory of it. */
  const stored = (
    writer: Writer,
    { seq, seen }: Pick<IncomingChange, 'seq' | 'seen'>,
    clock: ClockParts,
    object: number,
    hash: Buffer,
    position: number,
  ): void => {
    const hasSeen = hasMembers(seen)
    if (hasSeen) causality.note(writer.id, seq, seen)
    writers.advance(writer, { seq, hash, clock }, hasSeen)
    indexing.stored({ position, writer: writer.id, seq }, object)
  }

  const encodeSeen = (log: number, seen: VersionVector): string =>
    JSON.stringify(
      Object.fromEntries(Object.entries(seen).map(([actor, seq]) => [writers.of(log, actor).id, seq])),
    )

  const has: OpLog['has'] = (log, { actor, seq, hash }) => {
    const writer = writers.find(log, actor)
    if (writer === null || seq > writer.seq) return false
    if (seq <= writer.base_seq || (seq === writer.seq && writer.hash?.equals(hash) === true)) return true
    return positionOf(hash) !== null
  }

  const versionVector: OpLog['versionVector'] = (log) =>
    Object.fromEntries(
      [...writers.all(log)].filter(({ seq }) => seq > 0).map(({ actor, seq }) => [actor, seq]),
    )

  const purgeObject: OpLog['purgeObject'] = (schema, objectId, forGood = false) => {
    const object = numbers.findObject(schema, objectId)
    if (object === null) return
    rows.flush()
    const kept = statement(
      `SELECT position, ops, ops_hash FROM changes WHERE ops IS NOT NULL AND position IN
         (SELECT position FROM change_objects WHERE object = ? UNION ALL SELECT value FROM json_each(?))`,
    ).all(object, JSON.stringify(indexing.tailOf(object).map(({ position }) => position)))
    if (kept.length > 0) notePurged(statement)
    for (const row of kept as Pick<Row, 'position' | 'ops' | 'ops_hash'>[])
      statement('UPDATE changes SET ops = NULL, ops_hash = ? WHERE position = ?').run(
        row.ops_hash ?? sha256(opsStore.plain({ ...row, schema, object_id: objectId }) ?? ''),
        row.position,
      )
    if (forGood) {
      statement('UPDATE log_objects SET gone = 1 WHERE id = ?').run(object)
      gone.set(object, true)
    }
  }

  const drop: OpLog['drop'] = (schema) => {
    indexing.indexAll()
    notePurged(statement)
    const ofSchema =
      'SELECT b.position FROM log_objects o JOIN change_objects b ON b.object = o.id WHERE o.schema = ?'
    statement(
      `UPDATE log_writers SET base_seq = seq, base_hash = hash
       WHERE id IN (SELECT writer FROM changes WHERE position IN (${ofSchema}))`,
    ).run(schema)
    statement(`DELETE FROM changes WHERE position IN (${ofSchema})`).run(schema)
    indexing.removed()
    for (const table of ['log_objects', 'log_names'])
      statement(`DELETE FROM ${table} WHERE schema = ?`).run(schema)
    forget()
  }

  const expect: OpLog['expect'] = (schema, objectIds) => {
    for (const { object, isGone } of numbers.load(schema, objectIds)) {
      if (gone.size >= MAX_REMEMBERED) gone.clear()
      gone.set(object, isGone)
    }
  }

  const forget = (): void => {
    rows.forget()
    numbers.forget()
    writers.forget()
    causality.forget()
    indexing.forget()
    opsStore.forget()
    logs.clear()
    forgetRead()
    gone.clear()
  }

  return {
    ...read,
    ...earlier,
    actor: meta.actor,
    open,
    find,
    append,
    expect,
    accept,
    has,
    keyOf,
    saw: causality.saw,
    versionVector,
    head: (log, actor) => writers.find(log, actor),
    plainOps: opsStore.plain,
    numberOf: numbers.findObject,
    purgeObject,
    isGone: (schema, objectId) => {
      const object = numbers.findObject(schema, objectId)
      return object !== null && isGoneRow(object)
    },
    drop,
    flush,
    indexAll: indexing.indexAll,
    keepFewUnindexed: indexing.keepFew,
    forget,
  }
}

const hasMembers = (vector: VersionVector): boolean => {
  for (const _actor in vector) return true
  return false
}

const HARD_DELETE = encodeOps([{ op: 'delete', mode: 'hard' }])

const isHardDelete = ({ kind, ops }: IncomingChange): boolean =>
  kind === 'delete' && ops !== null && HARD_DELETE.equals(ops)

const COLUMNS = [
  'position',
  'writer',
  'seq',
  'object',
  'kind',
  'ms',
  'counter',
  'origin',
  'hash',
  'ops',
  'ops_hash',
  'seen',
  'grew',
] as const

/** What a row of `changes` says beside its position, in the order of the columns. */
export type ChangeRow = readonly [
  writer: number,
  seq: number,
  object: number,
  kind: number,
  ms: number,
  counter: number,
  origin: number,
  hash: Buffer,
  ops: Uint8Array | null,
  opsHash: Uint8Array | null,
  seen: string | null,
  grew: number,
]

/** So many rows go with one statement; more save nothing. */
const TOGETHER = 16

/** Writes rows of `changes`. Who reads them calls `flush` before. */
export interface ChangeRows {
  /** Writes it at once; gives its position. */
  put(row: ChangeRow): number
  /** Writes it with those that come after it, at the latest when asked to; gives its position. The caller holds the transaction. */
  putLater(row: ChangeRow): number
  flush(): void
  /** After a transaction that failed, or rows that were removed. */
  forget(): void
}

export const createChangeRows = (db: Database, statement: Statements): ChangeRows => {
  const row = `(?${', ?'.repeat(COLUMNS.length - 1)})`
  const insert = `INSERT INTO changes (${COLUMNS.join(', ')}) VALUES ${row}`
  const one = db.prepare(insert)
  const several = `${insert}${`, ${row}`.repeat(TOGETHER - 1)}`
  /** The values of the rows that wait, one row after the other. */
  let waiting: unknown[] = []
  /** Position of the next one; null where others may have written since. */
  let next: number | null = null

  const last = (): number => Number(statement('SELECT coalesce(max(position), 0) FROM changes').pluck().get())

  const flush = (): void => {
    const values = waiting
    waiting = []
    if (values.length === TOGETHER * COLUMNS.length) statement(several).run(...values)
    else
      for (let n = 0; n < values.length; n += COLUMNS.length) one.run(...values.slice(n, n + COLUMNS.length))
  }

  return {
    put: (values) => {
      flush()
      next = null
      // SQLite gives the one after the last.
      return Number(one.run(null, ...values).lastInsertRowid)
    },
    putLater: (values) => {
      const position = next ?? last() + 1
      next = position + 1
      waiting.push(position, ...values)
      if (waiting.length === TOGETHER * COLUMNS.length) flush()
      return position
    },
    flush,
    forget: () => {
      waiting = []
      next = null
    },
  }
}
