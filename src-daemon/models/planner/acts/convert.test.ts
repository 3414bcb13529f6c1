import { expect, it } from 'vitest'
import { conversionIn, isRough, valueByTable } from './convert.ts'

/** Without a tool that converts, by a table alone. */
it.each([
  ['120平方米是多少平方英尺', 1291.67],
  ['how many square feet is 120 m²', 1291.67],
  ['120 metros cuadrados en pies cuadrados', 1291.67],
  ['5 acres in hectares', 2.02],
  ['30坪は何平米？', 99.17],
  ['5亩是多少平方米', 3333.33],
  ['60 mph in km/h', 96.56],
  ['100 km/h en millas por hora', 62.14],
  ['2時間45分は何分？', 165],
  ['2 hours 45 minutes in minutes', 165],
  ['2小时45分钟是多少分钟', 165],
  ['1 day 6 hours in hours', 30],
])('%s: %d', (message, result) => {
  const conversion = conversionIn(message, [])
  expect(conversion === null ? null : Number(valueByTable(conversion).toFixed(2))).toBe(result)
})

it('says of what has no exact size that it is only about right', () => {
  const [mats, acres] = ['6畳って何平米くらい?', '5 acres in hectares'].map((message) =>
    conversionIn(message, []),
  )
  expect([mats, acres].map((one) => one && isRough(one))).toEqual([true, false])
  expect(mats && Number(valueByTable(mats).toFixed(2))).toBe(9.72)
})

it('counts a Chinese pound as half a kilogram, which needs no tool', () => {
  const units = { type: 'string', enum: ['kilogram', 'pound'] }
  const properties = { value: { type: 'number' }, from: units, to: units }
  const tool = { name: 'convert', description: '', parameters: { type: 'object', properties } }
  const conversion = conversionIn('5斤等于多少公斤', [tool])
  expect(conversion).toMatchObject({ call: null, said: '5斤' })
  expect(conversion && valueByTable(conversion)).toBe(2.5)
})

it.each([
  'a room of 20 m²',
  'meet at 2 hours 45 minutes',
  '6畳の部屋',
  'he drives 60 mph',
  '5 acres and 3 hectares',
])('converts nothing in %s', (message) => {
  expect(conversionIn(message, [])).toBeNull()
})
