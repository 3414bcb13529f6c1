/** Changes that were left out because the one before them is lost, so that nothing shows that they are undamaged. */
import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { decodeOps } from '../log/codec.ts'
import type { IncomingChange } from '../log/types.ts'
import { planOf } from '../merge/plan.ts'
import { createReplay } from '../merge/replay.ts'
import type { ReplayedChange } from '../merge/types.ts'
import type { JsonObject } from '../base/json.ts'
import type { Engine } from '../objects/engine.ts'
import { createPolicies } from '../policies/index.ts'
import type { Schema } from '../schema/schema.ts'
import type { UnverifiedChange } from './chains.ts'
import { SALVAGE } from './copies.ts'

/**
 * Writes what they said as changes of this replica: to objects of which no copy was found, and that nothing changed
 * later. Deletions are soft, because what they name may be damaged.
 */
export const repeatUnverified = (
  engine: Engine,
  changes: readonly UnverifiedChange[],
  {
    isSettled,
    isLatest,
  }: {
    readonly isSettled: (schema: Schema, id: string) => boolean
    /** Whether no later change of the object is lost: it may have been removed. */
    readonly isLatest: (object: number, position: number) => boolean
  },
): void => {
  const { schemas, objects, log, transactions } = engine
  const policies = createPolicies({
    read: () => {
      throw new SatchelError('internal')
    },
  })
  const schemaOf = new Map(schemas.all().map((schema) => [schema.uri, schema]))

  const repeat = (schema: Schema, change: IncomingChange): void => {
    const before = objects.row(schema, change.object)
    const { object, deleted } = createReplay({ plan: planOf(schema.shape), policies })([
      ...(before === null ? [] : [asCreated(before.object)]),
      asNext(change),
    ])
    if (deleted || object === null) {
      if (before !== null && !before.deleted) objects.remove(schema, change.object, 'soft', SALVAGE)
    } else objects.put(schema, change.object, object, SALVAGE, before)
  }

  const isOver = (schema: Schema, { change: { object, clock }, position }: UnverifiedChange): boolean =>
    !isLatest(log.numberOf(schema.row, object) ?? 0, position) ||
    log.isGone(schema.row, object) ||
    log.ofObject(schema.row, object).some((other) => other.clock > clock)

  for (const one of changes) {
    const { change } = one
    const schema = schemaOf.get(change.schema)
    if (schema === undefined || isSettled(schema, change.object) || isOver(schema, one)) continue
    try {
      transactions.atomically(() => {
        repeat(schema, change)
      })
    } catch (thrown) {
      // What it says doesn't fit, or continues a text.
      const { code } = toSatchelError(thrown)
      if (code === 'disk_full' || code === 'disk_failed') throw thrown
    }
  }
}

const asCreated = (object: JsonObject): ReplayedChange => ({
  write: { stamp: { clock: '', actor: '', seq: 1 }, saw: () => false },
  ops: [{ op: 'create', object }],
})

const asNext = ({ clock, actor, seq, ops }: IncomingChange): ReplayedChange => ({
  write: { stamp: { clock, actor, seq }, saw: () => true },
  ops: ops && decodeOps(ops),
})
