import { describe, expect, it } from 'vitest'
import type { Language } from '../../../contract/language.ts'
import { GRAMMARS } from '../grammar/index.ts'
import { calendarAnswer } from './calendar.ts'

/** Friday, 20 November 2026. */
const NOW = new Date(2026, 10, 20, 12, 0)
const asked = (message: string, language: Language): string | null =>
  calendarAnswer(message, GRAMMARS[language], language, NOW)

describe('a question about the calendar', () => {
  it.each([
    [
      'en',
      'What date is 90 days from now, and which weekday does it fall on?',
      'Thursday, 18 February 2027.',
    ],
    ['en', 'what date was 3 weeks ago', 'Friday, 30 October 2026.'],
    ['en', 'how many days until epiphany', '47 days: Wednesday, 6 January 2027.'],
    ['en', 'how old is someone born 14 March 1987', '39 years old.'],
    ['en', 'how old am I if I was born on 21 November 1987', '38 years old.'],
    ['es', 'cuántos días faltan para Reyes', '47 días: miércoles, 6 de enero de 2027.'],
    ['es', 'cuántos días faltan para Nochebuena', '34 días: jueves, 24 de diciembre de 2026.'],
    ['es', '¿cuántos años tiene alguien que nació el 14 de marzo de 1987?', '39 años.'],
    ['es', '¿qué día será dentro de 90 días y qué día de la semana cae?', 'jueves, 18 de febrero de 2027.'],
    ['zh', '一百天以后是几月几号啊?', '2027年2月28日星期日。'],
    ['zh', '从今天起一百天以后是几号？', '2027年2月28日星期日。'],
    ['zh', '离元旦还有多少天', '42 天：2027年1月1日星期五。'],
    ['zh', '1987年3月14日出生的人今年多大了', '39 岁。'],
    ['ja', '来年の3月1日の45日前はいつになるか計算して', '2027年1月15日金曜日。'],
    ['ja', '元日まであと何日？', '42 日：2027年1月1日金曜日。'],
    ['ja', '1987年3月14日生まれは何歳？', '39 歳です。'],
  ] as const)('%s: %s', (language, message, answer) => {
    expect(asked(message, language)).toBe(answer)
  })

  it.each([
    ['en', 'how old is the dentist'],
    ['en', 'how old is the milk'],
    ['en', 'how old is someone born 14 March 2090'],
    ['es', 'cuántos años tiene Ana'],
    ['zh', '一百天'],
    ['ja', '何歳ですか'],
  ] as const)('is not %s: %s', (language, message) => {
    expect(asked(message, language)).toBeNull()
  })
})
