import { describe, expect, it } from 'vitest'
import type { RouteDecision } from '../../../../src-daemon/contract/router.ts'
import { markedPieces } from './why-marks.ts'

const decision = (...spans: readonly (readonly [string, number, number])[]): RouteDecision => ({
  capability: null,
  reason: 'none',
  candidates: spans.map(([title, start, end]) => ({
    name: title,
    title,
    score: 0.5,
    matched: '',
    signals: [{ kind: 'regex', score: 0.5, matched: '', start, end }],
  })),
  remainder: '',
  captures: [],
})

describe('what matched in a message', () => {
  it('is marked in place, by everything that matched it', () => {
    expect(markedPieces('add note about milk', decision(['Note', 0, 14], ['Web', 4, 8]))).toEqual([
      { text: 'add ', by: ['Note'] },
      { text: 'note', by: ['Note', 'Web'] },
      { text: ' about', by: ['Note'] },
      { text: ' milk', by: [] },
    ])
  })

  it('is found in a message that was typed in parts', () => {
    expect(markedPieces('cafe\u0301 note', decision(['Note', 5, 9])).at(-1)).toEqual({
      text: 'note',
      by: ['Note'],
    })
  })

  it('is left out if its position is impossible', () => {
    expect(markedPieces('short', decision(['Note', 2, 90], ['Web', 3, 3]))).toEqual([
      { text: 'short', by: [] },
    ])
    expect(markedPieces('', decision())).toEqual([])
  })
})
