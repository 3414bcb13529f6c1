import { expect, it } from 'vitest'
import { fromLocalInput, toLocalInput } from './local-time.ts'

it('keeps a moment through the field that shows it in local time', () => {
  expect(fromLocalInput(toLocalInput('2026-11-20T19:30:00.000Z'))).toBe('2026-11-20T19:30:00.000Z')
  expect(toLocalInput('not a time')).toBe('')
  expect(fromLocalInput('')).toBeUndefined()
})
