import { SatchelError } from '../../platform/errors.ts'
import type { Engine } from '../objects/engine.ts'
import { cloneJson, type JsonObject, sameJson } from '../base/json.ts'
import { isEviction } from '../log/stamp.ts'
import type { Change, Op } from '../log/types.ts'
import { type Plan, planOf } from '../merge/plan.ts'
import type { Schema } from '../schema/schema.ts'
import type { ChangeOrigin, ChangeRef } from '../../contract/state.ts'
import type { KeptReason, RevertedObject, RevertReport, RevertTarget } from '../../contract/state-history.ts'
import { titleOf } from '../view/texts.ts'
import { differencesOf } from './difference.ts'
import { type ObjectHistory, type ObjectRevert, revertObject } from './revert-object.ts'
import type { IsMeant } from './taken-back.ts'

/** Why a change made for a revert was refused, and the reported reason for keeping the object. */
const REFUSALS: Readonly<Record<string, KeptReason>> = {
  validation_failed: 'invalid',
  crdt_violation: 'append_only',
}

/** Ends the transaction of a dry run, carrying its result. */
class DryRun extends Error {
  readonly objects: readonly RevertedObject[]
  constructor(objects: readonly RevertedObject[]) {
    super('dry run')
    this.objects = objects
  }
}

/**
 * Undoes changes by new ones; what others have changed since stays and is named. All in one transaction. Errors:
 * `change_unknown` if there is nothing to undo.
 */
export type Revert = (input: {
  target: RevertTarget
  via: 'renderer' | 'cli' | 'mcp' | 'internal'
  dryRun: boolean
}) => RevertReport

/** Undoes changes by new ones (asm.md 9.1): one for each object, all in one transaction. */
export const createRevert = (engine: Engine): Revert => {
  const { log, schemas, statement } = engine

  const revert: Revert = ({ target: asked, via, dryRun }) => {
    const work = (): readonly RevertedObject[] => {
      const { target, changes } = find(asked)
      const origin: ChangeOrigin = { kind: 'owner', via, reverts: target }
      const objects = historiesOf(changes).map((history) => revertOne(history, target, origin))
      // The dry run does everything, then rolls back.
      if (dryRun) throw new DryRun(objects.map((object) => ({ ...object, change: null })))
      return objects
    }
    const objects = inTransaction(work)
    return { dryRun, objects: [...objects] }
  }

  const inTransaction = (work: () => readonly RevertedObject[]): readonly RevertedObject[] => {
    try {
      return engine.transactions.atomically(work)
    } catch (thrown) {
      if (thrown instanceof DryRun) return thrown.objects
      throw thrown
    }
  }

  /** The target's changes, and the target as it is recorded: a change by its current hash. */
  const find = (asked: RevertTarget): { target: RevertTarget; changes: readonly Change[] } => {
    const { target, changes, name } = lookUp(asked)
    if (changes.length === 0) throw new SatchelError('change_unknown', { params: { name } })
    return { target, changes }
  }

  const lookUp = (
    asked: RevertTarget,
  ): { target: RevertTarget; changes: readonly Change[]; name: string } => {
    if ('turnId' in asked) return { target: asked, changes: log.ofTurn(asked.turnId), name: asked.turnId }
    if ('capability' in asked) {
      const changes = log.ofCapability(asked.capability).filter((change) => isMeant(asked, change))
      return { target: asked, changes, name: [asked.capability, asked.scope ?? ''].join(' ').trim() }
    }
    const change = log.byHash(asked.change)
    const target = { change: change?.hash.toString('hex') ?? asked.change }
    return { target, changes: change === null ? [] : [change], name: asked.change }
  }

  const isMeant: IsMeant = (target, change) => {
    const { hash, origin, log: number } = change
    if ('change' in target)
      return hash.toString('hex') === target.change || isSameEviction(target.change, change)
    if (origin.kind !== 'capability') return false
    if ('turnId' in target) return origin.turnId === target.turnId
    const { capability, scope } = target
    return origin.capability === capability && (scope === undefined || scope === scopeOf(number))
  }

  /** Each device evicts separately, so several changes may have evicted the same item. */
  const isSameEviction = (hash: string, change: Change): boolean => {
    if (!isEviction(change.origin)) return false
    const named = log.byHash(hash)
    if (named === null || !isEviction(named.origin) || named.kind !== change.kind) return false
    const isSame = (op: Op): boolean =>
      change.ops?.some((other) => sameJson(toPath(op), toPath(other))) === true
    return (
      named.schema === change.schema && named.objectId === change.objectId && named.ops?.some(isSame) === true
    )
  }

  const scopeOf = (number: number): unknown =>
    statement('SELECT scope FROM state_logs WHERE id = ?').pluck().get(number)

  /** The objects of the changes, in the order they were first touched. */
  const historiesOf = (changes: readonly Change[]): readonly ObjectHistory[] => {
    const byObject = new Map<string, Change>()
    for (const change of changes) {
      const key = `${String(change.schema)} ${change.objectId}`
      if (!byObject.has(key)) byObject.set(key, change)
    }
    return [...byObject.values()].map(({ schemaUri, objectId: id }) => {
      const schema = schemas.get(schemaUri)
      return { schema, plan: planOf(schema.shape), id, changes: log.ofObject(schema.row, id) }
    })
  }

  const revertOne = (history: ObjectHistory, target: RevertTarget, origin: ChangeOrigin): RevertedObject => {
    const { schema, plan, id } = history
    const planned = revertObject(engine, history, target, isMeant)
    const current = engine.objects.row(schema, id)?.object ?? {}
    const title = titleOf(current, schema.presentation.title)
    const report = { schemaUri: schema.uri, scope: schema.scope, objectId: id, title }
    try {
      const change = engine.transactions.atomically(() => carryOut(history, planned, origin))
      return {
        ...report,
        outcome: planned.outcome,
        reason: planned.reason,
        kept: [...planned.kept],
        differences: [...differencesFor(plan, current, planned)],
        change: change?.hash ?? null,
      }
    } catch (thrown) {
      const reason = thrown instanceof SatchelError ? REFUSALS[thrown.code] : undefined
      if (reason === undefined) throw thrown
      return { ...report, outcome: 'kept', reason, kept: [], differences: [], change: null }
    }
  }

  const carryOut = (
    { schema, id }: ObjectHistory,
    { outcome, after }: ObjectRevert,
    origin: ChangeOrigin,
  ): ChangeRef | null => {
    const change =
      outcome === 'deleted'
        ? engine.objects.remove(schema, id, 'soft', origin)
        : after && engine.objects.put(schema, id, dated(schema, after), origin).change
    if (change !== null) engine.transactions.announce(change)
    return change
  }

  const dated = (schema: Schema, object: JsonObject): JsonObject =>
    schema.dates.includes('updatedAt')
      ? { ...cloneJson(object), updatedAt: new Date(engine.now()).toISOString() }
      : cloneJson(object)

  return revert
}

/** What an op of an eviction removes: an item of a map, or all of it. */
const toPath = (op: Op): string[] => ('path' in op ? [...op.path] : [])

const differencesFor = (
  plan: Plan,
  current: JsonObject,
  { outcome, after }: ObjectRevert,
): RevertedObject['differences'] => {
  if (outcome === 'deleted') return [{ path: '', kind: 'removed' }]
  if (after === null) return []
  const fields = differencesOf(plan, current, after)
  return outcome === 'revived' ? [{ path: '', kind: 'added' }, ...fields] : [...fields]
}
