import { expect, it } from 'vitest'
import type { RouteWhy } from '../../../src-daemon/contract/chat.ts'
import { sentenceWay } from './sentence-way.ts'

const why = (decision: Partial<RouteWhy['decision']>): RouteWhy => ({
  text: 'add a book',
  lines: [],
  decision: {
    capability: null,
    reason: 'none',
    candidates: [
      { name: 'books', title: 'Books', score: 0.62, matched: '' },
      { name: 'novels', title: 'Novels', score: 0.6, matched: '' },
      { name: 'note', title: 'Note', score: 0.2, matched: '' },
    ],
    remainder: '',
    captures: [],
    measure: {
      threshold: 0.5,
      margin: 0.1,
      clearMargin: 0.25,
      embedding: 'none',
      capabilities: 3,
      micros: 1,
    },
    ...decision,
  },
})

it.each([
  [{ capability: 'books', reason: 'trigger' } as const, { kind: 'reached', score: 0.62, titles: [] }],
  [{ capability: 'note', reason: 'trigger' } as const, { kind: 'other', score: 0.62, titles: ['Note'] }],
  // What is far below the line is not asked about.
  [{ reason: 'ambiguous' } as const, { kind: 'asked', score: 0.62, titles: ['Novels'] }],
  [{ several: ['note', 'books'] }, { kind: 'several', score: 0.62, titles: ['Note'] }],
  [{ several: ['note', 'novels'] }, { kind: 'none', score: 0.62, titles: [] }],
  [{ candidates: [] }, { kind: 'none', score: 0, titles: [] }],
])('says where %j leads', (decision, way) => {
  expect(sentenceWay(why(decision), 'books')).toEqual(way)
})

it('doesn’t count an ambiguity between others as one of the draft', () => {
  expect(sentenceWay(why({ reason: 'ambiguous' }), 'note')).toEqual({ kind: 'none', score: 0.2, titles: [] })
})
