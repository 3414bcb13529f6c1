/** Whether a text names values: the very value, as a whole. */

/** What belongs to a name or an address on either side, so that `bank.com` isn't named by `my-bank.com`. */
const BEFORE = /[\p{L}\p{N}_@./\\+-]$/u
const AFTER = /^(?:[\p{L}\p{N}_@]|[-./:+\\?#&=%][\p{L}\p{N}])/u
/** Scripts that write no blanks between words. */
const NO_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Whether `words` hold `value` as a whole: in any letter case and with any white space. The number of a point in a list is no value. */
export const names = (words: string, value: string): boolean => {
  const [text, sought] = [plain(words.replaceAll(POINT, '$1')), plain(value)]
  if (sought === '') return true
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + sought.length)]
    const isWhole =
      (!BEFORE.test(before) || hasNoBlanks(before.at(-1), sought.at(0))) &&
      (!AFTER.test(after) || hasNoBlanks(sought.at(-1), after.at(0)))
    if (isWhole) return true
  }
  return false
}

const hasNoBlanks = (...beside: readonly (string | undefined)[]): boolean =>
  beside.some((one) => one !== undefined && NO_BLANKS.test(one))

const POINT = /(^|\s)\d{1,3}[.)](?=\s)/gu

/** Whether `words` give `value` as a number of something: `ID 13`, `#13`, `file 13` for a `file_id`. */
export const namesNumbered = (words: string, value: string, noun: string): boolean =>
  [...words.toLowerCase().matchAll(NUMBER)].some(
    ([, before = '', number]) =>
      number === value && (before === noun.toLowerCase() || NUMBERED.some((one) => isEndOf(before, one))),
  )

const NUMBER = /(#|[\p{L}º]+)[\s:.'"“‘「]{0,3}(\d+)/giu
const NUMBERED = ['id', 'ids', '#', 'no', 'nr', 'nº', 'number', 'número', '编号', '号', '番号', '第']
const isEndOf = (word: string, marker: string): boolean =>
  word === marker || (NO_BLANKS.test(marker) && word.endsWith(marker))

/** “the channel starting with X”, in the languages of the app: X in quotes, or up to a blank or a mark. */
const BEGINNINGS: readonly RegExp[] = [
  // Behind what it tells of: “start with X” and “all of them, starting with X” tell an order.
  /(?<=[\p{L}\p{N}”"’']\s+)(?:start|begin)(?:s|n?ing)\s+with\s+(?:["“'‘]([^"”'’]+)["”'’]|([^\s"“'‘”’,.;:!?]+))/giu,
  /\bque\s+(?:empie|comien)[cz]\p{L}*\s+(?:por|con)\s+(?:["“'‘]([^"”'’]+)["”'’]|([^\s"“'‘”’,.;:!?]+))/giu,
  /以["“'‘「『]?([^\s"”'’」』]+?)["”'’」』]?(?:开头|開頭|开始|為首)/gu,
  /["“'‘「『]([^"”'’」』]+)["”'’」』](?:で|から)(?:始ま|はじま)/gu,
]

/** The beginnings that `words` say something has. */
export const beginningsIn = (words: string): readonly string[] =>
  BEGINNINGS.flatMap((form) => [...words.matchAll(form)])
    .map(([, quoted, bare]) => quoted ?? bare ?? '')
    .filter((beginning) => beginning !== '')

export const beginsWith = (text: string, beginning: string): boolean =>
  plain(text).startsWith(plain(beginning))

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/u

/** Whether `value` is a day, or a time of a day, that `words` name: the end of an hour that begins then is no other's choice. */
export const namesDay = (words: string, value: string): boolean => {
  const [, year, month, day] = INSTANT.exec(value) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  // Every form has the number of the day; writing the forms takes longest.
  if (!words.normalize('NFKC').includes(String(Number(day)))) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const said = words.replaceAll(/(?<=\d)(?:st|nd|rd|th)\b/gu, '')
  return [`${year}-${month}-${day}`, ...WRITTEN.map((form) => form.format(date))].some((form) =>
    names(said, form),
  )
}

/** How people write a day in the languages of the app. */
const WRITTEN = ['en-US', 'en-GB', 'es', 'zh', 'ja'].flatMap((language) =>
  (['long', 'short', 'numeric'] as const).flatMap((month) =>
    ([{ year: 'numeric' }, ...(month === 'numeric' ? [] : [{}])] as const).map(
      (year) => new Intl.DateTimeFormat(language, { ...year, month, day: 'numeric', timeZone: 'UTC' }),
    ),
  ),
)
