/** An `@name` being typed: where it begins, and what stands between the sign and the caret. */
export interface Mention {
  readonly start: number
  readonly end: number
  readonly query: string
}

/** The mention the caret is in, or null. `@` counts at the start of a word only, so that addresses are left alone. */
export const mentionAt = (text: string, caret: number): Mention | null => {
  const found = /(?:^|\s)@([\p{L}\p{N}_-]*)$/u.exec(text.slice(0, caret))
  if (found === null) return null
  const query = found[1] ?? ''
  return { start: caret - query.length - 1, end: caret, query }
}

/** The text without the mention, and where the caret then stands. */
export const withoutMention = (text: string, { start, end }: Mention): { text: string; caret: number } => ({
  text: text.slice(0, start) + text.slice(end).replace(/^ /, ''),
  caret: start,
})
