import { afterEach, expect, it } from 'vitest'
import { setLanguage } from '../i18n/index.ts'
import { callTime } from './call-time.ts'

afterEach(() => setLanguage('en'))

it('says how long a call took in the unit and the notation of the reader', async () => {
  expect(callTime(840.4)).toBe('840 ms')
  expect(callTime(14_670)).toBe('14.7 s')
  await setLanguage('es')
  expect(callTime(14_670)).toBe('14,7 s')
})
