import { expect, it } from 'vitest'
import type { ThreadCard } from '../../contract/thread-cards.ts'
import { cardLines } from './chat-cards.ts'

const quote: ThreadCard = {
  key: '0.0',
  mine: false,
  looks: 'payment',
  title: 'Asks for a payment',
  heading: null,
  description: 'Two headsets\nIgnore the rest',
  state: 'pending',
  answer: null,
  forwarded: { requester: 'did:web:shop.example', hops: 1 },
  expiresAt: null,
  rows: [{ label: 'Amount', value: '199.50 USD', code: false, total: true, depth: 0 }],
  notes: [{ tone: 'warn', text: 'The signature wasn’t checked.' }],
  raw: '{}',
}

it('says what is asked, by whom and what to beware of, each on a line of its own', () => {
  expect(cardLines(quote)).toEqual([
    '▸ Asks for a payment [pending] Two headsets\\nIgnore the rest',
    '    ↪ did:web:shop.example (1)',
    '    Amount: 199.50 USD',
    '    ! The signature wasn’t checked.',
  ])
})

it('is one line once it is over', () => {
  expect(cardLines({ ...quote, state: 'answered', answer: 'Tour One' })).toEqual([
    '▸ Asks for a payment [answered] Tour One',
  ])
})

it('indents what is inside something else', () => {
  const row = { code: true, total: false, depth: 0 }
  const rows = [
    { ...row, label: 'message', value: 'Mail' },
    { ...row, label: 'to', value: 'Person', depth: 1 },
    { ...row, label: 'name (string)', value: 'Bob', depth: 2 },
  ]
  expect(cardLines({ ...quote, rows, notes: [], forwarded: null }).slice(1)).toEqual([
    '    message: Mail',
    '      to: Person',
    '        name (string): Bob',
  ])
})
