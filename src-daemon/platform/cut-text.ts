/** The beginning of a text, never ending in half a character. */
export const cutText = (text: string, most: number): string => {
  if (text.length <= most) return text
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}
