export interface CodePart {
  readonly text: string
  readonly code: boolean
}

/** Splits a sentence; parts between backticks are code. A single backtick is an ordinary character. */
export const codeParts = (text: string): readonly CodePart[] =>
  text
    .split(/`([^`]+)`/)
    .map((part, index) => ({ text: part, code: index % 2 === 1 }))
    .filter((part) => part.text !== '')
