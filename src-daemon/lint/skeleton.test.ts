import { describe, expect, it } from 'vitest'
import { lookAlikes, looksLike, plainText } from './skeleton.ts'

describe('look-alikes', () => {
  it.each([
    ['act', 'act'],
    ['act', 'ACT'],
    ['act', '\u0430ct'],
    ['act', 'act '],
    ['act', '\u00A0act\u200B'],
    ['act', '\uFF41\uFF43\uFF54'],
    ['Notes', 'N\u043Etes'],
    ['Il Diario', 'll Diario'],
    ['paypal', 'paypa1'],
    ['modern', 'modem'],
    ['Two words', 'Two\u2003 words'],
  ])('%j looks like %j', (one, other) => {
    expect(looksLike(one, other)).toBe(true)
    expect(looksLike(other, one)).toBe(true)
  })

  it.each([
    ['act', 'fact'],
    ['list_notes', 'list_note'],
    ['日記', '日誌'],
    ['', ''],
    ['', ' '],
  ])('%j does not look like %j', (one, other) => {
    expect(looksLike(one, other)).toBe(false)
  })

  it('are found in a list, each with another one', () => {
    expect([...lookAlikes(['act', 'list', 'Act', 'add', 'add'])]).toEqual(
      expect.arrayContaining([
        ['act', 'Act'],
        ['Act', 'act'],
        ['add', 'add'],
      ]),
    )
    expect(lookAlikes(['one', 'two']).size).toBe(0)
  })

  it('leaves the visible part of a text', () => {
    expect(plainText(' a\u200Bct\u00A0 \n now ')).toBe('act now')
  })
})
