import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { IdentityService } from '../../identity/types.ts'
import type { FieldOp, FieldPolicy } from '../policies/index.ts'
import type { Schema } from '../schema/schema.ts'
import type { ViewRow } from '../view/rows.ts'
import { isClock } from '../base/time.ts'
import { decodeOps, headerBytes } from '../log/codec.ts'
import { sha256 } from '../base/sha256.ts'
import { createPending } from '../log/pending.ts'
import { deliverEarly, nameOf, type Turn } from './delivery.ts'
import type { Change, IncomingChange, Integrated, LogKey, Op, OpLog } from '../log/types.ts'
import type { Statements } from '../base/statements.ts'
import type { Merging } from './merging.ts'
import type { Quotas } from './quotas.ts'
import type { Schemas } from './schemas.ts'
import type { Transactions } from './transactions.ts'

interface Place {
  readonly log: number
  readonly schema: Schema
}

/** What changed, by schema and object. */
type Touched = Map<Schema, Map<string, Change[]>>

const ONLY_FOR: Readonly<Partial<Record<FieldOp['op'], readonly FieldPolicy[]>>> = {
  add: ['counter'],
  insert: ['grow_only_set'],
  append: ['log_rga'],
  edit: ['rga_text', 'ordered_list'],
}
const SCOPE = /^sc:[a-z0-9_-]{1,64}$/

/**
 * Accepts changes of other replicas in any order: verifies each hash, stores those that have to wait, and merges the
 * rest. `former`: the owner's earlier DIDs, whose changes are accepted as well. `hashesChecked`: the hashes were
 * verified already. Runs in one transaction, or in the caller's (`isWithin`), which must fail if this fails. Errors:
 * `change_set_invalid`, `change_set_other_owner`.
 */
export type Integrate = (
  changes: Iterable<IncomingChange>,
  options?: {
    readonly former?: readonly string[]
    readonly hashesChecked?: boolean
    readonly isWithin?: boolean
  },
) => Integrated

export interface IntegrateDeps {
  readonly statement: Statements
  readonly schemas: Schemas
  readonly log: OpLog
  readonly merge: Merging
  readonly quotas: Quotas
  readonly transactions: Transactions
  readonly rotations: IdentityService['rotations']
  /** Receives waiting changes that turned out to be wrong. */
  readonly report: (problem: SatchelError) => void
}

/**
 * Accepts changes of other replicas. Each is verified by its hash and delivered once, after the same replica's previous
 * one and after everything its writer had seen; early ones wait in the database. Then every object they touch is merged
 * or replayed. In whatever order, and however often, the same changes arrive, the views end up the same (asm.md 2).
 */
export const createIntegrate = ({ report, ...engine }: IntegrateDeps): Integrate => {
  const { log, schemas, statement } = engine
  const pending = createPending(statement)

  const integrate: Integrate = (given, options = {}) => {
    const changes = [...given]
    for (const change of changes) check(change, options.hashesChecked === true)
    refuseOthers(changes, options.former ?? [])
    // A savepoint would keep a copy of every changed page.
    return options.isWithin === true
      ? deliver(changes)
      : engine.transactions.atomically(() => deliver(changes))
  }

  const deliver = (changes: readonly IncomingChange[]): Integrated => {
    const placeOf = createPlaces()
    const touched: Touched = new Map()
    let applied = 0
    let known = 0
    let said = 0

    const take = (change: IncomingChange): Turn => {
      const place = placeOf(change)
      const turn = place === null ? 'later' : turnOf(change, place.log)
      if (place === null || turn !== 'now') return turn
      const accepted = log.accept(change, { log: place.log, schema: place.schema.row })
      applied += 1
      said += change.ops?.length ?? 0
      refuseUnfit(place.schema, accepted.ops, change)
      note(touched, place.schema, accepted)
      return 'now'
    }

    expectObjects(changes, placeOf)
    const early: IncomingChange[] = []
    // Each names the previous one, so if the last one is the same, all are.
    const lastKnown = new Map<string, IncomingChange>()
    for (const change of changes) {
      const turn = take(change)
      if (turn === 'known') {
        known += 1
        const name = nameOf(change)
        if (change.seq > (lastKnown.get(name)?.seq ?? 0)) lastKnown.set(name, change)
      }
      if (turn === 'later') early.push(change)
    }
    /**
     * A waiting change was stored before its predecessor was known. If that is another one, it is dropped, and
     * everything else is accepted: the file with the right one is still good.
     */
    const mayCome = (change: IncomingChange): boolean => {
      try {
        const place = placeOf(change)
        if (place !== null && turnOf(change, place.log) === 'now')
          refuseUnfit(place.schema, change.ops && decodeOps(change.ops), change)
        return true
      } catch (thrown) {
        const error = toSatchelError(thrown)
        if (error.code !== 'change_set_invalid') throw thrown
        pending.drop(change)
        report(error)
        return false
      }
    }

    const left = deliverEarly({ log, pending }, early, take, mayCome)
    for (const change of left) pending.keep(change)
    log.flush()
    for (const change of lastKnown.values()) refuseFork(change)
    return { applied, known, waiting: left.length, ...merge(touched, said) }
  }

  const expectObjects = (
    changes: readonly IncomingChange[],
    placeOf: (change: IncomingChange) => Place | null,
  ): void => {
    const objects = new Map<Schema, Set<string>>()
    let last: IncomingChange | null = null
    for (const change of changes) {
      // Those of one object are usually consecutive.
      if (last?.object === change.object && last.schema === change.schema) continue
      last = change
      const schema = placeOf(change)?.schema
      if (schema === undefined) continue
      const known = objects.get(schema)
      if (known === undefined) objects.set(schema, new Set([change.object]))
      else known.add(change.object)
    }
    // A single one is looked up when needed.
    for (const [schema, ids] of objects) if (ids.size > 1) log.expect(schema.row, ids)
  }

  /** The log and the schema of a change; null if the schema isn't here, or belongs to another owner. */
  const createPlaces = () => {
    const found = new Map<string, Place | null>()
    let last: { readonly change: IncomingChange; readonly place: Place | null } | null = null

    const find = ({ space, scope, schema: uri }: IncomingChange): Place | null => {
      const isHere = statement('SELECT 1 FROM state_schemas WHERE schema_uri = ?').get(uri) !== undefined
      const schema = isHere ? schemas.get(uri) : null
      return schema?.owner === space ? { log: log.open({ owner: space, scope }), schema } : null
    }

    return (change: IncomingChange): Place | null => {
      const { space, scope, schema: uri } = change
      // Usually they share one schema.
      if (last?.change.schema === uri && last.change.space === space && last.change.scope === scope)
        return last.place
      const key = `${space}\n${scope}\n${uri}`
      const known = found.get(key)
      const place = known === undefined ? find(change) : known
      found.set(key, place)
      last = { change, place }
      return place
    }
  }

  const turnOf = (change: IncomingChange, logId: number): Turn => {
    const head = log.head(logId, change.actor)
    const seq = head?.seq ?? 0
    if (change.seq <= seq) return 'known'
    if (change.seq > seq + 1) return 'later'
    for (const actor in change.seen)
      if ((log.head(logId, actor)?.seq ?? 0) < (change.seen[actor] ?? 0)) return 'later'
    const previous = head?.hash ?? null
    const follows =
      previous === null
        ? change.previous === null
        : change.previous !== null && previous.equals(change.previous)
    if (!follows) throw invalidChange(change, 'it does not follow the change before it')
    return 'now'
  }

  /** Refuses two replicas under one name, as after copying a data directory: their changes can't be told apart. */
  const refuseFork = (change: IncomingChange): void => {
    const logId = log.find({ owner: change.space, scope: change.scope })
    if (logId === null || !log.has(logId, change))
      throw invalidChange(change, 'another change has its number here')
  }

  /**
   * A change under one of the owner's DIDs vouches by its hash for the previous ones, made before another key was
   * restored there.
   */
  const refuseOthers = (changes: readonly IncomingChange[], former: readonly string[]): void => {
    const own = engine.rotations.dids()
    if (changes.every(({ owner }) => own.has(owner))) return
    const vouched = new Map<string, number>()
    for (const change of changes)
      if (own.has(change.owner))
        vouched.set(nameOf(change), Math.max(vouched.get(nameOf(change)) ?? 0, change.seq))
    for (const change of changes) {
      if (own.has(change.owner) || change.seq < (vouched.get(nameOf(change)) ?? 0)) continue
      if (former.includes(change.owner)) continue
      const isKnown = statement('SELECT 1 FROM log_sources WHERE owner = ?').get(change.owner) !== undefined
      if (!isKnown) throw new SatchelError('change_set_other_owner', { params: { owner: change.owner } })
    }
  }

  /** Our replicas never write what a field's rule doesn't know, or delete for good within another change. */
  const refuseUnfit = (schema: Schema, ops: readonly Op[] | null, change: IncomingChange): void => {
    for (const op of ops ?? []) {
      if (op.op === 'set' || op.op === 'remove') continue
      if (op.op === 'delete' && op.mode === 'hard' && (change.kind !== 'delete' || ops?.length !== 1))
        throw invalidChange(change, 'it deletes for good and does more')
      const policies = 'path' in op ? ONLY_FOR[op.op] : undefined
      if (!('path' in op) || policies === undefined) continue
      const node = engine.merge.planOf(schema).at(op.path)
      if (node?.kind === 'field' && !policies.includes(node.policy))
        throw invalidChange(change, `${op.op} is not for ${op.path.join('.')}`)
    }
  }

  /** `said`: bytes of their ops. */
  const merge = (
    touched: Touched,
    said: number,
  ): Pick<Integrated, 'objects' | 'invalid' | 'conflicts' | 'logs'> => {
    const rows: (ViewRow | null)[] = []
    const logs = new Map<string, LogKey>()
    for (const [schema, objects] of touched) {
      const written = engine.merge.rebuild(schema, objects.keys(), objects)
      for (const row of written) rows.push(row)
      checkRoom(schema, objects, written, said)
      for (const [objectId, changes] of objects) {
        const change = changes.at(-1)
        if (change === undefined) continue
        const key = log.keyOf(change.log)
        logs.set(`${key.owner}\n${key.scope}`, key)
        engine.transactions.announce({
          scope: key.scope,
          schemaUri: schema.uri,
          objectId,
          hash: change.hash.toString('hex'),
          kind: change.kind,
        })
      }
    }
    return {
      objects: rows.length,
      invalid: rows.filter((row) => row !== null && row.invalid !== null).length,
      conflicts: rows.filter((row) => row !== null && row.conflicts !== null).length,
      logs: [...logs.values()],
    }
  }

  const checkRoom = (
    schema: Schema,
    objects: ReadonlyMap<string, readonly Change[]>,
    rows: readonly (ViewRow | null)[],
    said: number,
  ): void => {
    let changes = 0
    for (const all of objects.values()) changes += all.length
    const grew = rows.reduce((sum, row) => sum + (row?.bytes ?? 0), 0)
    engine.quotas.checkTaken(schema.log, { changes, said, grew })
  }

  return integrate
}

const note = (touched: Touched, schema: Schema, change: Change): void => {
  const objects = touched.get(schema) ?? new Map<string, Change[]>()
  touched.set(schema, objects)
  const known = objects.get(change.objectId)
  if (known === undefined) objects.set(change.objectId, [change])
  else known.push(change)
}

/** Checks that a change matches its hash, and its format. `hashesChecked`: the reader has verified the hashes. */
const check = (change: IncomingChange, hashesChecked: boolean): void => {
  if (!Number.isSafeInteger(change.seq) || change.seq < 1) throw invalidChange(change, 'its number is none')
  if (!isClock(change.clock)) throw invalidChange(change, 'its clock is none')
  if (!SCOPE.test(change.scope)) throw invalidChange(change, 'its scope is none')
  if (change.actor in change.seen) throw invalidChange(change, 'it says it has seen itself')
  if (hashesChecked) return
  if (!sha256(headerBytes(change)).equals(change.hash)) throw invalidChange(change, 'its hash is wrong')
  if (change.ops !== null && !sha256(change.ops).equals(change.opsHash))
    throw invalidChange(change, 'the hash of its ops is wrong')
}

const invalidChange = ({ actor, seq }: IncomingChange, problem: string): SatchelError =>
  new SatchelError('change_set_invalid', {
    params: { problem: `change ${String(seq)} of ${actor}: ${problem}` },
    details: { actor, seq },
  })
