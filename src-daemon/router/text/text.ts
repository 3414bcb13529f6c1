/** How the router reads text: NFC, case-folded, split into whole tokens; Chinese and Japanese have no spaces to split at. */

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const WORD = /[\p{L}\p{N}\p{M}_]/u
const TOKENS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[\p{L}\p{N}\p{M}_]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{L}\p{N}\p{M}_]|$)/gu

const ASCII = /^[\x20-\x7e\s]*$/
/** Bounded by the number of characters in use; each is folded once. */
const foldings = new Map<string, string>()

/** The form for all comparisons: two encodings of the same characters are the same text. */
export const normalise = (text: string): string => text.normalize('NFC')

/**
 * Case-folds character by character, so that a part of the folded text is the folded part of the text: `ẞ`,
 * `ß` and `SS` become one, so do `Σ`, `σ` and `ς`. Characters that RE2 treats as case variants are equal here
 * too.
 */
export const fold = (text: string): string => {
  const normal = normalise(text)
  if (ASCII.test(normal)) return normal.toLowerCase()
  let folded = ''
  for (const character of normal) folded += foldCharacter(character)
  return folded
}

/** Folds one character of an NFC text; it may become several UTF-16 units. */
export const foldCharacter = (character: string): string => {
  const known = foldings.get(character)
  if (known !== undefined) return known
  const folded = character.toLowerCase().toUpperCase().toLowerCase()
  foldings.set(character, folded)
  return folded
}

/** Whether `text` contains a character of a script written without spaces. */
export const hasCjk = (text: string): boolean => CJK.test(text)

/** Case-folded words; each Chinese or Japanese character is a token of its own. */
export const tokensOf = (text: string): string[] => placedTokens(normalise(text)).map((token) => token.text)

/** A case-folded word, and its UTF-16 position in the text. */
export interface PlacedToken {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The tokens of an NFC text, with their positions. */
export const placedTokens = (text: string): PlacedToken[] => {
  const tokens: PlacedToken[] = []
  for (const { 0: word, index } of text.matchAll(TOKENS))
    tokens.push({ text: fold(word), start: index, end: index + word.length })
  return tokens
}

/** Whether there is a word boundary between `left` and `right`. Next to CJK there always is. */
export const isBorder = (left: string, right: string): boolean => {
  if (left === '' || right === '') return true
  if (hasCjk(left) || hasCjk(right)) return true
  return !WORD.test(left) || !WORD.test(right)
}

/** The character that ends just before `index`, complete even outside the BMP. */
export const characterBefore = (text: string, index: number): string =>
  [...text.slice(Math.max(0, index - 2), index)].pop() ?? ''

/** The character that starts at `index`. */
export const characterAt = (text: string, index: number): string => {
  const code = text.codePointAt(index)
  return code === undefined ? '' : String.fromCodePoint(code)
}
