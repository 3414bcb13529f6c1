import { expect, it } from 'vitest'
import { inCoins, inGwei } from './coins.ts'

it('shows amounts to the last digit', () => {
  expect(inCoins('0')).toBe('0')
  expect(inCoins('1')).toBe('0.000000000000000001')
  expect(inCoins('1500000000000000000')).toBe('1.5')
})

it.each([
  ['0', '0'],
  ['7', '0.000000007'],
  ['123456', '0.000123'],
  ['999999999', '1'],
  ['1000000007', '1'],
  ['1875175000', '1.875'],
  ['12345678901', '12.346'],
  ['30000000000', '30'],
  ['1234567890123', '1234.568'],
])('tells the price of gas so that it can be read: %s wei', (wei, gwei) => {
  expect(inGwei(wei)).toBe(gwei)
})
