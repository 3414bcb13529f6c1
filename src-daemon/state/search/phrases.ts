import { wordsOf } from '../view/words.ts'

/** The words typed between two spaces; the last one may continue: "mil" finds "milk". */
export type Phrase = readonly string[]

const MAX_PHRASES = 8

/** What a person searches for; empty if there is no word in it. */
export const phrasesOf = (question: string): readonly Phrase[] =>
  question
    .split(/\s+/u)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .slice(0, MAX_PHRASES)

const isAt = (text: readonly string[], at: number, phrase: Phrase): boolean =>
  phrase.every((word, n) => {
    const found = text[at + n]
    return n === phrase.length - 1 ? found?.startsWith(word) === true : found === word
  })

export interface SnippetPart {
  readonly text: string
  readonly hit: boolean
}

/** Characters of a text that are searched for a place to show. */
const LONGEST = 200_000
const BEFORE = 40
const AFTER = 140

/** The text around the first of the phrases, with every phrase in it marked; null if there is none. */
export const snippetOf = (text: string, phrases: readonly Phrase[]): readonly SnippetPart[] | null => {
  const tokens = tokensOf(text.slice(0, LONGEST))
  const words = tokens.map(({ word }) => word)
  const spans = tokens.flatMap(({ start }, at) => {
    const lengths = phrases.filter((phrase) => isAt(words, at, phrase)).map(({ length }) => length)
    return lengths.length === 0 ? [] : [{ start, end: tokens[at + Math.max(...lengths) - 1]?.end ?? start }]
  })
  const [first] = spans
  if (first === undefined) return null
  const from = wordBoundary(text, Math.max(0, first.start - BEFORE), first.start)
  const to = Math.min(text.length, first.start + AFTER)
  const parts: SnippetPart[] = []
  let at = from
  const add = (end: number, hit: boolean): void => {
    if (end <= at) return
    parts.push({ text: text.slice(at, end), hit })
    at = end
  }
  for (const { start, end } of spans) {
    if (start >= to) break
    add(start, false)
    add(end, true)
  }
  add(Math.max(at, to), false)
  const shown = parts.map((part) => ({ ...part, text: part.text.replaceAll(/\s+/gu, ' ') }))
  if (from > 0) shown.unshift({ text: '…', hit: false })
  if (to < text.length) shown.push({ text: '…', hit: false })
  return shown
}

/** Begins with a whole word if one begins nearby. */
const wordBoundary = (text: string, from: number, to: number): number => {
  if (from === 0) return 0
  const space = text.slice(from, to).search(/\s/u)
  return space < 0 ? from : from + space + 1
}

const TOKEN = /[\p{L}\p{N}\p{M}]+/gu

/** The words of a text with their places, in the form `wordsOf` gives them. */
const tokensOf = (text: string): { word: string; start: number; end: number }[] =>
  [...text.matchAll(TOKEN)].flatMap(({ 0: run, index }) => {
    const words = wordsOf(run)
    if (words.length === 1 && words[0] !== undefined)
      return [{ word: words[0], start: index, end: index + run.length }]
    // A script without spaces: each of its characters is a word.
    let at = index
    return [...run].flatMap((character) => {
      const start = at
      at += character.length
      return wordsOf(character).map((word) => ({ word, start, end: at }))
    })
  })
