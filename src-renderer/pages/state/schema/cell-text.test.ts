import { describe, expect, it } from 'vitest'
import { cellDate, cellDay, cellKind, cellTags, cellText, objectTitle } from './cell-text.ts'

describe('cells', () => {
  it('become one line and never a huge one', () => {
    expect(cellText('a\n  b')).toBe('a b')
    expect(cellText('x'.repeat(5000))).toHaveLength(301)
    expect(cellText({ a: 1 })).toBe('{"a":1}')
    expect(cellText(null)).toBe('')
  })

  it('show a value that does not fit its column as text', () => {
    expect(cellKind('date', 'soon')).toBe('text')
    expect(cellKind('date', '2026-01-02T03:04:05Z')).toBe('date')
    expect(cellKind('number', '12')).toBe('text')
    expect(cellDate(12)).toBeNull()
  })

  it('show lists as words', () => {
    expect(cellTags(['a', 1, { b: 2 }])).toEqual(['a', '1', '{"b":2}'])
    expect(cellTags(undefined)).toEqual([])
  })
})

describe('a day', () => {
  it('is the day that was written, in every time zone', () => {
    expect(cellDay('2026-03-01', 'en')).toBe('1 Mar 2026')
    expect(cellDay('soon', 'en')).toBe('')
  })
})

describe('what an object is called', () => {
  it('is its title, else its first text, else nothing', () => {
    expect(objectTitle({ id: 'x', title: 'Milk' })).toBe('Milk')
    expect(objectTitle({ id: 'x', count: 2, text: '牛乳' })).toBe('牛乳')
    expect(objectTitle({ id: 'x', count: 2 })).toBe('')
  })
})
