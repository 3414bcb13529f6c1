/**
 * Roughly what a tokenizer makes of a text: four Latin characters to a token, one token to any other character. What a model really
 * read is told by its server.
 */
export const estimateTokens = (text: string): number => {
  const others = text.match(/[^\0-\u024F]/gu) ?? []
  return others.length + Math.ceil((text.length - others.join('').length) / 4)
}
