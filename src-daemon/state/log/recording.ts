/** Writes changes to the log: ours, those of other replicas, and those that a damaged disk took. */
import { SatchelError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { Statements } from '../base/statements.ts'
import { clockParts, type ClockParts, clockText, isLater } from '../base/time.ts'
import type { Branches } from './branches.ts'
import type { Causality } from './causality.ts'
import type { ChangeRow, ChangeTable } from './change-table.ts'
import { bufferOf, decodeOps, encodeOps, encodeSeen, headerBytes, type Seen, seenVector } from './codec.ts'
import type { InternTable } from './intern-table.ts'
import type { Purging } from './purging.ts'
import { KINDS } from './reading.ts'
import type { RefillDeps } from './refill.ts'
import type { Replica } from './replica.ts'
import type { Retractions } from './retractions.ts'
import type { OpsStore } from './stored-ops.ts'
import type { Change, IncomingChange, OpLog } from './types.ts'
import type { Writer, Writers } from './writers.ts'

export interface RecordingDeps {
  readonly statement: Statements
  readonly numbers: InternTable
  readonly replica: Replica
  readonly writers: Writers
  readonly branches: Branches
  readonly causality: Pick<Causality, 'note'>
  readonly retractions: Pick<Retractions, 'note'>
  readonly table: ChangeTable
  readonly opsStore: OpsStore
  readonly purging: Purging
  /** Writes pending rows and heads. */
  readonly flush: () => void
  readonly ownerDid: () => string
  readonly now: () => number
}

/** Writes a change and what follows from it: numbers, clocks, heads and retractions. */
export interface Recording extends Pick<OpLog, 'append' | 'accept'> {
  readonly writeLost: RefillDeps['write']
}

export const createRecording = (deps: RecordingDeps): Recording => {
  const { statement, numbers, replica, writers, branches, causality, retractions } = deps
  const { table, opsStore, purging, flush, ownerDid, now } = deps

  const append: OpLog['append'] = (change) => {
    if (replica.mustRename) {
      replica.renameNow()
      writers.forget()
    }
    const key = numbers.logOf(change.log)
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
    const position = table.put(rowOf(writer, { ...header, seen }, clock, object, hash, kept, change.grew))
    const retracts = stored(writer, { seq: header.seq, seen }, clock, object, hash, position)
    return { hash, clock: header.clock, seq: header.seq, object, retracts }
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

  /** Updates caches after a row was written, or queued. Returns whether it retracts times of earlier changes. */
  const stored = (
    writer: Writer,
    { seq, seen }: { readonly seq: number; readonly seen: readonly Seen[] },
    clock: ClockParts,
    object: number,
    hash: Buffer,
    position: number,
  ): boolean => {
    const hasSeen = seen.length > 0
    if (hasSeen) causality.note(writer.id, seq, seen)
    const retracts = writers.advance(writer, { seq, hash, clock }, hasSeen)
    table.stored({ position, writer: writer.id, seq }, object)
    return retracts
  }

  return { append, accept, writeLost }
}

/** Of a hash, in a header's `seen`. */
const SEEN_BYTES = 16

/** The ops of a change that deletes for good. */
export const HARD_DELETE = encodeOps([{ op: 'delete', mode: 'hard' }])

const isHardDelete = ({ kind, ops }: IncomingChange): boolean =>
  kind === 'delete' && ops !== null && HARD_DELETE.equals(ops)
