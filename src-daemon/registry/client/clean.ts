/**
 * Text of a stranger as one line that is what it looks like: without control characters, without marks that turn the direction of what stands
 * beside it, without letters nobody sees; at most `most` characters. What is no text is an empty one.
 */
export const cleanText = (value: unknown, most: number): string => {
  if (typeof value !== 'string') return ''
  const text = value
    // Cutting first bounds what the rest costs.
    .slice(0, most * 4)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    // Joiners are part of some scripts and of emoji, one at a time; of all else that is not seen, nothing stays.
    .replaceAll(/(?![\u200C\u200D])[\p{Cf}\p{Co}\p{Cn}]+/gu, '')
    .replaceAll(/([\u200C\u200D])[\u200C\u200D]+/g, '$1')
    // Letters drowned in accents cover the lines above and below.
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .trim()
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

/** A list of such texts, without empty ones and without repetition. */
export const cleanTexts = (
  value: unknown,
  { items, letters }: { items: number; letters: number },
): string[] =>
  Array.isArray(value)
    ? [...new Set(value.slice(0, items * 4).map((one) => cleanText(one, letters)))]
        .filter((one) => one !== '')
        .slice(0, items)
    : []
