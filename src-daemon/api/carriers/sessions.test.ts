import { describe, expect, it } from 'vitest'
import { createSessions } from './sessions.ts'

describe('sessions of the loopback carrier', () => {
  it('exchanges a token for a session once', () => {
    const sessions = createSessions()
    const { token } = sessions.issue()
    const cookie = sessions.exchange(token, 4000)
    expect(cookie).toMatch(/^satchel_4000=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/)
    expect(sessions.exchange(token, 4000)).toBeNull()
  })

  it('refuses a token it did not issue and one that has expired', () => {
    let clock = 0
    const sessions = createSessions(() => clock)
    expect(sessions.exchange('made-up', 4000)).toBeNull()
    const { token, expiresAt } = sessions.issue()
    clock = Date.parse(expiresAt) + 1
    expect(sessions.exchange(token, 4000)).toBeNull()
  })

  it('knows its cookie among others, and no cookie of another port', () => {
    const sessions = createSessions()
    const cookie = sessions.exchange(sessions.issue().token, 4000)?.split(';')[0] ?? ''
    expect(sessions.holds(`theme=dark; ${cookie}; a=b`, 4000)).toBe(true)
    expect(sessions.holds(cookie, 4001)).toBe(false)
    expect(sessions.holds('satchel_4000=guess', 4000)).toBe(false)
    expect(sessions.holds(undefined, 4000)).toBe(false)
  })
})
