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
export const wordsOf = (text: string): string[] => {
  const lower = text.toLowerCase()
  // Most texts are plain ASCII, and need none of the rest.
  if (/^[\x00-\x7f]*$/.test(lower)) return (lower.match(ASCII_WORDS) ?? []).map(stem)
  const folded = lower
    .normalize('NFKC')
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC')
  return (folded.match(WORD) ?? []).flatMap((word) =>
    CJK.test(word) ? (word.match(CJK_RUN) ?? []).flatMap(pairsOf) : [stem(word)],
  )
}

const pairsOf = (run: string): string[] => {
  if (!CJK.test(run)) return [stem(run)]
  const letters = [...run]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`)
}

/** `recipes` and `recipe` are one word. Cutting more would merge different words. */
const stem = (word: string): string => {
  const short = word.length > MAX_LETTERS ? word.slice(0, MAX_LETTERS) : word
  if (short.length < 4 || !short.endsWith('s') || /(ss|us|is)$/.test(short)) return short
  return short.endsWith('ies') && short.length > 4 ? `${short.slice(0, -3)}y` : short.slice(0, -1)
}
