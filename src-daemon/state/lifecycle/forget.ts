import { z } from 'zod'
import type { Engine } from '../objects/engine.ts'
import { type JsonObject, toJcs } from '../base/json.ts'
import { notePurged } from '../log/purged.ts'
import type { Change } from '../log/types.ts'
import type { Replayed } from '../merge/types.ts'
import type { Schema } from '../schema/schema.ts'

/** How much of an object remains to be compared: what expired is left out, since it is what goes. */
type Reading = (object: JsonObject) => JsonObject | null

interface Forget {
  readonly engine: Pick<Engine, 'statement' | 'merge'>
  readonly schema: Schema
  readonly id: string
  /** All changes of the object. */
  readonly changes: readonly Change[]
  /** Those whose content nothing needs any more, at best; the best of these that changes nothing is taken. */
  readonly candidates: readonly ReadonlySet<Change>[]
  /** What has to read the same before and after. */
  readonly reading: Reading
}

/**
 * Forgets what changes of an object said, and keeps that they were made (asm.md 7.4): ops go, hashes stay. Only what makes
 * no difference to how the object reads is forgotten: a change can say more than one thing. The view is made again from
 * the log, so it is what a rebuild gives. The caller holds the transaction.
 *
 * @returns bytes of content forgotten
 */
export const forget = ({ engine, schema, id, changes, candidates, reading }: Forget): number => {
  const wanted = candidates.filter(({ size }) => size > 0)
  if (wanted.length === 0) return 0
  const before = asText(engine.merge.replay(schema, changes), reading)
  const without = wanted.find((gone) => {
    const rest = changes.map((change) => (gone.has(change) ? { ...change, ops: null } : change))
    return asText(engine.merge.replay(schema, rest), reading) === before
  })
  if (without === undefined) return 0
  notePurged(engine.statement)
  const freed = [...without].reduce((sum, change) => sum + forgetOps(engine, change), 0)
  engine.merge.rebuild(schema, [id])
  return freed
}

const asText = ({ object, deleted, conflicts }: Replayed, reading: Reading): string =>
  toJcs({
    object: object && reading(object),
    deleted,
    conflicts: Object.fromEntries(Object.entries(conflicts).map(([at, values]) => [at, [...values]])),
  })

const forgetOps = ({ statement }: Pick<Engine, 'statement'>, { position, opsHash }: Change): number => {
  const bytes = z
    .int()
    .parse(statement('SELECT coalesce(length(ops), 0) FROM changes WHERE position = ?').pluck().get(position))
  statement('UPDATE changes SET ops = NULL, ops_hash = ? WHERE position = ?').run(opsHash, position)
  return bytes
}
