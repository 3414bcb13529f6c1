import { patternFrom } from '../grammar/pattern.ts'

/** Numbers in words as digits: "ciento veinte", "twenty-five", "两百三十". */

/** The words for numbers of a language with spaces, each with what it stands for, and what joins a hundred or ten to the rest. */
export interface NumberWords {
  readonly values: Readonly<Record<string, number>>
  readonly joint: string
}

const counted = (words: string, from: number, step = 1): Record<string, number> =>
  Object.fromEntries(words.split(' ').map((word, at) => [word, from + at * step]))

export const ENGLISH: NumberWords = {
  values: {
    ...counted('one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen', 1),
    ...counted('sixteen seventeen eighteen nineteen', 16),
    ...counted('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
    ...{ hundred: 100, thousand: 1000 },
  },
  joint: 'and',
}

export const SPANISH: NumberWords = {
  values: {
    ...counted('dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince', 2),
    ...counted('dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés', 16),
    ...counted('veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta', 24),
    ...counted('cuarenta cincuenta sesenta setenta ochenta noventa', 40, 10),
    ...counted('cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos', 100, 100),
    ...{ ciento: 100, ochocientos: 800, novecientos: 900, mil: 1000 },
  },
  joint: 'y',
}

/** Every number in the words of a language as digits. */
export const withDigits = (text: string, { values, joint }: NumberWords): string => {
  const word = `(?:${Object.keys(values).join('|')})`
  const run = patternFrom(
    `(?<![\\p{L}\\d-])(?:a (?=hundred|thousand))?${word}(?:(?:[ -]| ${joint} )${word})*(?![\\p{L}\\d])`,
    'giu',
  )
  return text.replaceAll(run, (said) => numbersOf(said.toLowerCase(), values, joint))
}

/** "two and two" are two numbers, "two hundred and two" is one. */
const numbersOf = (said: string, values: Readonly<Record<string, number>>, joint: string): string => {
  const written: string[] = []
  let [number, last] = [0, 0]
  let isNew = true
  const end = (): void => {
    if (!isNew) written.push(String(number))
    ;[number, last, isNew] = [0, 0, true]
  }
  for (const word of said.split(/[ -]/u)) {
    if (word === joint || word === 'a') {
      if (word === joint && last < 20) {
        end()
        written.push(word)
      }
      continue
    }
    const value = values[word] ?? 0
    if (value === 1000 || (value === 100 && word === 'hundred'))
      number = value === 1000 ? Math.max(number, 1) * value : Math.max(number, 1) * value
    else if (isNew || value < tailOf(last)) number += value
    else {
      end()
      number = value
    }
    last = value
    isNew = false
  }
  end()
  return written.join(' ')
}

/** What may be added to a number that ends in this one. */
const tailOf = (last: number): number => (last >= 1000 ? 1000 : last >= 100 ? 100 : last >= 20 ? 10 : 0)

const DIGITS: Readonly<Record<string, number>> = {
  ...counted('一 二 三 四 五 六 七 八 九', 1),
  ...{ 〇: 0, 零: 0, 两: 2, 兩: 2 },
}
const POWERS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000, 万: 10_000 }

/** A Chinese or Japanese number as digits, "二百三十" as 230 and "八五" as 85; other words with such signs stay: 一共, 一番. */
export const withHanDigits = (text: string): string =>
  text
    .replaceAll(/(\d+(?:\.\d+)?)万(?:(\d{1,4})千?)?(?!\d)/gu, (said, count: string, rest = '') => {
      const more = rest === '' ? 0 : Number(rest) * (said.endsWith('千') ? 1000 : 1)
      return String(Math.round(Number(count) * 10_000) + more)
    })
    .replaceAll(HAN, (said) => String(hanNumber(said)))
const HAN =
  /(?<!第|星期|周|礼拜)[一二三四五六七八九十百千万两兩〇零]+(?![共下起样般定些点直半緒番路切月日曜]|部分|分之[几多])/gu

/** 0 for what is none. */
export const hanNumber = (said: string): number => {
  if (/^[一二三四五六七八九〇零两兩]+$/u.test(said))
    return Number([...said].map((one) => String(DIGITS[one] ?? '')).join(''))
  let [whole, part, digit] = [0, 0, 0]
  let last = 1
  for (const one of said) {
    const power = POWERS[one]
    if (power === undefined) digit = DIGITS[one] ?? 0
    else if (power === 10_000) [whole, part, digit] = [(part + digit) * power, 0, 0]
    else [part, digit] = [part + (digit === 0 ? 1 : digit) * power, 0]
    last = power ?? last
  }
  // 两百五 is 250.
  const isShort = digit > 0 && last >= 100 && !/[零〇]/u.test(said) && !said.endsWith('十')
  return whole + part + digit * (isShort ? last / 10 : 1)
}
