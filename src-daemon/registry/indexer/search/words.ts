/** Splits texts into words: the same for indexing and searching, in both stores. */

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const WORD = /[\p{L}\p{N}]+/gu
const CJK_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu
const ASCII_WORDS = /[a-z0-9]+/g
/** Longer words are cut: their beginning still finds them. */
const MAX_LETTERS = 40

/**
 * The words of a text: NFKC, lower case, without accents, plural endings of English cut off; Chinese, Japanese and Korean as pairs of
 * characters, since they put no spaces between words.
 */
export const wordsOf = (text: string): string[] => writtenWordsOf(text).map(stem)

/** The same with their plural endings, as typos are found in what was written. */
export const writtenWordsOf = (text: string): string[] => {
  const lower = text.toLowerCase()
  // Most texts are plain ASCII, and need none of the rest.
  if (/^[\x00-\x7f]*$/.test(lower)) return (lower.match(ASCII_WORDS) ?? []).map(cut)
  const folded = lower
    .normalize('NFKC')
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
  return (folded.match(WORD) ?? []).flatMap((word) =>
    CJK.test(word) ? (word.match(CJK_RUN) ?? []).flatMap(pairsOf) : [cut(word)],
  )
}

const pairsOf = (run: string): string[] => {
  if (!CJK.test(run)) return [cut(run)]
  const letters = [...run]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)
}

const cut = (word: string): string => (word.length > MAX_LETTERS ? word.slice(0, MAX_LETTERS) : word)

/** `recipes` and `recipe` are one word. Cutting more would merge different words. */
export const stem = (word: string): string => {
  if (word.length < 4 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word
  return word.endsWith('ies') && word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
}

/** A word as it may be written: itself, and the plural that `stem` makes it of. */
export const formsOf = (word: string): readonly string[] => {
  if (!/[a-z]$/.test(word) || word.endsWith('s')) return [word]
  return [word, /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`]
}
