/** Quotes a text so that a POSIX shell reads it as one word. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-][\w@%+=:,./#-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
