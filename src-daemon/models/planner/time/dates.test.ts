import { expect, it } from 'vitest'
import { findDates, findFeasts, findTime } from './dates.ts'

/** Friday, 20 November 2026, noon. */
const NOW = new Date(2026, 10, 20, 12, 0)

it.each([
  ['tmrw', '2026-11-21'],
  ['next tue', '2026-11-24'],
  ['on sat', '2026-11-21'],
  ['in three weeks', '2026-12-11'],
  ['10 days ago', '2026-11-10'],
  ['a month from now', '2026-12-20'],
  ['December 15', '2026-12-15'],
  ['1st of march', '2027-03-01'],
  ['end of the month', '2026-11-30'],
  ['24/12', '2026-12-24'],
  ['12/24', '2026-12-24'],
  ['el 28', '2026-11-28'],
  ['5号', '2026-12-05'],
  ['28日', '2026-11-28'],
  ['5 de diciembre', '2026-12-05'],
  ['dentro de dos semanas', '2026-12-04'],
  ['el próximo martes', '2026-11-24'],
  ['三天后', '2026-11-23'],
  ['两周后', '2026-12-04'],
  ['下周三', '2026-11-25'],
  ['3週間後', '2026-12-11'],
  ['来週の金曜日', '2026-11-27'],
  ['next saturday', '2026-11-28'],
  ['last friday', '2026-11-13'],
  ['saturday week', '2026-11-28'],
  ['monday 30 november', '2026-11-30'],
  ['on the 5th of next month', '2026-12-05'],
  ['el cinco de diciembre', '2026-12-05'],
  ['el viernes pasado', '2026-11-13'],
  ['el lunes 30', '2026-11-30'],
  ['大后天', '2026-11-23'],
  ['上周五', '2026-11-13'],
  ['十二月五号', '2026-12-05'],
  ['再来週の月曜', '2026-11-30'],
])('%s is %s', (said, date) => {
  expect(findDates(`x ${said} y`, NOW).map((found) => found.date)).toEqual([date])
})

it.each([
  ['sun cream'],
  ['may I'],
  ['a second'],
  ['the cat sat'],
  ['5 apples'],
  ['12 de agua'],
  ['3/4'],
  ['24/7'],
  ['the 1st floor'],
  ['12月之前'],
  ['今後'],
])('finds no date in %s', (said) => {
  expect(findDates(said, NOW)).toEqual([])
})

it('takes a feast for a date only where the calendar is asked', () => {
  expect(findDates('plan the christmas party', NOW)).toEqual([])
  expect(findFeasts('christmas', NOW)).toEqual([{ source: 'christmas', date: '2026-12-25' }])
})

it.each([
  ['call at 5pm', 'at 5pm'],
  ['call at 9 sharp', 'at 9'],
  ['comer a las 9', 'a las 9'],
  ['下午五点开会', '下午五点'],
  ['朝9時に起きる', '朝9時に'],
  ['buy 2 kg of flour', null],
  ['at 12 Baker Street', null],
])('the time of day in %s is %s', (said, time) => {
  expect(findTime(said)).toBe(time)
})
