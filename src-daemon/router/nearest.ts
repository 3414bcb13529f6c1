import { fold } from './text.ts'

/**
 * Names a person may have meant, nearest first: those that hold what was written or stand in it, then those that differ by a
 * few keys. Nothing like it gives the first names there are.
 */
export const nearestNames = <T extends { readonly name: string; readonly title: string }>(
  wanted: string,
  known: readonly T[],
  limit: number,
): readonly T[] => {
  const folded = fold(wanted.trim())
  const near = known
    .map((one) => ({
      one,
      distance: Math.min(distanceOf(folded, fold(one.name)), distanceOf(folded, fold(one.title))),
    }))
    .filter(({ distance }) => Number.isFinite(distance))
    .sort((a, b) => a.distance - b.distance || (a.one.name < b.one.name ? -1 : 1))
    .map(({ one }) => one)
  return (folded === '' || near.length === 0 ? known : near).slice(0, limit)
}

/** Keys that differ; infinity when it is another word. Part of the name is nearer than a slip. */
const distanceOf = (wanted: string, name: string): number => {
  if (wanted === '' || name === '') return Infinity
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted) || wanted.includes(name)) return 0.5
  const slips = slipsBetween(wanted.slice(0, LONGEST), name.slice(0, LONGEST))
  return slips <= Math.max(1, Math.floor(Math.max(wanted.length, name.length) / 3)) ? slips : Infinity
}

const LONGEST = 64

/** Letters added, left out, mistaken, or swapped with the next (optimal string alignment). */
const slipsBetween = (one: string, other: string): number => {
  const left = [...one]
  const right = [...other]
  let before: number[] = []
  let above = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (const [row, character] of left.entries()) {
    const current = [row + 1]
    for (const [column, against] of right.entries()) {
      const swapped = row > 0 && column > 0 && left[row - 1] === against && character === right[column - 1]
      current.push(
        Math.min(
          (above[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (above[column] ?? 0) + (character === against ? 0 : 1),
          swapped ? (before[column - 1] ?? 0) + 1 : Infinity,
        ),
      )
    }
    before = above
    above = current
  }
  return above[right.length] ?? 0
}
