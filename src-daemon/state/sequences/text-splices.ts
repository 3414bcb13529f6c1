import { differences, smallestDifferences } from './differences.ts'
import { createUnits, isCuttable, type Units } from './units.ts'

/** Longer stretches of a text changed in too many places are replaced as a whole. */
const MAX_REFINED = 2_000

/** Replaces `deleted` code units at `at` of the earlier text. */
export interface TextSplice {
  readonly at: number
  readonly deleted: number
  readonly inserted: string
}

/**
 * The edits from one text to another, in order, as small as possible; none ever splits what a reader sees as one
 * character. A text changed in thousands of places is compared by words first, then within each changed stretch; a text
 * with hardly a word left is replaced. The work is bounded.
 */
export const textSplices = (before: string, after: string): readonly TextSplice[] => {
  const [head, tail] = commonEnds(before, after)
  const a = before.slice(head, before.length - tail)
  const b = after.slice(head, after.length - tail)
  return byCharacters(a, b, head) ?? byWords(a, b, head)
}

const byCharacters = (before: string, after: string, at: number): readonly TextSplice[] | null => {
  const unitsOf = createUnits()
  const [a, b] = [unitsOf(before), unitsOf(after)]
  const found = smallestDifferences(a.symbols, b.symbols)
  return (
    found?.map((splice) => {
      const [from, to] = [offset(a, splice.from), offset(a, splice.to)]
      return {
        at: at + from,
        deleted: to - from,
        inserted: after.slice(offset(b, splice.afterFrom), offset(b, splice.afterTo)),
      }
    }) ?? null
  )
}

const offset = ({ offsets }: Units, unit: number): number => offsets?.[unit] ?? unit

const byWords = (before: string, after: string, at: number): readonly TextSplice[] => {
  const numbers = new Map<string, number>()
  const [a, b] = [wordsOf(before, numbers), wordsOf(after, numbers)]
  const found = differences(a.symbols, b.symbols)
  if (found === null) return [{ at, deleted: before.length, inserted: after }]
  return found.flatMap((splice) => {
    const removed = before.slice(a.offsets[splice.from], a.offsets[splice.to])
    const inserted = after.slice(b.offsets[splice.afterFrom], b.offsets[splice.afterTo])
    const from = at + (a.offsets[splice.from] ?? 0)
    const refined =
      removed.length + inserted.length <= MAX_REFINED ? byCharacters(removed, inserted, from) : null
    return refined ?? [{ at: from, deleted: removed.length, inserted }]
  })
}

/** Words with the white space after them; equal words have the same number. */
const wordsOf = (
  text: string,
  numbers: Map<string, number>,
): { readonly symbols: Int32Array; readonly offsets: readonly number[] } => {
  const symbols: number[] = []
  const offsets = [0]
  for (let at = 1, start = 0; at <= text.length; at++) {
    const ends = at === text.length || text[at - 1] === ' ' || text[at - 1] === '\n'
    if (!ends || !isCuttable(text, at)) continue
    const word = text.slice(start, at)
    const number = numbers.get(word) ?? numbers.size
    numbers.set(word, number)
    symbols.push(number)
    offsets.push(at)
    start = at
  }
  return { symbols: Int32Array.from(symbols), offsets }
}

/** Number of equal code units at both ends, cut where both texts may be split. */
const commonEnds = (before: string, after: string): readonly [head: number, tail: number] => {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++
  while (head > 0 && !(isCuttable(before, head) && isCuttable(after, head))) head--
  let tail = 0
  while (
    tail < most - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail++
  while (tail > 0 && !(isCuttable(before, before.length - tail) && isCuttable(after, after.length - tail)))
    tail--
  return [head, tail]
}
