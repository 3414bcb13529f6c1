/** The columns a query reads of a row, and their conversion to an object. */
import { isoText } from '../base/time.ts'
import { isObject, type JsonObject, memberOf, valueAt } from '../base/json.ts'
import type { Schema } from '../schema/schema.ts'
import type { StateObject } from '../../contract/state.ts'
import type { Bound } from './fragment.ts'

/**
 * The columns a query reads of a row `v`, followed by its sort keys. Values most objects don't have share one column:
 * passing a column takes as long as reading it.
 */
export const ROW_COLUMNS = `v.id, v.log, lower(hex(v.version)), v.updated_at,
  iif(v.expires_at IS NULL AND v.conflicts IS NULL AND v.invalid IS NULL, NULL, json_array(v.expires_at, v.conflicts, v.invalid)),
  v.object`
const COLUMNS = 6

/** Raw mode. The table is STRICT and the columns are ours, so rows aren't validated again. */
export type FoundRow = readonly [
  id: string,
  log: number,
  version: string,
  updatedAt: number,
  rare: string | null,
  object: string,
  ...keys: Bound[],
]

/** A row as returned to callers; `scope` is that of the log the object was created in. */
export const stateObjectOf = (
  { uri, owner }: Pick<Schema, 'uri' | 'owner'>,
  [id, , version, updatedAt, rare, json]: FoundRow,
  scope: string,
): StateObject & { object: JsonObject } => {
  const found: StateObject & { object: JsonObject } = {
    id,
    schemaUri: uri,
    scope,
    owner,
    version,
    object: JSON.parse(json) as JsonObject,
    updatedAt: isoText(updatedAt),
  }
  return rare === null ? found : { ...found, ...rareOf(rare) }
}

const rareOf = (rare: string): Pick<StateObject, 'conflicts' | 'invalid' | 'expiresAt'> => {
  const [expiresAt, conflicts, invalid] = JSON.parse(rare) as [number | null, string | null, string | null]
  return {
    ...(conflicts !== null && { conflicts: JSON.parse(conflicts) as Record<string, unknown[]> }),
    ...(invalid !== null && { invalid }),
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
  }
}

/** The position after a page that ends with this row: its sort keys, and its id. */
export const positionOf = (row: FoundRow, keys: number): Bound[] => [
  ...row.slice(COLUMNS, COLUMNS + keys),
  row[0],
]

/** The object with the members at `paths` only. */
export const pick = (object: JsonObject, paths: readonly (readonly string[])[]): JsonObject => {
  const picked: JsonObject = {}
  for (const path of paths) {
    const value = valueAt(object, path)
    const name = path.at(-1)
    if (value === undefined || name === undefined) continue
    let into = picked
    for (const key of path.slice(0, -1)) {
      const next = memberOf(into, key)
      if (isObject(next)) into = next
      else into = into[key] = {}
    }
    into[name] = value
  }
  return picked
}
