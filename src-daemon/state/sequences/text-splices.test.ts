import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cpuTime } from '../../testing/cpu-time.ts'
import { textSplices, type TextSplice } from './text-splices.ts'

/** What a reader sees as one character, though some look like several in code. */
const characters = [
  'a',
  'b',
  ' ',
  '\n',
  '\r\n',
  '日',
  '本',
  'é',
  'e\u0301',
  '😀',
  '😁',
  '👨‍👩‍👧',
  '👨‍👩‍👦',
  '🇫🇷',
  '🇫🇮',
]
  .concat(['가', '\u1100\u1161', 'क्षि', '©\ufe0f', '1\ufe0f\u20e3', 'か\u3099'])
  .map((text) => text.normalize('NFC'))
const text = fc.array(fc.constantFrom(...characters), { maxLength: 12 }).map((list) => list.join(''))

const applied = (before: string, splices: readonly TextSplice[]): string => {
  let after = ''
  let done = 0
  for (const { at, deleted, inserted } of splices) {
    after += before.slice(done, at) + inserted
    done = at + deleted
  }
  return after + before.slice(done)
}

const boundaries = (whole: string): Set<number> =>
  new Set([...new Intl.Segmenter('en').segment(whole)].map(({ index }) => index)).add(whole.length)

it('turns one text into the other without parting a character', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const splices = textSplices(before, after)
      expect(applied(before, splices)).toBe(after)
      const cuts = boundaries(before.replaceAll('\r\n', '\n\n')) // a line end may be parted
      for (const { at, deleted, inserted } of splices) {
        expect(inserted.isWellFormed()).toBe(true)
        expect(cuts.has(at) && cuts.has(at + deleted)).toBe(true)
      }
    }),
    { numRuns: 1500 },
  )
})

it('changes as little as possible', () => {
  const size = (splices: readonly TextSplice[]) =>
    splices.reduce((sum, { deleted, inserted }) => sum + deleted + inserted.length, 0)
  /** The textbook table of the longest common subsequence. */
  const least = (a: string, b: string): number => {
    let row = Array.from({ length: b.length + 1 }, () => 0)
    for (const one of a) {
      const next = [0]
      for (let n = 0; n < b.length; n++)
        next.push(one === b[n] ? (row[n] ?? 0) + 1 : Math.max(row[n + 1] ?? 0, next[n] ?? 0))
      row = next
    }
    return a.length + b.length - 2 * (row.at(-1) ?? 0)
  }
  const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 20 })
  fc.assert(
    fc.property(short, short, (before, after) => {
      expect(size(textSplices(before, after))).toBe(least(before, after))
    }),
    { numRuns: 1000 },
  )
})

it('keeps edits far apart as edits of their own', () => {
  const before = 'The quick brown fox jumps over the lazy dog. '.repeat(200)
  const places = [7000, 5000, 3000, 1000]
  const after = places.reduce((done, at) => `${done.slice(0, at)}!${done.slice(at)}`, before)
  expect(textSplices(before, after)).toEqual(
    places.reverse().map((at) => ({ at, deleted: 0, inserted: '!' })),
  )
})

it('replaces an emoji whole, not the half of it that differs', () => {
  expect(textSplices('x😀y', 'x😁y')).toEqual([{ at: 1, deleted: 2, inserted: '😁' }])
  expect(textSplices('👨‍👩‍👧', '👨‍👩‍👦')).toEqual([{ at: 0, deleted: 8, inserted: '👨‍👩‍👦' }])
})

it('compares a text changed in thousands of places by words', () => {
  const words = Array.from({ length: 6000 }, (_, n) => `word${String(n)}`)
  const before = words.join(' ')
  const after = words.map((word, n) => (n % 2 === 0 ? word : `${word}s`)).join(' ')
  const splices = textSplices(before, after)
  expect(applied(before, splices)).toBe(after)
  expect(splices).toHaveLength(3000)
})

it.each([
  ['other letters', 'x y'.repeat(350_000), 'z'.repeat(1 << 20)],
  ['nearly the same everywhere', 'x y'.repeat(350_000), 'x yy'.repeat(262_144)],
  ['emoji', '😀'.repeat(1 << 19), '😁'.repeat(1 << 19)],
  ['combining marks', 'e\u0301'.repeat(1 << 19), 'e\u0300'.repeat(1 << 19)],
])('bounds the work for 1 MiB of %s', (_, before, after) => {
  const begun = cpuTime()
  expect(applied(before, textSplices(before, after))).toBe(after)
  expect(cpuTime() - begun).toBeLessThan(10_000)
})
