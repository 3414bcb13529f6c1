/**
 * Makes text that arrives in pieces well-formed: the first half of a surrogate pair waits for its other half, and U+FFFD
 * replaces unpaired halves.
 */
export const createWholeCharacters = () => {
  let half = ''
  return {
    push: (piece: string): string => {
      const text = half + piece
      half = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : ''
      return text.slice(0, text.length - half.length).toWellFormed()
    },
    finish: (): string => {
      const rest = half.toWellFormed()
      half = ''
      return rest
    },
  }
}
