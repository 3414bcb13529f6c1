/** Whether a JSON value is nested deeper than that. Not recursive: it asks before anything recursive gets the value. */
export const isDeeper = (value: unknown, limit: number): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    )
  }
  return false
}

/** Whether a value contains itself, as an alias in YAML can make it. */
export const isCyclic = (value: unknown): boolean => {
  const above = new Set<object>()
  const known = new Set<object>()
  const search = (one: unknown): boolean => {
    if (typeof one !== 'object' || one === null) return false
    if (above.has(one)) return true
    if (known.has(one)) return false
    known.add(one)
    above.add(one)
    const found = Object.values(one).some(search)
    above.delete(one)
    return found
  }
  return search(value)
}
