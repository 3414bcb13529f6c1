/** The logs: appends a change of ours, or accepts one of another replica. */
import type { Database } from '../../storage/index.ts'
import type { Statements } from '../base/statements.ts'
import { clockParts, type ClockParts, clockText } from '../base/time.ts'
import { bufferOf, decodeOps, encodeOps, headerBytes } from './codec.ts'
import { createEarlier } from './earlier.ts'
import { createGaps } from './gaps.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Meta } from './meta.ts'
import { createInternTable } from './intern-table.ts'
import { type ChangeRow, createChangeTable } from './change-table.ts'
import { createPurging } from './purging.ts'
import { createOutgoing } from './outgoing.ts'
import { createReading, KINDS } from './reading.ts'
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

/**
 * The logs: what was changed, by whom, in an order that respects causality. A hash covers the header of a change, which
 * names the previous change and the hash of its ops (`headerBytes`).
 */
export const createOpLog = ({ db, statement, meta, ownerDid, now }: OpLogDeps): OpLog => {
  const numbers = createInternTable(statement)
  const writers = createWriters(statement, meta.actor, now)
  const causality = createCausality(statement, writers)
  const table = createChangeTable(db, statement, writers.flush)
  const opsStore = createOpsStore(statement)
  const logs = createLogRegister(statement)
  const gaps = createGaps(statement)
  const purging = createPurging({ statement, numbers, table, opsStore })

  const parts = { statement, numbers, writers, causality, opsStore, keyOf: logs.keyOf }
  const { positionOf, forget: forgetRead, ...read } = createReading({ ...parts, table })

  const earlier = createEarlier({ statement, numbers, writers, table, opsStore })

  const append: OpLog['append'] = (change) => {
    const key = logs.keyOf(change.log)
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
      table.put(rowOf(writer, header, clock, object, hash, kept, change.grew)),
    )
    return { hash, clock: header.clock, seq: header.seq, object }
  }

  const accept: OpLog['accept'] = (change, { log, schema }) => {
    const writer = writers.of(log, change.actor)
    const clock = clockParts(change.clock)
    const object = numbers.object(schema, change.object)
    if (isHardDelete(change)) purging.purgeObject(schema, change.object, true)
    const isKept = isHardDelete(change) || !purging.isGone(object)
    const ops = isKept ? change.ops : null
    const hash = Buffer.from(change.hash)
    const said = ops && decodeOps(ops)
    const kept = ops && said && opsStore.keep({ schema, objectId: change.object }, said, ops, false)
    const position = table.putLater(rowOf(writer, change, clock, object, hash, kept))
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

  /** Updates caches after a row was written, or queued. */
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
    table.stored({ position, writer: writer.id, seq }, object)
  }

  const encodeSeen = (log: number, seen: VersionVector): string =>
    JSON.stringify(
      Object.fromEntries(Object.entries(seen).map(([actor, seq]) => [writers.of(log, actor).id, seq])),
    )

  const has: OpLog['has'] = (log, { actor, seq, hash }) => {
    const writer = writers.find(log, actor)
    if (writer === null || seq > writer.seq) return false
    if (seq <= writer.base_seq || (seq === writer.seq && writer.hash?.equals(hash) === true)) return true
    return positionOf(hash) !== null || gaps.has(writer.id, seq)
  }

  const versionVector: OpLog['versionVector'] = (log) =>
    Object.fromEntries(
      [...writers.all(log)].filter(({ seq }) => seq > 0).map(({ actor, seq }) => [actor, seq]),
    )

  const expect: OpLog['expect'] = (schema, objectIds) => {
    for (const { object, isGone } of numbers.load(schema, objectIds)) purging.remember(object, isGone)
  }

  const forget = (): void => {
    numbers.forget()
    writers.forget()
    causality.forget()
    table.forget()
    opsStore.forget()
    logs.forget()
    forgetRead()
    gaps.forget()
    purging.forget()
  }

  return {
    ...read,
    ...earlier,
    ...createOutgoing({ ...parts, gaps }),
    actor: meta.actor,
    open: logs.open,
    find: logs.find,
    append,
    expect,
    accept,
    has,
    keyOf: logs.keyOf,
    saw: causality.saw,
    versionVector,
    head: (log, actor) => writers.find(log, actor),
    plainOps: opsStore.plain,
    numberOf: numbers.findObject,
    purgeObject: purging.purgeObject,
    isGone: (schema, objectId) => {
      const object = numbers.findObject(schema, objectId)
      return object !== null && purging.isGone(object)
    },
    drop: (schema) => {
      purging.drop(schema)
      forget()
    },
    flush: () => {
      table.flush()
      writers.flush()
    },
    indexAll: table.indexAll,
    keepFewUnindexed: table.keepFew,
    forget,
  }
}

/** The logs by number. */
export const createLogRegister = (statement: Statements) => {
  const keys = new Map<number, LogKey>()

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
    const known = keys.get(log)
    if (known !== undefined) return known
    const key = statement('SELECT owner, scope FROM state_logs WHERE id = ?').get(log) as LogKey
    keys.set(log, key)
    return key
  }

  return {
    find,
    open,
    keyOf,
    forget: (): void => {
      keys.clear()
    },
  }
}

const hasMembers = (vector: VersionVector): boolean => {
  for (const _actor in vector) return true
  return false
}

/** The ops of a change that deletes for good. */
export const HARD_DELETE = encodeOps([{ op: 'delete', mode: 'hard' }])

const isHardDelete = ({ kind, ops }: IncomingChange): boolean =>
  kind === 'delete' && ops !== null && HARD_DELETE.equals(ops)
