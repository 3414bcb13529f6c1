import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { catalogueDir } from '../../platform/app.ts'
import { callsOf, collect, requestOf } from '../core/language-model.acceptance.ts'
import type { ModelTool } from '../core/types.ts'
import { saidValues } from './arguments/choices.ts'
import { createPlanner } from './index.ts'

/** The tool of the sample capability, as shipped. */
const { tools } = parse(readFileSync(join(catalogueDir, 'units.acp.yaml'), 'utf8')) as {
  tools: [{ function: ModelTool }]
}
const convert = tools[0].function
const planned = (message: string) =>
  collect(
    createPlanner().chat(
      requestOf(message, { tools: [convert], hint: { remainder: message, captures: [] } }),
    ),
  )

describe('values of which several arguments choose', () => {
  it.each([
    ['convert 5 mile to kilometre', 5, 'mile', 'kilometre'],
    ['convert 5 miles to kilometers, please', 5, 'mile', 'kilometre'],
    ['how many pounds are 3 kilograms', 3, 'kilogram', 'pound'],
    ['what is 100 fahrenheit in celsius', 100, 'fahrenheit', 'celsius'],
    ['Convert -40 Celsius into Fahrenheit', -40, 'celsius', 'fahrenheit'],
    ['convert 12 nautical miles to miles', 12, 'nautical mile', 'mile'],
    ['convert 6 feet to inches', 6, 'foot', 'inch'],
    ['how many US pints are in 2 US gallons?', 2, 'US gallon', 'US pint'],
    ['from stone to pound: 11', 11, 'stone', 'pound'],
    ['convert 5 miles, kilometres', 5, 'mile', 'kilometre'],
    ['把 5 英里换算成公里', 5, 'mile', 'kilometre'],
  ])('%s', async (message, value, from, to) => {
    expect(callsOf(await planned(message))[0]?.arguments).toEqual({ value, from, to })
  })

  it.each([
    ['convert 5 miles', { value: 5, from: 'mile' }],
    ['convert 5 to kilometre', { value: 5, to: 'kilometre' }],
    ['convert 5 mile or 3 yard to kilometre', { to: 'kilometre' }],
  ])('asks for what is open: %s', async (message, values) => {
    expect(await planned(message)).toMatchObject([{ type: 'form', tool: 'convert', values }])
    expect((await planned(message))[0]).toHaveProperty('values', values)
  })

  it.each(['I feel tired today', '今日は疲れた', 'thanks a lot for that'])(
    'asks for nothing that is not spoken of: %s',
    async (message) => {
      expect((await planned(message)).map(({ type }) => type)).not.toContain('form')
    },
  )

  it('finds values in place, and none inside another', () => {
    const allowed = ['mile', 'nautical mile', 'in_progress', '完成']
    expect(saidValues(allowed, 'Nautical miles, a mile, smile, in progress 已完成')).toEqual([
      { value: 'nautical mile', at: 0 },
      { value: 'mile', at: 18 },
      { value: 'in_progress', at: 31 },
      { value: '完成', at: 44 },
    ])
  })
})
