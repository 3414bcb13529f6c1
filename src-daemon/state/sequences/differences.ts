/**
 * The smallest set of splices between two sequences of symbols (Myers' O(ND) algorithm), with bounded work. The `diff`
 * package finds the same, but takes 20 times as long on a text of 100,000 characters, which is most of an edit.
 */
import { anchorsOf } from './anchors.ts'

/** Replaces `before[from, to)` by `after[afterFrom, afterTo)`. */
export interface Splice {
  readonly from: number
  readonly to: number
  readonly afterFrom: number
  readonly afterTo: number
}

/** Maximum comparisons of one search: some 50 ms. */
const MAX_STEPS = 20_000_000
/** Maximum removed and inserted symbols of one search; its memory grows with the square. */
const MAX_DISTANCE = 2_000
/** Longer stretches between two kept symbols aren't searched but replaced. */
const MAX_BETWEEN_ANCHORS = 500

/** In order, at least one kept symbol apart; as small as possible. Null if that is too much work. */
export const smallestDifferences = (before: Int32Array, after: Int32Array): readonly Splice[] | null =>
  betweenEnds(before, after, shortestEdit)

/**
 * `smallestDifferences`; if that is too much work, keeps symbols that occur once in each as far as their order allows.
 * Null if there is no such symbol either.
 */
export const differences = (before: Int32Array, after: Int32Array): readonly Splice[] | null =>
  betweenEnds(before, after, (a, b) => shortestEdit(a, b) ?? editBetweenAnchors(a, b))

const betweenEnds = (
  before: Int32Array,
  after: Int32Array,
  search: (before: Int32Array, after: Int32Array) => readonly Splice[] | null,
): readonly Splice[] | null => {
  const [head, tail] = commonEnds(before, after)
  const found = search(before.subarray(head, before.length - tail), after.subarray(head, after.length - tail))
  return moved(found, head, head)
}

const editBetweenAnchors = (before: Int32Array, after: Int32Array): readonly Splice[] | null => {
  const anchors = anchorsOf(before, after)
  if (anchors.length === 0) return null
  const splices: Splice[] = []
  let [from, afterFrom] = [0, 0]
  for (const { before: to, after: afterTo } of [...anchors, { before: before.length, after: after.length }]) {
    const isSmall = to - from + afterTo - afterFrom <= MAX_BETWEEN_ANCHORS
    const found = isSmall ? shortestEdit(before.subarray(from, to), after.subarray(afterFrom, afterTo)) : null
    splices.push(...(moved(found, from, afterFrom) ?? [{ from, to, afterFrom, afterTo }]))
    from = to + 1
    afterFrom = afterTo + 1
  }
  return splices
}

/** Shifts splices of a part to their position in the whole. */
const moved = (splices: readonly Splice[] | null, by: number, afterBy: number): readonly Splice[] | null =>
  splices?.map(({ from, to, afterFrom, afterTo }) => ({
    from: from + by,
    to: to + by,
    afterFrom: afterFrom + afterBy,
    afterTo: afterTo + afterBy,
  })) ?? null

/** Number of equal symbols at the beginning and, of the rest, at the end. */
const commonEnds = (before: Int32Array, after: Int32Array): readonly [head: number, tail: number] => {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before[head] === after[head]) head++
  let tail = 0
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return [head, tail]
}

const shortestEdit = (before: Int32Array, after: Int32Array): readonly Splice[] | null => {
  const [n, m] = [before.length, after.length]
  if (n === 0 || m === 0) return n === m ? [] : [{ from: 0, to: n, afterFrom: 0, afterTo: m }]
  const most = Math.min(MAX_DISTANCE, n + m)
  /** For each diagonal (offset by `most`), how far into `before` the search has come. */
  const reach = new Int32Array(2 * most + 3)
  const origin = most + 1
  const trail: Int32Array[] = []
  let steps = 0
  for (let distance = 0; distance <= most; distance++) {
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const below = reach[origin + diagonal + 1] ?? 0
      const left = reach[origin + diagonal - 1] ?? 0
      let x = diagonal === -distance || (diagonal !== distance && left < below) ? below : left + 1
      const start = x
      while (x < n && x - diagonal < m && before[x] === after[x - diagonal]) x++
      steps += x - start + 1
      reach[origin + diagonal] = x
      if (x >= n && x - diagonal >= m) return traceBack(trail, n, m)
    }
    if (steps > MAX_STEPS) return null
    trail.push(reach.slice(origin - distance, origin + distance + 1))
  }
  return null
}

/**
 * Follows the search back from its end; `trail[d]` is how far each diagonal from -d to d came with d symbols changed.
 */
const traceBack = (trail: readonly Int32Array[], n: number, m: number): readonly Splice[] => {
  const splices: Splice[] = []
  let [x, y] = [n, m]
  for (let distance = trail.length; distance > 0; distance--) {
    const reach = trail[distance - 1] ?? new Int32Array()
    const reached = (diagonal: number): number => reach[diagonal + distance - 1] ?? -1
    const diagonal = x - y
    const inserts =
      diagonal === -distance || (diagonal !== distance && reached(diagonal - 1) < reached(diagonal + 1))
    const earlierX = inserts ? reached(diagonal + 1) : reached(diagonal - 1)
    const earlierY = earlierX - (inserts ? diagonal + 1 : diagonal - 1)
    push(splices, {
      from: earlierX,
      to: inserts ? earlierX : earlierX + 1,
      afterFrom: earlierY,
      afterTo: inserts ? earlierY + 1 : earlierY,
    })
    x = earlierX
    y = earlierY
  }
  return splices.reverse()
}

/** Steps arrive from the end to the beginning; adjacent ones become one splice. */
const push = (splices: Splice[], step: Splice): void => {
  const next = splices.at(-1)
  if (next?.from === step.to && next.afterFrom === step.afterTo)
    splices[splices.length - 1] = { ...next, from: step.from, afterFrom: step.afterFrom }
  else splices.push(step)
}
