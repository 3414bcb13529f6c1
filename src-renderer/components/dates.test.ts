import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../i18n/index.ts'
import { dayText, momentText } from './dates.ts'

afterEach(() => setLanguage('en'))

describe('dates', () => {
  it('have the day first in English, and are as usual in other languages', async () => {
    expect(dayText('2026-11-28')).toBe('28 Nov 2026')
    expect(momentText('2026-11-28T12:30:00')).toBe('28 Nov 2026, 12:30')
    await setLanguage('ja')
    expect(dayText('2026-11-28')).toBe('2026/11/28')
  })
})
