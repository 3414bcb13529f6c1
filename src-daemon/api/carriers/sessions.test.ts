import { describe, expect, it } from 'vitest'
import { createSessions } from './sessions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const create = () => {
  let clock = 1_000_000
  const sessions = createSessions(() => clock)
  const ends: string[] = []
  return {
    sessions,
    ends,
    pass: (ms: number) => {
      clock += ms
      sessions.endDue()
    },
    begin: () => sessions.exchange(sessions.issue().token),
    enter: (secret: string) => sessions.enter(secret, (why) => ends.push(why)),
  }
}
const wrong = expect.objectContaining({ code: 'wrong_token' }) as unknown
const ended = (why: string) => expect.objectContaining({ code: 'session_ended', params: { why } }) as unknown

describe('sessions of the loopback carrier', () => {
  it('exchanges a token for a session once', () => {
    const { sessions, enter } = create()
    const { token } = sessions.issue()
    const secret = sessions.exchange(token)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(secret).not.toBe(token)
    expect(() => sessions.exchange(token)).toThrow(wrong)
    expect(() => enter(token)).toThrow(wrong)
    enter(secret)
  })

  it('refuses a token it did not issue, and one that has expired', () => {
    const { sessions, pass } = create()
    expect(() => sessions.exchange('made-up')).toThrow(wrong)
    const { token } = sessions.issue()
    pass(10 * MINUTE)
    expect(() => sessions.exchange(token)).toThrow(wrong)
  })

  it('reports when a link becomes invalid: used, expired, or closed', () => {
    const { sessions, pass } = create()
    const spent: string[] = []
    const { token } = sessions.issue(() => spent.push('used'))
    sessions.exchange(token)
    expect(spent).toEqual(['used'])
    sessions.issue(() => spent.push('expired'))
    pass(10 * MINUTE)
    expect(spent).toEqual(['used', 'expired'])
    sessions.issue(() => spent.push('closed'))
    sessions.close()
    expect(spent).toEqual(['used', 'expired', 'closed'])
  })

  it('refuses more after twenty wrong tokens in a minute, but no existing session', () => {
    const { sessions, pass, begin, enter } = create()
    const secret = begin()
    const { token } = sessions.issue()
    for (let attempt = 0; attempt < 20; attempt++)
      expect(() => sessions.exchange(`guess ${String(attempt)}`)).toThrow(wrong)
    expect(() => sessions.exchange(token)).toThrow(expect.objectContaining({ code: 'too_many_attempts' }))
    enter(secret)
    pass(MINUTE)
    sessions.exchange(token)
  })

  it('ends half an hour after the last page of it has closed, not before', () => {
    const { pass, begin, enter, ends } = create()
    const secret = begin()
    const first = enter(secret)
    const second = enter(secret)
    pass(2 * HOUR)
    first.leave()
    pass(HOUR)
    second.leave()
    pass(30 * MINUTE - 1)
    enter(secret).leave()
    pass(30 * MINUTE - 1)
    const back = enter(secret)
    back.leave()
    pass(30 * MINUTE)
    expect(() => enter(secret)).toThrow(ended('idle'))
    expect(ends).toEqual([])
  })

  it('ends half an hour after its link was used when no page connects', () => {
    const { pass, begin, enter } = create()
    const secret = begin()
    pass(30 * MINUTE)
    expect(() => enter(secret)).toThrow(ended('idle'))
  })

  it('ends after twelve hours, even with a page that is connected all the time', () => {
    const { pass, begin, enter, ends } = create()
    const secret = begin()
    enter(secret)
    pass(12 * HOUR - 1)
    expect(ends).toEqual([])
    pass(1)
    expect(ends).toEqual(['expired'])
    expect(() => enter(secret)).toThrow(ended('expired'))
  })

  it('ends by signing out, with all its connections and no other session', () => {
    const { begin, enter, ends } = create()
    const [mine, other] = [begin(), begin()]
    enter(mine)
    const { signOut } = enter(mine)
    enter(other)
    signOut()
    expect(ends).toEqual(['signed_out', 'signed_out'])
    expect(() => enter(mine)).toThrow(ended('signed_out'))
    enter(other)
  })

  it('ends with the port', () => {
    const { sessions, begin, enter, ends } = create()
    const secret = begin()
    enter(secret)
    sessions.close()
    expect(ends).toEqual(['closed'])
    expect(() => enter(secret)).toThrow(ended('closed'))
  })
})
