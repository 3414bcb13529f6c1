import { isObject, memberOf, valueAt, type JsonObject } from '../base/json.ts'

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
