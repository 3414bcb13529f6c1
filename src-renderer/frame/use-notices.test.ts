import { expect, it } from 'vitest'
import { bodyOf } from './use-notices.ts'

const bodyWith = (text: string): string => bodyOf({ parts: [{ type: 'text', text }] })

it('a notification says what an answer says, on one line', () => {
  expect(bodyWith('The gardens\n\nopen  at nine.')).toBe('The gardens open at nine.')
})

it.each([
  ['a link', '<a href="https://evil.example">Unlock</a>', '‹a href="https://evil.example"›Unlock‹/a›'],
  ['a picture', '<img src="https://evil.example/p">', '‹img src="https://evil.example/p"›'],
  ['another direction', 'exe.\u202egnp\u2069\u200b', 'exe.gnp'],
  ['controls', 'a\u0000\u0007\u001b[2Jb', 'a[2Jb'],
  ['tags', `a${String.fromCodePoint(0xe0041)}b`, 'ab'],
])('which makes no %s of it', (_, said, body) => {
  expect(bodyWith(said)).toBe(body)
})

it('and is cut, however long the answer', () => {
  expect(bodyWith('x'.repeat(1_000_000))).toHaveLength(161)
})
