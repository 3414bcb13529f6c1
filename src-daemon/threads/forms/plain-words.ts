/** The numbers by which a choice of a numbered list is called, in the languages of the list. */
const ORDINALS: readonly RegExp[] = [
  /^(?:first|primer[oa]?|[一1]つ目|最初)$/u,
  /^(?:second|segund[oa]|二つ目)$/u,
  /^(?:third|tercer[oa]?|三つ目)$/u,
  /^(?:fourth|cuart[oa]|四つ目)$/u,
  /^(?:fifth|quint[oa]|五つ目)$/u,
  /^(?:sixth|sext[oa]|六つ目)$/u,
  /^(?:seventh|séptim[oa]|七つ目)$/u,
  /^(?:eighth|octav[oa]|八つ目)$/u,
  /^(?:ninth|noven[oa]|九つ目)$/u,
  /^(?:tenth|décim[oa])$/u,
]
const LAST = /^(?:last|últim[oa]|最後|最后一[个项条])$/u
const DIGITS = '一二三四五六七八九'
const NUMBERED =
  /^(?:(?:option|number|choice|no\.|opción|número|núm\.?|選択肢|番号|选项)\s*)?#?(\d{1,4})(?:st|nd|rd|th|[.ºª]|番目?|つ目|個目|号)?$/u
const COUNTED = /^(?:第([一二三四五六七八九]|\d{1,4})[个项条]?|([一二三四五六七八九])番目?)$/u

const AROUND = /^[\s"'“”‘’«»「」『』(]+|[\s"'“”‘’«»「」『』.,;:!。、！)]+$/gu
const POLITE = /(?:,?\s*(?:please|por favor)|(?:を|で)?お願いします|です|谢谢)$/u
const ARTICLE = /^(?:the|el|la|lo)\s+|\s+one$|(?:のもの|の)$/gu

/** A text as texts are compared: whatever its case and the forms of its characters. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** What is said in a short answer, at first as it stands, then with less and less around it. */
export const spoken = (text: string): readonly string[] => {
  const whole = folded(text)
  const bare = whole.replaceAll(AROUND, '')
  const plain = bare.replace(POLITE, '').replaceAll(AROUND, '')
  return [...new Set([whole, bare, plain, plain.replaceAll(ARTICLE, '').trim()])].filter((one) => one !== '')
}

/** The place in a list of `length` that words name ("2", "the second", "option 2", "第二个"), from 1; null if they name none. */
export const placeIn = (length: number, text: string): number | null => {
  const names = spoken(text)
  const found = names.map((name) => placeOf(name, length)).find((place) => place !== null) ?? null
  return found !== null && found >= 1 && found <= length ? found : null
}

const placeOf = (name: string, length: number): number | null => {
  const digits = NUMBERED.exec(name)?.[1]
  if (digits !== undefined) return Number(digits)
  const [, ordinal, counted] = COUNTED.exec(name) ?? []
  const numeral = ordinal ?? counted
  if (numeral !== undefined) return DIGITS.includes(numeral) ? DIGITS.indexOf(numeral) + 1 : Number(numeral)
  if (LAST.test(name)) return length
  const at = ORDINALS.findIndex((pattern) => pattern.test(name))
  return at < 0 ? null : at + 1
}
