import { describe, expect, it } from 'vitest'
import { coinText } from './coins.ts'

describe('an amount on a chain', () => {
  it('is told in coins, six places behind the point', () => {
    expect(coinText('0', 'en')).toBe('0')
    expect(coinText('1000000000000000000', 'en')).toBe('1')
    expect(coinText('1234567890123456789012', 'en')).toBe('1,234.56789')
    expect(coinText('1234567890123456789012', 'es')).toBe('1234,56789')
    expect(coinText('120000000000000', 'en')).toBe('0.00012')
  })

  it('never shows zero for a nonzero amount', () => {
    expect(coinText('1', 'en')).toBe('< 0.000001')
    expect(coinText('999999999999', 'es')).toBe('< 0,000001')
  })

  it('stays unchanged if it is not an amount', () => {
    expect(coinText('?', 'en')).toBe('?')
    expect(coinText('-5', 'en')).toBe('-5')
  })
})
