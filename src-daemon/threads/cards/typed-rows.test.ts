import { expect, it } from 'vitest'
import { typedRows } from './typed-rows.ts'

/** The example of EIP-712, with several recipients. */
const MAIL = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[]' },
      { name: 'contents', type: 'string' },
      { name: 'nonce', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Ether Mail', chainId: 1 },
  message: {
    contents: 'Hello, Bob!',
    from: { name: 'Cow', wallet: '0xCD2a', note: 'I am the bank' },
    to: [{ name: 'Bob', wallet: '0xbBbB' }],
    amount: '0',
  },
}
const shown = (typed: Parameters<typeof typedRows>[0]) =>
  typedRows(typed)?.rows.map(({ label, value, depth }) => `${'> '.repeat(depth)}${label}: ${value}`)

it('shows typed data as a tree, in the order in which it is signed, and names what isn’t signed', () => {
  expect(shown(MAIL)).toEqual([
    'domain: EIP712Domain',
    '> name: Ether Mail',
    '> chainId: 1',
    'message: Mail',
    '> from: Person',
    '> > name (string): Cow',
    '> > wallet (address): 0xCD2a',
    '> to: Person[]',
    '> > [0]: Person',
    '> > > name (string): Bob',
    '> > > wallet (address): 0xbBbB',
    '> contents (string): Hello, Bob!',
    '> nonce (uint256): –',
  ])
  expect(typedRows(MAIL)?.unsigned).toEqual(['from.note', 'amount'])
})

it('leaves whatever isn’t such a tree in one piece', () => {
  expect(typedRows({ ...MAIL, primaryType: 'constructor' })).toBeNull()
  const to = Array.from({ length: 100 }, () => ({ name: 'Bob', wallet: '0xbBbB' }))
  expect(typedRows({ ...MAIL, message: { ...MAIL.message, to } })).toBeNull()
  const { message } = { message: { from: 'Cow', to: { name: 'Bob' }, contents: ['x'], nonce: { a: 1 } } }
  expect(shown({ ...MAIL, message })?.slice(3)).toEqual([
    'message: Mail',
    '> from (Person): Cow',
    '> to (Person[]): {"name":"Bob"}',
    '> contents (string): ["x"]',
    '> nonce (uint256): {"a":1}',
  ])
})

it('ends in types that contain themselves', () => {
  const types = { Node: [{ name: 'next', type: 'Node' }] }
  const nested = (depth: number): Record<string, unknown> => (depth === 0 ? {} : { next: nested(depth - 1) })
  const rows = shown({ types, primaryType: 'Node', domain: {}, message: nested(60) }) ?? []
  expect(rows).toHaveLength(14)
  expect(rows.at(-1)).toContain('next (Node): {"next":')
})
