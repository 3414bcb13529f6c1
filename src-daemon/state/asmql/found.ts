/** What a query reads of a row, and how it is handed out. */
import { isoText } from '../base/time.ts'
import { isObject, type JsonObject, memberOf, valueAt } from '../base/json.ts'
import type { Schema } from '../schema/schema.ts'
import type { StateObject } from '../../contract/state.ts'
import type { Bound } from './fragment.ts'

/**
 * What a query reads of a row `v`, followed by its sort keys. What most objects have nothing of comes as one column: each takes
 * as long to hand over as reading it.
 */
export const ROW_COLUMNS = `v.id, v.log, lower(hex(v.version)), v.updated_at,
  iif(v.expires_at IS NULL AND v.conflicts IS NULL AND v.invalid IS NULL, NULL, json_array(v.expires_at, v.conflicts, v.invalid)),
  v.object`
const COLUMNS = 6

/** In raw mode. The table is STRICT and its columns are ours, so nothing is checked again for each row. */
export type FoundRow = readonly [
  id: string,
  log: number,
  version: string,
  updatedAt: number,
  rare: string | null,
  object: string,
  ...keys: Bound[],
]

/** A row as others see it; `scope` is that of the log the object was made in. */
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

/** Where a page that ends with this row goes on: its sort keys, and its id. */
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
