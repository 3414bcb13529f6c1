import type { JsonRecord } from '../../../../src-daemon/contract/state.ts'

/** A field changed both here and elsewhere since it was read. */
export interface FieldChoice {
  readonly key: string
  readonly before: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export interface ThreeWay {
  /** Changed on both sides to different values: one must be chosen. */
  readonly both: readonly FieldChoice[]
  /** Changed only elsewhere; applied. */
  readonly theirsOnly: readonly string[]
}

/** Merges an edit with someone else's edit of the same object. Absent fields count as undefined. */
export const threeWay = (before: JsonRecord, mine: JsonRecord, theirs: JsonRecord): ThreeWay => {
  const keys = [...new Set([before, mine, theirs].flatMap((object) => Object.keys(object)))]
  const changedBy = (side: JsonRecord) => (key: string) => !same(before[key], side[key])
  const byThem = keys.filter(changedBy(theirs))
  const byMe = changedBy(mine)
  return {
    both: byThem
      .filter((key) => byMe(key) && !same(mine[key], theirs[key]))
      .map((key) => ({ key, before: before[key], mine: mine[key], theirs: theirs[key] })),
    theirsOnly: byThem.filter((key) => !byMe(key)),
  }
}

/** The object to save, once the user has chosen a value for each field changed on both sides. */
export const merged = (
  { both, theirsOnly }: ThreeWay,
  mine: JsonRecord,
  theirs: JsonRecord,
  choices: Readonly<Record<string, 'mine' | 'theirs'>>,
): JsonRecord => {
  const taken = [...theirsOnly, ...both.filter(({ key }) => choices[key] === 'theirs').map(({ key }) => key)]
  const rest = Object.entries(mine).filter(([key]) => !taken.includes(key))
  const theirsTaken = taken.flatMap((key) => (key in theirs ? [[key, theirs[key]] as const] : []))
  return Object.fromEntries([...rest, ...theirsTaken])
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

/** Sorted names: two objects are equal whatever the order of their members. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}
