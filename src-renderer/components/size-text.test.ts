import { expect, it } from 'vitest'
import { sizeText } from './size-text.ts'

it('says sizes in the unit that reads best', () => {
  expect(sizeText(0, 'en')).toBe('0\u00a0B')
  expect(sizeText(999, 'en')).toBe('999\u00a0B')
  expect(sizeText(1200, 'en')).toBe('1.2\u00a0kB')
  expect(sizeText(1_500_000, 'es')).toBe('1,5\u00a0MB')
  expect(sizeText(5e13, 'en')).toBe('50,000\u00a0GB')
})
