/**
 * Makes foreign text one plain line: no control characters, no marks that change the
 * direction of the text beside it, no invisible letters; at most `most` characters. Anything but a string
 * becomes an empty one.
 */
export const cleanText = (value: unknown, most: number): string => {
  if (typeof value !== 'string') return ''
  const text = value
    // Cutting first bounds the cost of the rest.
    .slice(0, most * 4)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    // Joiners are part of some scripts and of emoji, one at a time; all other invisible characters are
    // removed.
    .replaceAll(/(?![\u200C\u200D])[\p{Cf}\p{Co}\p{Cn}]+/gu, '')
    .replaceAll(/([\u200C\u200D])[\u200C\u200D]+/g, '$1')
    // Piled-up combining marks would cover the lines above and below.
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .trim()
  const letters = [...text]
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`
}

/** The same for a text of lines, which keep their spaces at the beginning. */
export const cleanLines = (value: unknown, most: number): string => {
  if (typeof value !== 'string') return ''
  const lines = value.slice(0, most * 4).split(/\r\n|[\n\r\u2028\u2029]/u)
  const clean = lines.map((line) => {
    const [indent = ''] = /^[ \t]*/.exec(line) ?? []
    return `${indent}${cleanText(line, most)}`.trimEnd()
  })
  return [...clean.join('\n').trim()].slice(0, most).join('')
}

/** A list of cleaned texts, without empty ones and duplicates. */
export const cleanTexts = (
  value: unknown,
  { items, letters }: { items: number; letters: number },
): string[] =>
  Array.isArray(value)
    ? [...new Set(value.slice(0, items * 4).map((one) => cleanText(one, letters)))]
        .filter((one) => one !== '')
        .slice(0, items)
    : []
