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
