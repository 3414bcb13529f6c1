/** The logs: appends a change of ours, or accepts one of another replica. */
import type { Database } from '../../storage/index.ts'
import type { Statements } from '../base/statements.ts'
import { SatchelError } from '../../platform/errors.ts'
import { clockParts, type ClockParts, clockText, isLater } from '../base/time.ts'
import { bufferOf, decodeOps, encodeOps, headerBytes } from './codec.ts'
import { createEarlier } from './earlier.ts'
import { createGaps } from './gaps.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Meta } from './meta.ts'
import { createInternTable } from './intern-table.ts'
import { type ChangeRow, createChangeTable } from './change-table.ts'
import { createPurging } from './purging.ts'
import { createIncoming, createOutgoing } from './outgoing.ts'
import { createReading, KINDS, type Row, SELECT } from './reading.ts'
import { createRefill, type RefillDeps } from './refill.ts'
import { createBranches } from './branches.ts'
import { createCausality, encodeSeen, type Seen, seenVector } from './causality.ts'
import { createHeads } from './heads.ts'
import { createOpsStore } from './stored-ops.ts'
import { createOwnClock } from './own-clock.ts'
import { createRetractions } from './retractions.ts'
import type { Change, IncomingChange, LogKey, OpLog } from './types.ts'
import { createWriters, type Writer } from './writers.ts'

export interface OpLogDeps {
  readonly db: Database
  readonly statement: Statements
  readonly meta: Meta
  readonly ownerDid: () => string
  readonly now: () => number
  /** The latest time that a clock may honestly have. */
  readonly latest: () => number
}

/**
 * The logs: what was changed, by whom, in an order that respects causality. A hash covers the header of a change, which
 * names the previous change and the hash of its ops (`headerBytes`).
 */
export const createOpLog = ({ db, statement, meta, ownerDid, now, latest }: OpLogDeps): OpLog => {
  const numbers = createInternTable(statement)
  const { replica } = meta
  const ownClock = createOwnClock(statement, () => replica.name, latest)
  const retractions = createRetractions(statement)
  const writers = createWriters({ statement, replica, now, ownClock, retractions })
  const causality = createCausality(statement, writers)
  const table = createChangeTable(db, statement, writers.flush)
  const opsStore = createOpsStore(statement)
  const logs = createLogRegister(statement)
  const gaps = createGaps(statement)
  const purging = createPurging({ statement, numbers, table, opsStore })

  const parts = { statement, numbers, writers, causality, opsStore, retractions, keyOf: logs.keyOf }
  const { positionOf, forget: forgetRead, ...read } = createReading({ ...parts, table })

  const earlier = createEarlier({ statement, numbers, writers, table, opsStore, retractions })

  const flush = (): void => {
    table.flush()
    writers.flush()
  }

  const branches = createBranches({
    statement,
    writers,
    gaps,
    retractions,
    flush,
    changed: () => {
      writers.forget()
      causality.forget()
      table.forget()
    },
  })

  const incoming = createIncoming(parts)
  const lost = createRefill({
    statement,
    writers,
    branches,
    gaps,
    at: (position, previous) => {
      const row = statement(`${SELECT} WHERE c.position = ?`).get(position) as Row
      return incoming(row, bufferOf(previous))
    },
    write: (change, place) => writeLost(change, place),
    move: (from, to) => {
      table.move(from, to)
      const moved = read.at(to)
      if (moved === null) throw new SatchelError('internal')
      statement(
        'DELETE FROM sequence_snapshots WHERE object = (SELECT object FROM changes WHERE position = ?)',
      ).run(to)
      return moved
    },
    flush,
    changed: () => {
      causality.forget()
      table.forget()
    },
  })

  const append: OpLog['append'] = (change) => {
    if (replica.mustRename) {
      replica.renameNow()
      writers.forget()
    }
    const key = logs.keyOf(change.log)
    const writer = writers.of(change.log, replica.name)
    const clock = writers.tick(now())
    const ops = encodeOps(change.ops)
    const seen = newlySeen(change.log)
    const header = {
      owner: ownerDid(),
      space: key.owner,
      scope: key.scope,
      actor: replica.name,
      seq: writer.seq + 1,
      clock: clockText(clock),
      previous: writer.hash,
      seen: seenVector(seen),
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
      { seq: header.seq, seen },
      clock,
      object,
      hash,
      table.put(rowOf(writer, { ...header, seen }, clock, object, hash, kept, change.grew)),
    )
    return { hash, clock: header.clock, seq: header.seq, object }
  }

  const newlySeen = (log: number): readonly Seen[] =>
    (writers.unseen(log) ?? []).map((writer) => ({
      writer,
      seq: writer.seq,
      hash: writer.hash?.toString('hex', 0, SEEN_BYTES) ?? null,
    }))

  /** Another replica writes under our name as well: it, or this one, is a copy. */
  const leaveName = (): void => {
    flush()
    replica.rename('shared', null)
    writers.forget()
  }

  const accept: OpLog['accept'] = (change, { log, schema }) => {
    if (change.actor === replica.name) leaveName()
    const writer = branches.writerOf(log, change)
    const seen = branches.seenBy(log, change.seen)
    if (writer === null || seen === null) throw new SatchelError('internal')
    const { object, ...accepted } = write(change, { writer, schema, seen, put: table.putLater })
    const clock = clockParts(change.clock)
    stored(writer, { seq: change.seq, seen }, clock, object, accepted.hash, accepted.position)
    writers.follow(clock, now())
    return accepted
  }

  /** Writes another replica's change; nothing that follows from it. */
  const write = (
    change: IncomingChange,
    {
      writer,
      schema,
      seen,
      put,
    }: { writer: Writer; schema: number; seen: readonly Seen[]; put: (row: ChangeRow) => number },
  ): Change & { readonly object: number } => {
    const clock = clockParts(change.clock)
    const object = numbers.object(schema, change.object)
    if (isHardDelete(change)) purging.purgeObject(schema, change.object, true)
    const isKept = isHardDelete(change) || !purging.isGone(object)
    const ops = isKept ? change.ops : null
    const hash = Buffer.from(change.hash)
    const said = ops && decodeOps(ops)
    const kept = ops && said && opsStore.keep({ schema, objectId: change.object }, said, ops, false)
    const position = put(rowOf(writer, { ...change, seen }, clock, object, hash, kept))
    return {
      position,
      log: writer.log,
      schema,
      schemaUri: change.schema,
      objectId: change.object,
      object,
      kind: change.kind,
      actor: writer.actor,
      seq: change.seq,
      clock: change.clock,
      seen: change.seen,
      origin: change.origin,
      ops: said,
      opsHash: bufferOf(change.opsHash),
      hash,
    }
  }

  /** Writes one that a damaged disk took among those that followed it. */
  const writeLost: RefillDeps['write'] = (change, { writer, schema, seen, position }) => {
    const put = (row: ChangeRow): number => {
      if (position === 'end') return table.put(row)
      table.putAt(position, row)
      return position
    }
    const { object, ...written } = write(change, { writer, schema, seen, put })
    const clock = clockParts(change.clock)
    if (change.seq > writer.seq)
      writers.advance(writer, { seq: change.seq, hash: written.hash, clock }, false)
    else retractAround(writer, change.seq)
    statement('DELETE FROM sequence_snapshots WHERE object = ?').run(object)
    writers.follow(clock, now())
    return written
  }

  /** Where a clock goes back at a change, or right after it. */
  const retractAround = (writer: Writer, seq: number): void => {
    const near = statement(
      'SELECT seq, ms, counter FROM changes WHERE writer = ? AND seq BETWEEN ? AND ? ORDER BY seq',
    ).all(writer.id, seq - 1, seq + 1) as ({ seq: number } & ClockParts)[]
    for (const [n, one] of near.entries()) {
      const before = near[n - 1]
      if (before !== undefined && isLater(before, one)) retractions.note(writer.id, one.seq, one)
    }
  }

  const rowOf = (
    writer: Writer,
    change: Omit<IncomingChange, 'hash' | 'ops' | 'seen'> & { readonly seen: readonly Seen[] },
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
    encodeSeen(change.seen),
    grew,
  ]

  /** Updates caches after a row was written, or queued. */
  const stored = (
    writer: Writer,
    { seq, seen }: { readonly seq: number; readonly seen: readonly Seen[] },
    clock: ClockParts,
    object: number,
    hash: Buffer,
    position: number,
  ): void => {
    const hasSeen = seen.length > 0
    if (hasSeen) causality.note(writer.id, seq, seen)
    writers.advance(writer, { seq, hash, clock }, hasSeen)
    table.stored({ position, writer: writer.id, seq }, object)
  }

  const has: OpLog['has'] = (log, { actor, seq, hash }) =>
    branches.isDropped(log, actor, seq) ||
    branches.find(log, actor, seq, Buffer.from(hash).toString('hex')) !== null

  const versionVector: OpLog['versionVector'] = (log) =>
    Object.fromEntries(
      [...writers.all(log)].filter(({ seq, since }) => seq > since).map(({ actor, seq }) => [actor, seq]),
    )

  const expect: OpLog['expect'] = (schema, objectIds) => {
    for (const { object, isGone } of numbers.load(schema, objectIds)) purging.remember(object, isGone)
  }

  const forget = (): void => {
    replica.forget()
    numbers.forget()
    writers.forget()
    branches.forget()
    causality.forget()
    table.forget()
    opsStore.forget()
    ownClock.forget()
    retractions.forget()
    logs.forget()
    forgetRead()
    gaps.forget()
    purging.forget()
  }

  return {
    ...read,
    ...earlier,
    ...createOutgoing({ ...parts, gaps }),
    get actor() {
      return replica.name
    },
    open: logs.open,
    find: logs.find,
    append,
    expect,
    accept,
    has,
    keyOf: logs.keyOf,
    saw: causality.saw,
    retracted: retractions.taken,
    versionVector,
    last: branches.last,
    isDropped: branches.isDropped,
    follows: branches.follows,
    isHere: (hash) => positionOf(hash) !== null,
    sawAll: (log, seen) => branches.seenBy(log, seen) !== null,
    ...createHeads({ statement, writers, branches, gaps }),
    ...lost,
    takeDivided: branches.takeDivided,
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
    flush,
    indexAll: table.indexAll,
    keepFewUnindexed: table.keepFew,
    forget,
  }
}

/** The logs by number. */
const createLogRegister = (statement: Statements) => {
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

/** Of a hash, in a header's `seen`. */
const SEEN_BYTES = 16

/** The ops of a change that deletes for good. */
export const HARD_DELETE = encodeOps([{ op: 'delete', mode: 'hard' }])

const isHardDelete = ({ kind, ops }: IncomingChange): boolean =>
  kind === 'delete' && ops !== null && HARD_DELETE.equals(ops)
