export interface CodePart {
  readonly text: string
  readonly code: boolean
}

/** The parts of a sentence, those between backticks as code. A lone backtick is an ordinary character. */
export const codeParts = (text: string): readonly CodePart[] =>
  text
    .split(/`([^`]+)`/)
    .map((part, index) => ({ text: part, code: index % 2 === 1 }))
    .filter((part) => part.text !== '')
