/**
 * How text is cut into words for `$text`. SQLite's trigram index cannot find fewer than three characters, and most Chinese
 * and Japanese words have two; its `unicode61` takes a sentence without spaces for one word. So words are cut here, each
 * character of a script without spaces being one, and `unicode61` is handed what is separated already. Writing and asking
 * go through the same functions, and what a person typed never reaches the syntax of FTS5.
 */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}])+/gu
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu
const ASCII = /^[\0-\x7f]*$/
const ASCII_WORD = /[a-z0-9]+/g

/** Keeps words of neighbouring list elements apart: a private-use character is a word no question can have. */
const BARRIER = ' \uE000 '

/** Words of `text`, in order: without regard to case, width, or the accents of Latin and Greek letters. */
export const wordsOf = (text: string): string[] => {
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? []
  const plain = text.normalize('NFD').replaceAll(ACCENTS, '$1').normalize('NFKC').toLowerCase()
  return plain.match(WORD) ?? []
}

/** What the word index keeps of a field: a text, or the texts of a list. */
export const searchText = (value: unknown): string => {
  if (typeof value === 'string') return wordsOf(value).join(' ')
  if (!Array.isArray(value)) return ''
  return value
    .filter((item) => typeof item === 'string')
    .map((item) => wordsOf(item).join(' '))
    .join(BARRIER)
}

/**
 * A question in the syntax of FTS5: words that must all be there, `"quoted phrases"`, and `begin*`. Null when it has no
 * word.
 */
export const matchOf = (question: string): string | null => {
  const parts: string[] = []
  for (const [, phrase, word] of question.matchAll(/"([^"]*)"?|([^\s"]+)/gu)) {
    const text = phrase ?? word ?? ''
    const words = wordsOf(text)
    if (words.length > 0)
      parts.push(`"${words.join(' ')}"${phrase === undefined && text.endsWith('*') ? ' *' : ''}`)
  }
  return parts.length === 0 ? null : parts.join(' AND ')
}
