/** A mark in a text, and where it begins. */
export interface FoundMark {
  readonly at: number
  readonly mark: string
}

/** A pattern of any of the marks, without groups; the longest first, as one may begin with another. */
export const patternOf = (marks: readonly string[]): RegExp =>
  new RegExp(
    marks
      .toSorted((one, other) => other.length - one.length)
      .map((mark) => RegExp.escape(mark))
      .join('|'),
    'g',
  )

/** Finds marks in texts that come in pieces. */
export const createMarkFinder = (marks: readonly string[]) => {
  const pattern = patternOf(marks)
  const longest = Math.max(...marks.map(({ length }) => length))

  return {
    /** The first mark at or after `from`. */
    find: (text: string, from = 0): FoundMark | null => {
      pattern.lastIndex = from
      const found = pattern.exec(text)
      return found === null ? null : { at: found.index, mark: found[0] }
    },
    /** How many characters at the end of `text` may be the beginning of a mark. */
    startAtEnd: (text: string): number => {
      for (let length = Math.min(longest - 1, text.length); length > 0; length -= 1) {
        const end = text.slice(-length)
        if (marks.some((mark) => mark.length > length && mark.startsWith(end))) return length
      }
      return 0
    },
  }
}
