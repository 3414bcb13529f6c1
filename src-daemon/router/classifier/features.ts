import { tokensOf } from '../text.ts'

/** More than any spoken sentence. */
const LOOKED_AT = 2_000

/** The features of a text: its words, pairs of words and the character n-grams inside words. */
export const featuresOf = (text: string): string[] => {
  const tokens = tokensOf(text.slice(0, LOOKED_AT))
  const features = [...tokens]
  for (let index = 1; index < tokens.length; index++)
    features.push(`${tokens[index - 1] ?? ''} ${tokens[index] ?? ''}`)
  for (const token of tokens) {
    const padded = [...`<${token}>`]
    for (let size = 3; size <= 5; size++)
      for (let start = 0; start + size <= padded.length; start++)
        features.push(`#${padded.slice(start, start + size).join('')}`)
  }
  return features
}
