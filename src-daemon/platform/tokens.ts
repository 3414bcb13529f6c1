/**
 * A rough count of the tokens in a text: four Latin characters to a token, one token for any other character. The
 * model's server reports the real number.
 */
export const estimateTokens = (text: string): number => {
  const others = text.match(/[^\0-\u024F]/gu) ?? []
  return others.length + Math.ceil((text.length - others.join('').length) / 4)
}
