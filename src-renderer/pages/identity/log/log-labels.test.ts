import { describe, expect, it } from 'vitest'
import { isTime, purposeLabel, requesterLabel, timeLabel } from './log-labels.ts'

const titleOf = (name: string) => (name === 'note' ? 'Note' : name)

describe('a line of the log in words', () => {
  it('says what was signed, and to whom a request went', () => {
    expect(purposeLabel('package')).toBe('Package')
    expect(purposeLabel('did-auth did:web:example.com')).toBe('Request to did:web:example.com')
    expect(purposeLabel('agent-request example.com')).toBe('Request to example.com')
    expect(purposeLabel('did_document')).toBe('An identity’s document')
  })

  it('says who asked', () => {
    expect(requesterLabel('cli', titleOf)).toBe('You, in the terminal')
    expect(requesterLabel('capability note', titleOf)).toBe('Capability Note')
  })

  it('shows an unknown entry as written', () => {
    expect([purposeLabel('something new'), requesterLabel('someone new', titleOf)]).toEqual([
      'something new',
      'someone new',
    ])
  })

  it('shows a time that somebody changed into something else', () => {
    expect([isTime('2026-11-21T23:00:00.000Z'), isTime('yesterday-ish')]).toEqual([true, false])
    expect(timeLabel('yesterday-ish')).toBe('yesterday-ish')
  })
})
