/** Makes our changes: validates, converts to ops, appends to the log, and updates the view. */
import type { ChangeOrigin, ChangeRef, StateObject } from '../../contract/state.ts'
import { invalid, type JsonObject, toJcs, toPointer } from '../base/json.ts'
import type { Statements } from '../base/statements.ts'
import type { ChangeKind, Op, OpLog } from '../log/types.ts'
import { diffObject, normalise } from '../merge/diff.ts'
import { planOf } from '../merge/plan.ts'
import type { EditSequence } from '../merge/types.ts'
import { checkFit, type Schema } from '../schema/schema.ts'
import { expiresAt } from '../view/expiry.ts'
import {
  type Conflicts,
  isCounted,
  putRow,
  readRow,
  removeRow,
  toStateObject,
  type ViewRow,
} from '../view/rows.ts'
import type { Editing } from './editing.ts'
import type { Merging } from './merging.ts'

/** Result of a change: the new object, and a reference to the change. */
export interface Changed {
  readonly object: StateObject
  readonly change: ChangeRef
}

/** `bytes`: size of the object, as JCS in UTF-8. */
export interface Put extends Changed {
  readonly bytes: number
}

/** The current objects, and our changes to them: one step appends to the log and updates the view. */
export interface Objects {
  /** The current object, including a soft-deleted one; null if there is none. */
  row(schema: Schema, id: string): ViewRow | null
  /**
   * Appends a change of this replica that makes the object read as `after`, and updates the view. Restores a
   * soft-deleted object. The caller holds the transaction and has checked permissions; the object is validated here,
   * and `after` must not be changed afterwards. `written`: JSON pointers of what was written on purpose; concurrent
   * values there are settled, even by the same value. Errors: `validation_failed`, `crdt_violation`, `quota_exceeded`.
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
  /** Appends given ops unchanged, for what can't be expressed as before and after. The caller holds the transaction. */
  append(schema: Schema, id: string, ops: readonly Op[], origin: ChangeOrigin): Changed
}

export interface ObjectsDeps {
  readonly statement: Statements
  readonly log: OpLog
  readonly merge: Merging
  readonly editing: Editing
  /** Called after a change that retracts times: see `createRetracted`. */
  readonly settle: () => void
}

export const createObjects = ({ statement, log, merge, editing, settle }: ObjectsDeps): Objects => {
  const row: Objects['row'] = (schema, id) => readRow(statement, schema.view, id)

  const put: Objects['put'] = (schema, id, given, origin, before = row(schema, id), written = []) => {
    const plan = planOf(schema.shape)
    const after = normalise(plan, before?.object ?? null, given)
    const misfit = checkFit(schema, after, before)
    if (before === null) {
      // Other replicas store no content for it.
      if (log.isGone(schema.row, id)) throw invalid(toPointer([schema.idName]), TAKEN)
      return write(schema, id, null, 'create', [{ op: 'create', object: after }], after, origin)
    }
    const edited = { schema, id, version: before.version }
    const edit: EditSequence = (path, to) => editing.edit(edited, path, to)
    const ops = diffObject(plan, before.object, after, edit, rewrittenConflicts(before, written))
    // Any write restores it.
    if (before.deleted && ops.length === 0) ops.push({ op: 'set', path: [schema.idName], value: id })
    return write(schema, id, before, 'update', ops, after, origin, misfit)
  }

  const remove: Objects['remove'] = (schema, id, mode, origin) => {
    const before = row(schema, id)
    if (mode === 'hard') log.purgeObject(schema.row, id, true)
    const ops: readonly Op[] = [{ op: 'delete', mode }]
    return write(schema, id, before, 'delete', ops, mode === 'hard' ? null : (before?.object ?? null), origin)
      .change
  }

  /** Appends the change and updates the view: our change has seen everything of the object. */
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
    if (before !== null && ops.some(({ op }) => op === 'edit'))
      editing.appended({ schema, id, version: before.version }, ops, appended)
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
    if (appended.retracts) settle()
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

  const append: Objects['append'] = (schema, id, ops, origin) => {
    const before = row(schema, id)
    const kind = ops[0]?.op === 'create' || ops[0]?.op === 'delete' ? ops[0].op : 'update'
    const logId = before?.log ?? schema.log
    const { hash, retracts } = log.append({
      log: logId,
      schema: schema.row,
      schemaUri: schema.uri,
      objectId: id,
      kind,
      ops,
      origin,
    })
    merge.rebuild(schema, [id])
    if (retracts) settle()
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

  return { row, put, remove, append }
}

/** The error for a used id. */
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

/** Written places with concurrent values. */
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

/** Concurrent values the ops did not write to. */
const conflictsLeft = (conflicts: Conflicts | null, ops: readonly Op[]): Conflicts | null => {
  if (conflicts === null) return null
  const written = ops.flatMap((op) => ('path' in op ? [`${toPointer(op.path)}/`] : []))
  const left = Object.entries(conflicts).filter(
    ([pointer]) => !written.some((path) => `${pointer}/`.startsWith(path) || path.startsWith(`${pointer}/`)),
  )
  return left.length === 0 ? null : Object.fromEntries(left)
}
