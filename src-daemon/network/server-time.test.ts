import { expect, it } from 'vitest'
import { serverTime } from './server-time.ts'

const DATE = 'Thu, 26 Nov 2026 16:00:00 GMT'
const timeOf = (url: string, headers: Record<string, string>) =>
  serverTime(new URL(url), new Headers(headers))

it.each([
  ['of a server over TLS counts', 'https://example.com/', { date: DATE }, Date.UTC(2026, 10, 26, 16)],
  ['over plain HTTP may be anybody’s', 'http://example.com/', { date: DATE }, null],
  ['of this computer is the clock in question', 'https://localhost:8443/', { date: DATE }, null],
  ['of this computer by its address, too', 'https://127.0.0.1/', { date: DATE }, null],
  ['and by the one of IPv6', 'https://[::1]/', { date: DATE }, null],
  ['of a copy is old', 'https://example.com/', { date: DATE, age: '0' }, null],
  ['that is none says nothing', 'https://example.com/', { date: 'tomorrow' }, null],
  ['is missing', 'https://example.com/', {}, null],
])('a time %s', (_what, url, headers, expected) => {
  expect(timeOf(url, headers as Record<string, string>)).toBe(expected)
})
