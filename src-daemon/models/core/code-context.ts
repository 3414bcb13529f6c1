/**
 * Follows an answer's Markdown as far as it matters for marks: whether the next text is in code, in a quotation,
 * or at the beginning of a line. Each character is read once.
 */
export const createCodeContext = () => {
  /** Lengths of the backtick runs that opened a fence or code in a line; 0 = none. */
  let fence = 0
  let code = 0
  /** Backticks at the very end of the text so far. */
  let run = 0
  let line = 'blank' as 'blank' | 'quotation' | 'words'
  let indent = 0
  let last = ''
  let lastWord = ''

  const endRun = (): void => {
    if (run === 0) return
    if (fence > 0) fence = line === 'blank' && run >= fence ? 0 : fence
    else if (run >= 3 && line === 'blank') fence = run
    else if (code === 0) code = run
    else if (code === run) code = 0
    line = 'words'
    run = 0
  }

  const read = (character: string): void => {
    last = character
    if (character === '`') {
      run += 1
      lastWord = character
      return
    }
    endRun()
    if (character === '\n') {
      line = 'blank'
      indent = 0
      code = 0
    } else if (character === ' ' || character === '\t') {
      if (line === 'blank') indent += character === '\t' ? 4 : 1
    } else {
      lastWord = character
      if (line === 'blank') line = character === '>' ? 'quotation' : 'words'
    }
  }

  return {
    add: (text: string): void => {
      for (const character of text) read(character)
    },
    /** Whether the next text is a sample: in code or in a quotation. */
    isSample: (): boolean => {
      endRun()
      return fence > 0 || code > 0 || line === 'quotation' || (line === 'blank' && indent >= 4)
    },
    isLineStart: (): boolean => line === 'blank' && run === 0,
    /** The previous character, '' at the beginning; and the last one that isn't a space. */
    last: (): string => last,
    lastWord: (): string => lastWord,
  }
}
