import { expect, it, onTestFailed } from 'vitest'
import { effort } from '../../testing/effort.ts'
import { createRandom, newSeed } from '../survival/testing/random.ts'
import { type Json, type JsonObject, toJcs } from '../base/json.ts'
import { textsOf } from '../view/texts.ts'
import { finderOf, foldText, wordsOf } from '../view/words.ts'
import { formsOf, isHan } from './han.ts'
import { hasInTexts } from './quick.ts'

/** Whether words have those of a phrase one after the other: what a search means. */
const hasPhrase = (words: readonly string[], phrase: readonly string[]): boolean =>
  words.some((_, at) =>
    phrase.every((word, n) => {
      const found = words[at + n]
      return n === phrase.length - 1 ? found?.startsWith(word) === true : found === word
    }),
  )

const PIECES = [
  'a',
  'ab',
  'b',
  'B',
  'é',
  '1',
  'ß',
  '牛',
  '奶',
  '牛奶',
  '⽜',
  'ミ',
  'ｶﾞ',
  'ガ',
  'ー',
  'ก',
  'ี',
  'ж',
  '한',
  '𠮷',
]
const BETWEEN = ['', '', '', ' ', '-', '\n', '、', '"', '\u0301', '😀']

it('finds in a text what splitting it into words finds', () => {
  const seed = newSeed()
  onTestFailed(() => {
    process.stderr.write(`seed ${String(seed)}\n`)
  })
  const random = createRandom(seed)
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? ''
  const textOf = (pieces: number): string =>
    Array.from({ length: pieces }, () => `${pick(PIECES)}${pick(BETWEEN)}`).join('')
  let found = 0
  for (let n = 0; n < effort(500, 2500); n++) {
    const phrase = wordsOf(textOf(1 + Math.floor(random() * 3)))
    if (phrase.length === 0) continue
    // Compiling it takes a hundred times as long as a search.
    const finder = finderOf(phrase)
    for (let k = 0; k < 4; k++) {
      const text = textOf(1 + Math.floor(random() * 6))
      const expected = hasPhrase(wordsOf(text), phrase)
      expect(finder.test(foldText(text)), JSON.stringify([text, phrase])).toBe(expected)
      if (expected) found += 1
    }
  }
  expect(found).toBeGreaterThan(50)
})

it('finds in JSON what it finds in the parsed object, where it says so', () => {
  const seed = newSeed()
  onTestFailed(() => {
    process.stderr.write(`seed ${String(seed)}\n`)
  })
  const random = createRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const names = ['id', 'updatedAt', 'title', 'ab', '牛', 'valid', 'list']
  const texts = ['ab', 'a b', '牛奶', 'x', 'b', ':', ',', '{', 'ab-b', '"', 'A\nb', 'ÄB', '']
  const valueAt = (depth: number): Json => {
    const kind = random()
    if (depth > 2 || kind < 0.6) return pick(texts)
    if (kind < 0.7) return pick([1, true, null])
    if (kind < 0.85) return [valueAt(depth + 1), valueAt(depth + 1)]
    return objectAt(depth + 1)
  }
  const objectAt = (depth: number): JsonObject =>
    Object.fromEntries(Array.from({ length: 3 }, () => [pick(names), valueAt(depth)]))
  const said = { true: 0, false: 0, null: 0 }
  for (let n = 0; n < effort(2000, 10_000); n++) {
    const object = objectAt(0)
    const finder = finderOf(wordsOf(pick(['ab', 'a', 'a b', '牛奶', '牛', 'b'])))
    const json = toJcs(object)
    const has = hasInTexts(json, foldText(json), [finder])
    said[String(has) as keyof typeof said] += 1
    if (has === null) continue
    const expected = [...textsOf(object)].some((text) => finder.test(foldText(text)))
    expect(has, `${json} ${String(finder)}`).toBe(expected)
  }
  expect(Math.min(...Object.values(said))).toBeGreaterThan(50)
})

it('knows every form of a Chinese character', () => {
  for (let point = 0; point < 0x32000; point++) {
    const form = String.fromCodePoint(point)
    if (/\p{Surrogate}/u.test(form)) continue
    for (const character of foldText(form))
      if (isHan(character)) expect(formsOf(character), point.toString(16)).toContain(form)
  }
})
