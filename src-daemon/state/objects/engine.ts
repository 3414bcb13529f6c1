import type { StateObject } from '../../contract/state.ts'
import type { IdentityService } from '../../identity/types.ts'
import type { SatchelError } from '../../platform/errors.ts'
import type { Database } from '../../storage/index.ts'
import { type Commit, createCommit } from './transactions.ts'
import { createEditing } from './editing.ts'
import { createSavedSequences } from './saved-sequences.ts'
import { createSnapshots } from '../sequences/snapshots.ts'
import { checkFit } from './fit.ts'
import { invalid, type JsonObject, toJcs, toPointer } from '../base/json.ts'
import { createQuotas, type Quotas } from './quotas.ts'
import { expiresAt } from '../view/expiry.ts'
import { createIntegrate } from './integrate.ts'
import { createOpLog } from '../log/log.ts'
import { type Meta, openMeta } from '../log/meta.ts'
import { stampOf } from '../log/stamp.ts'
import type { Change, ChangeKind, IncomingChange, Integrated, Op, OpLog } from '../log/types.ts'
import { diffObject, normalise } from '../merge/diff.ts'
import { createFold } from '../merge/replay.ts'
import { createPlan, type Plan } from '../merge/plan.ts'
import type { Folded, FoldedChange } from '../merge/types.ts'
import { createPolicies } from '../policies/index.ts'
import { createSchemas, type Schemas } from './schemas.ts'
import type { Schema } from '../schema/schema.ts'
import type { Sequences } from '../sequences/types.ts'
import { createStatements, type Statements } from '../base/statements.ts'
import { createRefold } from './rebuild.ts'
import { createViews, type Views } from './views.ts'
import type { ChangeOrigin, ChangeRef } from '../../contract/state.ts'
import {
  type Conflicts,
  isCounted,
  putRow,
  readRow,
  removeRow,
  toStateObject,
  type ViewRow,
} from '../view/rows.ts'

/** Result of a change: the object as it now is, and the change to point at. */
export interface Changed {
  readonly object: StateObject
  readonly change: ChangeRef
}

/** `bytes`: what the object takes, as JCS in UTF-8. */
export interface Put extends Changed {
  readonly bytes: number
}

/** What the parts of state work with; only this room sees it. */
export interface Engine {
  readonly db: Database
  readonly statement: Statements
  readonly meta: Meta
  readonly schemas: Schemas
  readonly quotas: Quotas
  readonly log: OpLog
  readonly sequences: Sequences
  /** Names this replica in the logs. */
  readonly actor: string
  readonly ownerDid: () => string
  readonly rotations: IdentityService['rotations']
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** One transaction; inside another one a savepoint, which fails alone. */
  atomically<T>(work: () => T): T
  together<T>(work: () => T): Promise<T>
  /** How the objects of a schema merge. */
  planOf(schema: Schema): Plan
  /** The object as it stands, deleted softly or not; null when there is none. */
  row(schema: Schema, id: string): ViewRow | null
  /**
   * Appends a change of this replica that makes the object read as `after`, and brings the view to it. A softly deleted
   * object comes back. The caller holds the transaction and has checked permissions; the object is validated here, and
   * `after` is the engine's from then on.
   * `written`: JSON pointers of what was written to on purpose; concurrent values there are settled, also by the same value.
   * Errors: `validation_failed`, `crdt_violation`, `quota_exceeded`.
   */
  put(
    schema: Schema,
    id: string,
    after: JsonObject,
    origin: ChangeOrigin,
    before?: ViewRow | null,
    written?: readonly string[],
  ): Put
  /** Appends a delete. The caller holds the transaction. */
  remove(schema: Schema, id: string, mode: 'soft' | 'hard', origin: ChangeOrigin): ChangeRef
  /** Appends given ops as they are, for what no before and after can say. The caller holds the transaction. */
  append(schema: Schema, id: string, ops: readonly Op[], origin: ChangeOrigin): Changed
  /** What these changes of one object come to. */
  fold(schema: Schema, changes: readonly Change[]): Folded
  /**
   * Takes changes of other replicas in, in any order: checks each hash, keeps what waits for others, and merges the rest.
   * `former`: DIDs of the owner before the present one, whose changes are taken as well. `hashesChecked`: each change was found
   * to be what its hashes say. One transaction, or that of the caller (`isWithin`), which must fail where this fails.
   * Errors: `change_set_invalid`, `change_set_other_owner`.
   */
  integrate(
    changes: Iterable<IncomingChange>,
    options?: {
      readonly former?: readonly string[]
      readonly hashesChecked?: boolean
      readonly isWithin?: boolean
    },
  ): Integrated
  /** Makes the rows of these objects again from the log. The caller holds the transaction. */
  refold(schema: Schema, ids: Iterable<string>): void
  readonly views: Views
  /** Tells listeners, once the transaction is over. Who calls `put`, `remove` or `append` does. */
  announce(change: ChangeRef): void
  readonly onChange: Commit['onChange']
  readonly settled: Commit['settled']
}

export interface EngineDeps {
  readonly db: Database
  readonly ownerDid: () => string
  /** Left out: no key ever took the place of another. */
  readonly rotations?: IdentityService['rotations'] | undefined
  readonly now: () => number
  readonly sequences: Sequences
  /** Told of what was found damaged and mended, for a log. */
  readonly report?: (problem: SatchelError) => void
}

const warn = (problem: SatchelError): void => {
  process.emitWarning(problem.message, { code: problem.code })
}

/** What is said of other keys is believed of none. */
const noRotations = (ownerDid: () => string): IdentityService['rotations'] => ({
  chain: () => [],
  dids: () => new Set([ownerDid()]),
  learn: () => undefined,
})

export const createEngine = (deps: EngineDeps): Engine => {
  const { db, ownerDid, now, sequences, report = warn, rotations = noRotations(ownerDid) } = deps
  const statement = createStatements(db)
  const meta = openMeta(db)
  const log = createOpLog({ db, statement, meta, ownerDid, now })
  const schemas = createSchemas({ db, statement, log, ownerDid })
  const quotas = createQuotas({ statement, schemas })
  const policies = createPolicies(sequences)
  const plans = new WeakMap<Schema, Plan>()
  const foldedChange = (change: Change): FoldedChange => ({
    write: { stamp: stampOf(change), saw: (other) => log.saw(change, other) },
    ops: change.ops,
  })
  const snapshots = createSnapshots({ statement, report })
  const saved = createSavedSequences({ log, snapshots, foldedChange, planOf: (schema) => planOf(schema) })
  const editing = createEditing({ log, sequences, saved })
  const { atomically, together, announce, onChange, settled } = createCommit({
    db,
    forget: () => {
      log.forget()
      editing.forget()
    },
    leave: log.keepFew,
  })

  const planOf = (schema: Schema): Plan => {
    const known = plans.get(schema)
    if (known !== undefined) return known
    const plan = createPlan(schema.shape)
    plans.set(schema, plan)
    return plan
  }

  const row: Engine['row'] = (schema, id) => readRow(statement, schema.view, id)

  const put: Engine['put'] = (schema, id, given, origin, before = row(schema, id), written = []) => {
    const plan = planOf(schema)
    const after = normalise(plan, before?.object ?? null, given)
    const misfit = checkFit(schema, after, before)
    if (before === null) {
      // Other replicas keep nothing that is said about it.
      if (log.isGone(schema.row, id)) throw invalid(toPointer([schema.idName]), TAKEN)
      return write(schema, id, null, 'create', [{ op: 'create', object: after }], after, origin)
    }
    const edit = editing.of(schema, id, before.version)
    const ops = diffObject(plan, before.object, after, edit, rewrittenConflicts(before, written))
    // What brings it back is that somebody wrote to it.
    if (before.deleted && ops.length === 0) ops.push({ op: 'set', path: [schema.idName], value: id })
    return write(schema, id, before, 'update', ops, after, origin, misfit)
  }

  const remove: Engine['remove'] = (schema, id, mode, origin) => {
    const before = row(schema, id)
    if (mode === 'hard') log.purgeObject(schema.row, id, true)
    const ops: readonly Op[] = [{ op: 'delete', mode }]
    return write(schema, id, before, 'delete', ops, mode === 'hard' ? null : (before?.object ?? null), origin)
      .change
  }

  /** Appends the change and brings the view to what it says: a change of ours has seen everything of the object. */
  const write = (
    schema: Schema,
    id: string,
    before: ViewRow | null,
    kind: ChangeKind,
    ops: readonly Op[],
    after: JsonObject | null,
    origin: ChangeOrigin,
    misfit: string | null = null,
  ): Put => {
    const logId = before?.log ?? schema.log
    const json = after === null ? '' : toJcs(after)
    const bytes = Buffer.byteLength(json)
    const conflicts = before && conflictsLeft(before.conflicts, ops)
    const counted = isCounted(before, { deleted: kind === 'delete', conflicts, invalid: misfit })
    const appended = log.append({
      log: logId,
      schema: schema.row,
      schemaUri: schema.uri,
      objectId: id,
      object: before?.number,
      kind,
      ops,
      origin,
      grew: counted ? bytes - before.bytes : 0,
    })
    editing.appended(schema, id, before?.version ?? '', ops, appended)
    const { hash, clock } = appended
    const version = hash.toString('hex')
    let written: ViewRow | null = null
    if (after === null) removeRow(statement, schema.view, schema.shape, id, before)
    else {
      const deleted = kind === 'delete'
      const expires = expiresAt(schema, after, clock)
      const row = {
        number: appended.object,
        id,
        log: logId,
        hash,
        clock,
        deleted,
        object: after,
        conflicts,
        expiresAt: expires,
        json,
        counted,
        invalid: deleted && before !== null ? before.invalid : misfit,
      }
      written = putRow(statement, schema.view, schema.shape, row, before)
    }
    const change: ChangeRef = {
      scope: schema.scope,
      schemaUri: schema.uri,
      objectId: id,
      hash: version,
      kind,
    }
    return {
      object: toStateObject(schema, written ?? { ...(before ?? NO_ROW), id, log: logId, version }),
      change,
      bytes,
    }
  }

  const append: Engine['append'] = (schema, id, ops, origin) => {
    const before = row(schema, id)
    const kind = ops[0]?.op === 'create' || ops[0]?.op === 'delete' ? ops[0].op : 'update'
    const logId = before?.log ?? schema.log
    const { hash } = log.append({
      log: logId,
      schema: schema.row,
      schemaUri: schema.uri,
      objectId: id,
      kind,
      ops,
      origin,
    })
    refold(schema, [id])
    const version = hash.toString('hex')
    const change: ChangeRef = {
      scope: schema.scope,
      schemaUri: schema.uri,
      objectId: id,
      hash: version,
      kind,
    }
    const written = row(schema, id) ?? { ...NO_ROW, id, log: logId, version }
    return { object: toStateObject(schema, written), change }
  }

  const fold: Engine['fold'] = (schema, changes) =>
    createFold({ plan: planOf(schema), policies })(changes.map(foldedChange))

  const refolded = createRefold({ statement, log, planOf, fold })
  const { refold } = refolded

  const engine: Engine = {
    db,
    statement,
    meta,
    schemas,
    quotas,
    log,
    sequences,
    actor: meta.actor,
    ownerDid,
    rotations,
    now,
    atomically,
    together,
    planOf,
    row,
    put,
    remove,
    append,
    fold,
    integrate: (changes, options) => integrate(changes, options),
    refold: (schema, ids) => {
      refold(schema, ids)
    },
    views: createViews({ db, statement, schemas, log, atomically }, refolded),
    announce,
    onChange,
    settled,
  }
  const integrate = createIntegrate(engine, refold, report)
  return engine
}

/** What a taken id is refused with. */
export const TAKEN = 'there is, or was, an object with this id'

const NO_ROW: ViewRow = {
  row: 0,
  number: 0,
  id: '',
  log: 0,
  version: '',
  updatedAt: '',
  deleted: true,
  expiresAt: null,
  conflicts: null,
  invalid: null,
  object: {},
}

/** Where there are concurrent values in what was written. */
const rewrittenConflicts = (
  { conflicts }: ViewRow,
  written: readonly string[],
): ReadonlySet<string> | undefined =>
  conflicts === null || written.length === 0
    ? undefined
    : new Set(
        Object.keys(conflicts).filter((pointer) =>
          written.some((place) => pointer === place || pointer.startsWith(`${place}/`)),
        ),
      )

/** Concurrent values of what the ops did not write to. */
const conflictsLeft = (conflicts: Conflicts | null, ops: readonly Op[]): Conflicts | null => {
  if (conflicts === null) return null
  const written = ops.flatMap((op) => ('path' in op ? [`${toPointer(op.path)}/`] : []))
  const left = Object.entries(conflicts).filter(
    ([pointer]) => !written.some((path) => `${pointer}/`.startsWith(path) || path.startsWith(`${pointer}/`)),
  )
  return left.length === 0 ? null : Object.fromEntries(left)
}
