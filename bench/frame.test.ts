import { describe, expect, it } from 'vitest'
import { createFrame, rowOf } from './frame.ts'
import { median, quantile, spreadOf } from './statistics.ts'
import { tableOf } from './table.ts'

describe('the frame of the benchmarks', () => {
  it('takes ours and the reference alternately, and changes who goes first', async () => {
    const order: string[] = []
    const take = (name: string, value: number) => () => {
      order.push(name)
      return value
    }
    const frame = createFrame({ runs: 4, log: () => undefined })
    await frame.compare({
      what: 'a thing',
      unit: 'ms',
      ours: take('ours', 3),
      reference: take('reference', 2),
    })
    expect(order.join(' ')).toBe('ours reference reference ours ours reference reference ours')
    expect(frame.finish('x').result.rows).toEqual([
      { what: 'a thing', ours: 3, reference: 2, unit: 'ms', ratio: 1.5, bar: null, holds: null },
    ])
  })

  it('says whether a bar holds, before rounding', () => {
    const row = { what: 'w', unit: 'ms', reference: null }
    expect(rowOf({ ...row, ours: 400, bar: { atMost: 400 } })).toMatchObject({
      bar: '<= 400 ms',
      holds: true,
    })
    expect(rowOf({ ...row, ours: 400.001, bar: { atMost: 400 } }).holds).toBe(false)
    expect(rowOf({ ...row, ours: 9, reference: 2, bar: { atMostTimesReference: 4 } })).toMatchObject({
      ratio: 4.5,
      holds: false,
    })
  })

  it('does not let a bar hold that has nothing to compare with', () => {
    expect(
      rowOf({ what: 'w', unit: 'ms', ours: 1, reference: null, bar: { atMostTimesReference: 4 } }).holds,
    ).toBe(false)
  })

  it('leaves no row out of the table', async () => {
    const frame = createFrame({ runs: 5, log: () => undefined })
    await frame.compare({ what: 'slow', unit: 's', ours: () => 9, bar: { atMost: 5 } })
    await frame.compare({ what: 'fast', unit: 's', ours: () => 1, bar: { atMost: 5 } })
    const { result, spreads } = frame.finish('x')
    const table = tableOf(result, spreads)
    expect(table).toMatch(/slow .*<= 5 s +DOES NOT HOLD/)
    expect(table).toMatch(/fast .*<= 5 s +holds/)
  })
})

describe('statistics', () => {
  it('takes medians, quantiles and spread', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
    expect(quantile([1, 2, 3, 4, 5], 0.75)).toBe(4)
    expect(spreadOf([1, 2, 3, 4, 5])).toBeCloseTo(2 / 3)
    expect(() => median([])).toThrow(RangeError)
  })
})
