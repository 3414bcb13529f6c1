/**
 * How text is split into words for `$text`. SQLite's trigram index can't find fewer than three characters, and most
 * Chinese and Japanese words have two; its `unicode61` takes a sentence without spaces for one word. So words are split
 * here, each character of a script without spaces being one, and `unicode61` gets them separated. Indexing and
 * searching use the same functions, and user input never reaches the syntax of FTS5.
 */
const ALONE = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const IN_WORD = `(?![${ALONE}])[\\p{L}\\p{N}]`
const WORD = new RegExp(`[${ALONE}]|(?:${IN_WORD})+`, 'gu')
const IS_ALONE = new RegExp(`^[${ALONE}]$`, 'u')
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu
const ASCII = /^[\0-\x7f]*$/
const ASCII_WORD = /[a-z0-9]+/g
/** Texts whose words are the same without normalization, which takes ten times as long as anything else here. */
const PLAIN =
  /^[\0-\x7f\u0410-\u044f\u2013-\u201e\u2026\u3001-\u3011\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]*$/

/** Separates the words of neighbouring list elements: a private-use character is in no search. */
const BARRIER = ' \uE000 '

/** Words of `text`, in order, ignoring case, width, and the accents of Latin and Greek letters. */
export const wordsOf = (text: string): string[] => {
  const plain = foldText(text)
  return plain.match(ASCII.test(plain) ? ASCII_WORD : WORD) ?? []
}

/**
 * Finds words one after the other in a folded text (`foldText`), as `wordsOf` would split it; the last one may continue.
 * Splitting a text of a script without spaces takes ten times as long (bench: search over everything, in Chinese).
 */
export const finderOf = (words: readonly string[]): RegExp => {
  const parts = words.map((word, n) => {
    // Words are letters and numbers only: nothing in them means anything to a pattern.
    if (IS_ALONE.test(word)) return word
    const end = n === words.length - 1 ? '' : `(?!${IN_WORD})`
    return `(?<!${IN_WORD})${word}${end}`
  })
  return new RegExp(parts.join(`[^\\p{L}\\p{N}${ALONE}]*`), 'u')
}

/** Whether a text stays as it is but for its case when it is folded. */
export const isPlain = (text: string): boolean => PLAIN.test(text)

/** `text` without what searches ignore: case, width, and the accents of Latin and Greek letters. */
export const foldText = (text: string): string =>
  (isPlain(text) ? text : text.normalize('NFD').replaceAll(ACCENTS, '$1').normalize('NFKC')).toLowerCase()

/** A field's content for the word index: a text, or the texts of a list. */
export const searchText = (value: unknown): string => {
  if (typeof value === 'string') return wordsOf(value).join(' ')
  if (!Array.isArray(value)) return ''
  return value
    .filter((item) => typeof item === 'string')
    .map((item) => wordsOf(item).join(' '))
    .join(BARRIER)
}

/** A search in FTS5 syntax: words that must all occur, `"quoted phrases"`, and `begin*`. Null if it has no word. */
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
