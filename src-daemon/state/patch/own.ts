import type { Json, JsonObject } from '../json.ts'

/**
 * Copies on write: a list or object is copied, one level deep, when something in it is about to change, and only once. What a
 * patch does not touch is shared with what it was applied to, so that comparing the two costs little.
 */
export type Own = <T extends Json[] | JsonObject>(container: T) => T

export const createOwn = (): Own => {
  const made = new Set<object>()

  return <T extends Json[] | JsonObject>(container: T): T => {
    if (made.has(container)) return container
    const copy = copyOf(container)
    made.add(copy)
    return copy as T
  }
}

const copyOf = (container: Json[] | JsonObject): Json[] | JsonObject =>
  Array.isArray(container) ? [...container] : { ...container }
