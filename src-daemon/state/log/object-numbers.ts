/** Numbers of objects by schema and id, of those used of late. One text of the two as a key would have to be made for each look-up. */
export interface ObjectNumbers {
  get(schema: number, objectId: string): number | undefined
  set(schema: number, objectId: string, object: number): void
  clear(): void
}

type BySchema = Map<number, Map<string, number>>

/** Keeps the last `most`, and up to as many before them. */
export const createObjectNumbers = (most: number): ObjectNumbers => {
  let recent: BySchema = new Map()
  let count = 0
  /** Used before those; what is used again moves up, and the rest goes at once. */
  let earlier: BySchema = new Map()

  const set: ObjectNumbers['set'] = (schema, objectId, object) => {
    if (count >= most) {
      earlier = recent
      recent = new Map()
      count = 0
    }
    count += 1
    const known = recent.get(schema)
    if (known === undefined) recent.set(schema, new Map([[objectId, object]]))
    else known.set(objectId, object)
  }

  return {
    get: (schema, objectId) => {
      const known = recent.get(schema)?.get(objectId)
      if (known !== undefined) return known
      const before = earlier.get(schema)?.get(objectId)
      if (before !== undefined) set(schema, objectId, before)
      return before
    },
    set,
    clear: () => {
      recent.clear()
      earlier.clear()
      count = 0
    },
  }
}
