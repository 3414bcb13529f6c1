/** A command in one line as program and arguments, with the variables set before it. */
export interface SplitCommand {
  readonly words: readonly string[]
  /** `NAME=value`, from before the program. */
  readonly env: readonly string[]
}

/**
 * Splits one line as a shell reads its words: at spaces, with quotes around and a backslash before what has some. Nothing is
 * expanded or run. A backslash before anything else stays, as in a Windows path. Null if the line is no command: it has several
 * lines, an open quote, or what only a shell can do.
 */
export const splitCommand = (line: string): SplitCommand | null => {
  const text = line.trim().replace(/^\$\s+/, '')
  if (text === '' || text.includes('\n')) return null
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    if (quote !== '') {
      if (character === quote) quote = ''
      else if (quote === '"' && character === '\\' && /["\\]/.test(next)) {
        word = `${word ?? ''}${next}`
        at += 1
      } else word = `${word ?? ''}${character}`
    } else if (character === '"' || character === "'") {
      quote = character
      word ??= ''
    } else if (character === '\\' && /[\s"'\\]/.test(next)) {
      word = `${word ?? ''}${next}`
      at += 1
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word)
      word = null
    } else if (/[|;&<>`]/.test(character)) return null
    else word = `${word ?? ''}${character}`
  }
  if (quote !== '') return null
  if (word !== null) words.push(word)
  const first = words.findIndex((one) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(one))
  return first === -1 ? null : { words: words.slice(first), env: words.slice(0, first) }
}
