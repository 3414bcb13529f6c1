import { describe, expect, it } from 'vitest'
import { canRemove, copyName } from './removal.ts'

describe('a removal', () => {
  const state = { count: 3, choice: 'keep' as const, isSaved: false, isConfirmed: false }

  it('waits until the objects are counted', () => {
    expect(canRemove({ ...state, count: null })).toBe(false)
    expect(canRemove(state)).toBe(true)
  })

  it('deletes only after its second step', () => {
    expect(canRemove({ ...state, choice: 'export', isConfirmed: true })).toBe(false)
    expect(canRemove({ ...state, choice: 'export', isSaved: true })).toBe(true)
    expect(canRemove({ ...state, choice: 'purge', isSaved: true })).toBe(false)
    expect(canRemove({ ...state, choice: 'purge', isConfirmed: true })).toBe(true)
  })

  it('names the copy by capability and day', () => {
    expect(copyName('diary', new Date('2026-11-21T23:59:00Z'))).toBe('diary-2026-11-21.json')
  })
})
