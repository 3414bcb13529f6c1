import { escaped } from '../../core/pattern.ts'
import type { Grammar } from '../grammar/index.ts'

/** Words that name an object, and how they are looked for and compared, whatever their form. */

export interface Keyword {
  /** Equal for all forms of a word. */
  readonly root: string
  /** A part that all its forms have in common. */
  readonly piece: string
  /** So short that many texts have it: looked for in titles only. */
  readonly inTitle?: true
}

const WORDS =
  /\p{Script=Hiragana}+|[\p{Script=Han}々ー\p{Script=Katakana}]+|[\p{Script=Latin}\p{M}\p{N}_'’-]+|[\p{L}\p{N}]+/gu
const SPACELESS = /[\p{Script=Han}\p{Script=Katakana}ー々]/u
const HIRAGANA = /^\p{Script=Hiragana}+$/u

/** Words that name nothing. */
/** Words for a thing behind its name: 牙医那个电话, 保険の件. */
const POINTING = /那[个条件项]|这[个条件项]|の件$|のやつ$|のこと$|のほう$|の方$/gu

const GLUE = new Set(
  'the a an my our your his her this that these those to of for on in at with and or is are was were be been it its up out off me i we all some from by about thing item one entry el la los las un una de del al a y en con para por mi mis su que se lo le ya he ha está'.split(
    ' ',
  ),
)

/**
 * The words of `text` that can name an object; a word of Chinese or Japanese characters in pairs of them. Hiragana is mostly
 * grammar, except in what is left of a question.
 */
export const keywordsOf = (text: string, { root }: Grammar, withHiragana = false): Keyword[] => {
  const found = new Map<string, Keyword>()
  for (const [word] of text
    .trim()
    .replaceAll(POINTING, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(WORDS)) {
    if (GLUE.has(word)) continue
    if (HIRAGANA.test(word)) {
      const noun = word.replace(/[はがをにのでともや]$/u, '')
      if (withHiragana && noun.length > 2) found.set(noun, { root: noun, piece: noun })
      continue
    }
    for (const keyword of SPACELESS.test(word) ? pairsOf(word) : [latin(word, root)])
      found.set(keyword.root, keyword)
  }
  return [...found.values()].slice(0, MAX_KEYWORDS)
}
const MAX_KEYWORDS = 12

/** Particles and endings around a word. */
const PARTICLES =
  /^(?:について|に関する|という|れない|から|まで|より|する|した|して|[はがをにのでともやへうくすつぬむるいきしち])+|(?:について|という|から|まで|より|する|した|して|こと|だけ|[はがをにのでともやへ])+$/gu

const pairsOf = (word: string): Keyword[] => {
  const characters = [...word]
  if (characters.length <= 2 || /^[\p{Script=Katakana}ー]+$/u.test(word)) return [{ root: word, piece: word }]
  return characters.slice(1).map((character, at) => {
    const pair = `${characters[at] ?? ''}${character}`
    return { root: pair, piece: pair }
  })
}

const latin = (word: string, rootOf: (word: string) => string): Keyword => {
  const root = rootOf(word.replace(/['’]s$/u, ''))
  const plain = word.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return { root, piece: plain.startsWith(root) ? word.slice(0, root.length) : root }
}

/** Also the characters of unspaced words, for a search that is judged afterwards: 花浇 is 浇花. */
export const loosely = (keywords: readonly Keyword[]): Keyword[] => {
  const characters = keywords
    .filter(({ piece }) => /^\p{Script=Han}{2}$/u.test(piece))
    .flatMap(({ piece }) => [...piece])
  return [
    ...keywords,
    ...[...new Set(characters)].map((character): Keyword => ({
      root: character,
      piece: character,
      inTitle: true,
    })),
  ]
}

/** A pattern (RE2) for a text that has this word, whatever its case. */
export const patternFor = ({ piece }: Keyword): string => `(?i)${escaped(piece)}`

export interface Likeness {
  /** The share of what was said that the text has. */
  readonly said: number
  /** The share of the text that was said. */
  readonly covered: number
}

/** How much `said` and `text` have in common. */
export const likenessOf = (said: string, text: string, grammar: Grammar): Likeness => {
  const left = marksOf(said, grammar)
  const right = marksOf(text, grammar)
  const shared = [...left].filter((mark) => right.has(mark)).length
  return {
    said: left.size === 0 ? 0 : shared / left.size,
    covered: right.size === 0 ? 0 : shared / right.size,
  }
}

/** Roots of spaced words, and single characters of unspaced ones. */
const marksOf = (text: string, { root }: Grammar): Set<string> => {
  const marks = new Set<string>()
  for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORDS)) {
    if (GLUE.has(word)) continue
    if (HIRAGANA.test(word)) {
      // A long one is a word of its own ("carrots"), not the grammar between others.
      const noun = word.replace(PARTICLES, '')
      if (noun.length > 2) marks.add(noun)
      continue
    }
    if (SPACELESS.test(word)) for (const character of word) marks.add(character)
    else marks.add(latin(word, root).root)
  }
  return marks
}

/** `text` with each word, or unspaced character, that `known` has in any form put through `hide`. */
export const withoutNames = (
  text: string,
  known: string,
  grammar: Grammar,
  hide: (word: string) => string,
): string => {
  const marks = marksOf(known, grammar)
  return text.replaceAll(WORDS, (word) => {
    const lower = word.normalize('NFKC').toLowerCase()
    if (SPACELESS.test(word))
      return word.replaceAll(/[\p{Script=Katakana}ー]+|./gu, (part) =>
        (part.length > 1 ? known.includes(part) : marks.has(part)) ? hide(part) : part,
      )
    const [mark] = marksOf(lower, grammar)
    return mark !== undefined && marks.has(mark) ? hide(word) : word
  })
}
