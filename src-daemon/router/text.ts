/** How the router reads text: NFC, case-folded, split into whole tokens; Chinese and Japanese have no spaces to split at. */

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const WORD = /[\p{L}\p{N}\p{M}_]/u
const TOKENS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[\p{L}\p{N}\p{M}_]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{L}\p{N}\p{M}_]|$)/gu

/** The form every comparison uses: two spellings of the same characters are the same text. */
export const normalise = (text: string): string => text.normalize('NFC')

/** Case-folded as far as JavaScript goes: `ẞ`, `ß` and `SS` become one. */
export const fold = (text: string): string => normalise(text).toLowerCase().toUpperCase().toLowerCase()

/** Whether `text` holds a character of a script written without spaces. */
export const hasCjk = (text: string): boolean => CJK.test(text)

/** Case-folded words; each Chinese or Japanese character is a token of its own. */
export const tokensOf = (text: string): string[] => fold(text).match(TOKENS) ?? []

/** Whether a word could be cut in two between `left` and `right`. A border beside CJK is always one. */
export const isBorder = (left: string, right: string): boolean => {
  if (left === '' || right === '') return true
  if (hasCjk(left) || hasCjk(right)) return true
  return !WORD.test(left) || !WORD.test(right)
}

/** The character that ends just before `index`, whole even outside the BMP. */
export const characterBefore = (text: string, index: number): string =>
  [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? ''

/** The character that starts at `index`. */
export const characterAt = (text: string, index: number): string => {
  const code = text.codePointAt(index)
  return code === undefined ? '' : String.fromCodePoint(code)
}
