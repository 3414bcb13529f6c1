import { z } from 'zod'
import type { Engine } from '../objects/engine.ts'
import { type JsonObject, toJcs } from '../base/json.ts'
import { notePurged } from '../log/purged.ts'
import type { Change } from '../log/types.ts'
import type { Replayed } from '../merge/types.ts'
import type { Schema } from '../schema/schema.ts'

/** The part of an object to compare: without expired data, which is to be removed. */
type Reading = (object: JsonObject) => JsonObject | null

interface Forget {
  readonly engine: Pick<Engine, 'statement' | 'merge'>
  readonly schema: Schema
  readonly id: string
  /** All changes of the object. */
  readonly changes: readonly Change[]
  /** Sets of changes whose content may be unneeded, best first; the first that changes nothing is used. */
  readonly candidates: readonly ReadonlySet<Change>[]
  /** Must return the same before and after. */
  readonly reading: Reading
  /** Changes that may be undone later: without them, the object must read the same before and after, too. */
  readonly undoable?: ReadonlySet<Change>
}

/**
 * Purges the content of changes but keeps the fact that they were made (asm.md 7.4): ops go, hashes stay. Purges only
 * what makes no difference to how the object reads, as a change can say more than one thing. The view is rebuilt from
 * the log, so it matches a rebuild. The caller holds the transaction.
 *
 * @returns bytes of purged content
 */
export const forget = ({
  engine,
  schema,
  id,
  changes,
  candidates,
  reading,
  undoable = new Set(),
}: Forget): number => {
  const wanted = candidates.filter(({ size }) => size > 0)
  if (wanted.length === 0) return 0
  const textsWithout = (gone: ReadonlySet<Change>): string => {
    const textWithout = (left: ReadonlySet<Change>): string => {
      const rest = changes.filter((change) => !left.has(change))
      const read = rest.map((change) => (gone.has(change) ? { ...change, ops: null } : change))
      return asText(engine.merge.replay(schema, read), reading)
    }
    const now = textWithout(new Set())
    return undoable.size === 0 ? now : `${now}\n${textWithout(undoable)}`
  }
  const before = textsWithout(new Set())
  const without = wanted.find((gone) => textsWithout(gone) === before)
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
