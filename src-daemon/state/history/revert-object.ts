import type { Engine } from '../objects/engine.ts'
import { cloneJson, type Json, type JsonObject, sameJson, toPointer, valueAt } from '../base/json.ts'
import { isEviction } from '../log/stamp.ts'
import type { Change } from '../log/types.ts'
import type { Plan } from '../merge/plan.ts'
import { compareText } from '../policies/types.ts'
import type { Schema } from '../schema/schema.ts'
import { CORE_OWNER } from '../schema/uri.ts'
import type { KeptReason, RevertedObject, RevertTarget } from '../../contract/state-history.ts'
import { isHidden, type ViewRow } from '../view/rows.ts'
import { takeBack } from './take-back.ts'
import { type IsMeant, revertOf, takenBack } from './taken-back.ts'
import { replayWithout, pinnedFields, touches } from './without.ts'

/** The result of a revert for one object. `after`: what it will read as. */
export interface ObjectRevert {
  readonly outcome: RevertedObject['outcome']
  readonly reason: KeptReason | null
  readonly kept: RevertedObject['kept']
  readonly after: JsonObject | null
}

export interface ObjectHistory {
  readonly schema: Schema
  readonly plan: Plan
  readonly id: string
  /** In order of arrival. */
  readonly changes: readonly Change[]
}

type Path = readonly string[]

const UNCHANGED: ObjectRevert = { outcome: 'unchanged', reason: null, kept: [], after: null }
const DELETED: ObjectRevert = { outcome: 'deleted', reason: null, kept: [], after: null }
const keptFor = (reason: KeptReason): ObjectRevert => ({ outcome: 'kept', reason, kept: [], after: null })

/**
 * What undoing `target` makes of an object: the result of all its other changes, as if the undone ones had never been
 * made. So changes by others before, since, or at the same time stay, whatever the order; a counter loses the amount;
 * and what an earlier revert undid returns if that revert is undone.
 */
export const revertObject = (
  engine: Engine,
  history: ObjectHistory,
  target: RevertTarget,
  isMeant: IsMeant,
): ObjectRevert => {
  const { schema, id, changes } = history
  const { saw } = engine.log
  const isExpired = (row: ViewRow): boolean => !row.deleted && isHidden(row, engine.now())
  const isRevert = (change: Change): boolean => revertOf(change) !== null
  const before = takenBack(changes, { saw, isMeant })
  const after = takenBack(changes, { saw, isMeant }, target)
  const flipped = changes.filter(
    (change) => !isRevert(change) && before.has(change.position) !== after.has(change.position),
  )
  const meant = changes.filter((change) => !before.has(change.position) && isMeant(target, change))
  const meantReverts = meant.filter(isRevert)
  if (flipped.length === 0 && meantReverts.length === 0) return UNCHANGED
  const row = engine.objects.row(schema, id)
  const isPurged = (change: Change): boolean => change.ops === null
  if (row === null || isExpired(row) || meant.some(isPurged) || flipped.some(isPurged))
    return keptFor('purged')
  // Evicted values don't depend on purged ones (lifecycle/forget.ts); anything else may.
  const isPartly = changes.some(isPurged)
  if (isPartly && !meant.every(({ origin }) => isEviction(origin))) return keptFor('purged')

  const creates = changes.filter(({ ops }) => ops?.some(({ op }) => op === 'create'))
  const wasMade = creates.some(({ position }) => !before.has(position))
  const isMade = creates.some(({ position }) => !after.has(position))
  const deletes = schema.owner === CORE_OWNER ? keptFor('core_model') : DELETED
  if (wasMade && !isMade) {
    const stays = (change: Change): boolean => !after.has(change.position) && !isRevert(change)
    if (row.deleted) return UNCHANGED
    return changes.some((change) => change.kind === 'update' && stays(change))
      ? keptFor('changed_later')
      : deletes
  }
  if (row.deleted && !wasMade)
    return isMade ? { outcome: 'revived', reason: null, kept: [], after: row.object } : UNCHANGED

  const reverts = changes.filter(isRevert).map(({ position }) => position)
  const leftOut = (back: ReadonlySet<number>): ReadonlySet<number> => {
    const left = new Set([...back, ...reverts])
    // If someone restored the object after its creation was undone, it counts as created afterwards.
    if (creates.every(({ position }) => left.has(position)))
      for (const { position } of creates) left.delete(position)
    return left
  }
  const [leftBefore, leftAfter] = [leftOut(before), leftOut(after)]
  const pinned = [...pinnedFields(changes, leftBefore, saw), ...pinnedFields(changes, leftAfter, saw)]
  const was = replayWithout(engine, schema, changes, leftBefore, pinned)
  const is = replayWithout(engine, schema, changes, leftAfter, pinned)
  if (was.object === null || is.object === null) return keptFor('purged')
  if (row.deleted && (is.deleted || !was.deleted)) return keptFor('changed_later')
  if (!row.deleted && is.deleted && !was.deleted) return deletes

  const own = [schema.idName, ...schema.dates.filter((name) => name === 'updatedAt')]
  const step = { before: was.object, after: is.object, current: row.object }
  const isRewritten = (path: Path): boolean =>
    meantReverts.some(({ ops }) => ops?.some((op) => touches(op, path)) ?? false)
  const taken = takeBack(history.plan, step, own, isRewritten)
  const sequences = restoreSequences(engine, history, { pinned, meant, object: taken.object })
  const kept = [
    ...taken.kept,
    ...sequences.kept,
    ...laterFields({
      flipped,
      changes,
      own,
      pinned,
      step,
      stays: ({ position }) => !leftAfter.has(position),
    }),
  ].sort((a, b) => compareText(a.path, b.path))
  if (row.deleted) return { outcome: 'revived', reason: null, kept, after: sequences.object }
  if (!sameJson(sequences.object, row.object))
    return { outcome: 'updated', reason: null, kept, after: sequences.object }
  const [first] = kept
  if (first === undefined && isPartly) return keptFor('purged')
  return first === undefined ? UNCHANGED : { outcome: 'kept', reason: first.reason, kept, after: null }
}

/**
 * Texts and lists others build on: as they were before the first of the changes, if no one else has changed them since.
 */
const restoreSequences = (
  engine: Engine,
  { schema, changes }: ObjectHistory,
  { pinned, meant, object }: { pinned: readonly Path[]; meant: readonly Change[]; object: JsonObject },
): { object: JsonObject; kept: RevertedObject['kept'] } => {
  const result = cloneJson(object)
  const kept: RevertedObject['kept'] = []
  for (const path of new Map(pinned.map((one) => [toPointer(one), one])).values()) {
    const touchesIt = ({ ops }: Change): boolean => ops?.some((op) => touches(op, path)) ?? false
    const first = meant.find(touchesIt)
    if (first === undefined) continue
    const isOthers = (change: Change): boolean =>
      change.position > first.position && touchesIt(change) && !meant.includes(change)
    if (changes.some(isOthers)) {
      kept.push({ path: toPointer(path), reason: 'changed_later' })
      continue
    }
    const earlier = changes.filter(({ position }) => position < first.position)
    const { object: then } = engine.merge.replay(schema, earlier)
    if (then !== null) putAt(result, path, valueAt(then, path))
  }
  return { object: result, kept }
}

const putAt = (object: JsonObject, path: Path, value: Json | undefined): void => {
  const parent = valueAt(object, path.slice(0, -1))
  const name = path.at(-1)
  if (name === undefined || typeof parent !== 'object' || parent === null || Array.isArray(parent)) return
  if (value === undefined) Reflect.deleteProperty(parent, name)
  else parent[name] = cloneJson(value)
}

/** Fields the undone changes had touched and that stay, because a remaining change touched them later. */
const laterFields = ({
  flipped,
  changes,
  own,
  pinned,
  step,
  stays,
}: {
  flipped: readonly Change[]
  changes: readonly Change[]
  own: readonly string[]
  pinned: readonly Path[]
  step: { before: JsonObject; after: JsonObject }
  stays: (change: Change) => boolean
}): RevertedObject['kept'] => {
  const paths = new Map<string, Path>()
  const isPinned = (path: Path): boolean => pinned.some((one) => toPointer(one) === toPointer(path))
  for (const { ops, position } of flipped) {
    for (const op of ops ?? []) {
      if (!('path' in op) || own.includes(op.path[0] ?? '') || isPinned(op.path)) continue
      if (!sameJson(valueAt(step.before, op.path), valueAt(step.after, op.path))) continue
      const isLater = (change: Change): boolean =>
        change.position > position &&
        stays(change) &&
        (change.ops?.some((one) => touches(one, op.path)) ?? false)
      if (changes.some(isLater)) paths.set(toPointer(op.path), op.path)
    }
  }
  return [...paths.keys()].map((path) => ({ path, reason: 'changed_later' }))
}
