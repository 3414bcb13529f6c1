import { describe, expect, it } from 'vitest'
import { claim, marketCard } from '../../../testing/marketplace.ts'
import { marksOf } from './card-marks.ts'

describe('the marks of a card', () => {
  it('are none where nothing has to be said', () => {
    expect(marksOf(marketCard('note'))).toEqual([])
  })

  it('say what is installed, and that there is something newer', () => {
    const installed = { version: '1.0.0', sha256: 'a'.repeat(64) }
    expect(marksOf(marketCard('note', { installed }))).toEqual(['installed'])
    expect(marksOf(marketCard('note', { installed, isUpdate: true }))).toEqual(['update'])
  })

  it('put a list’s warning before all others', () => {
    const advisories = [{ list: 'Careful people', reason: 'It leaks.' }]
    const claims = [claim({ yanked: 'leaks what it is told' })]
    expect(marksOf(marketCard('note', { claims, advisories }))).toEqual(['blocked', 'yanked'])
  })

  it('put warnings first: withdrawn, sources that differ, an untrusted source', () => {
    const claims = [claim({ yanked: 'leaks what it is told', trust: 'ask' })]
    expect(marksOf(marketCard('note', { claims, conflict: true }))).toEqual(['yanked', 'conflict', 'asks'])
  })
})
