/** An `@name` being typed: where it begins, and the text between the `@` and the caret. */
export interface Mention {
  readonly start: number
  readonly end: number
  readonly query: string
}

/**
 * The mention at the caret, or null. `@` only counts at the start of a word, so that email addresses aren't mentions.
 */
export const mentionAt = (text: string, caret: number): Mention | null => {
  const found = /(?:^|\s)@([\p{L}\p{N}_-]*)$/u.exec(text.slice(0, caret))
  if (found === null) return null
  const query = found[1] ?? ''
  return { start: caret - query.length - 1, end: caret, query }
}

/** The text without the mention, and the resulting caret position. */
export const withoutMention = (text: string, { start, end }: Mention): { text: string; caret: number } => ({
  text: text.slice(0, start) + text.slice(end).replace(/^ /, ''),
  caret: start,
})
