/** Spanish parts thousands by full stops: "1.850" is 1850. */
export const withoutThousandStops = (text: string): string =>
  text.replaceAll(/(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.])/gu, (number) => number.replaceAll('.', ''))

/** `1,000`, `2.5` and `2,5` as people write them; null for what is no number. */
export const numberIn = (written: string): number | null => {
  const text = written.replace(/[.,]+$/u, '')
  const plain = /,\d{3}(?:\D|$)/u.test(text) ? text.replaceAll(',', '') : text.replace(',', '.')
  const value = Number(plain)
  return plain !== '' && Number.isFinite(value) ? value : null
}
