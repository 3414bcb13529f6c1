/** What was used of late, by key: the last `most` and up to as many before them. Finding one costs one look-up. */
export interface Recent<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  clear(): void
}

export const createRecent = <K, V>(most: number): Recent<K, V> => {
  let recent = new Map<K, V>()
  /** Used before those; what is used again moves up, and the rest goes at once. */
  let earlier = new Map<K, V>()

  const set = (key: K, value: V): void => {
    if (recent.size >= most) {
      earlier = recent
      recent = new Map()
    }
    recent.set(key, value)
  }

  return {
    get: (key) => {
      const known = recent.get(key)
      if (known !== undefined) return known
      const before = earlier.get(key)
      if (before !== undefined) set(key, before)
      return before
    },
    set,
    clear: () => {
      recent.clear()
      earlier.clear()
    },
  }
}
