/** Detects whether JSON that arrives in pieces is complete, by its brackets and quotes: each character is read once. */
export const createJsonEnd = () => {
  let depth = 0
  let inText = false
  let isEscaped = false
  let begun = false

  const read = (character: string): void => {
    if (isEscaped) isEscaped = false
    else if (inText && character === '\\') isEscaped = true
    else if (character === '"') inText = !inText
    else if (!inText && (character === '{' || character === '[')) depth += 1
    else if (!inText && (character === '}' || character === ']')) depth -= 1
    begun ||= character.trim() !== ''
  }

  return {
    push: (piece: string): void => {
      for (const character of piece) read(character)
    },
    isWhole: (): boolean => begun && depth <= 0 && !inText,
  }
}
