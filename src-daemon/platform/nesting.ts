/** The most levels of foreign JSON that are kept: SQLite reads no more than a thousand, and recursion ends soon after. */
const DEEPEST = 500

/** Whether a JSON value nests deeper than is kept. */
export const nestsTooDeep = (value: unknown): boolean => {
  let level: readonly unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true
    level = level.flatMap((inner): unknown[] =>
      typeof inner === 'object' && inner !== null ? Object.values(inner) : [],
    )
  }
  return false
}
