import { expect, it } from 'vitest'
import { hideTexts } from './redact.ts'

const basic = Buffer.from('ana:p4ssw0rd').toString('base64')

it.each([
  ['as it is', 's3cret', 'a s3cret b', 'a ••• b'],
  ['after the scheme of a header', 'Bearer t0ken', 'you sent t0ken', 'you sent •••'],
  ['the password of a basic one', `Basic ${basic}`, 'ana has p4ssw0rd', 'ana has •••'],
  ['in an address', 'a/b c?', 'https://x/?q=a%2Fb%20c%3F', 'https://x/?q=•••'],
  ['in base64', 's3cret!', `"${Buffer.from('s3cret!').toString('base64')}"`, '"•••=="'],
  ['too short to be told from chance', 'abc', 'abc', 'abc'],
])('hides a secret %s', (_how, secret, text, hidden) => {
  expect(hideTexts({ [text]: [text, 1, null] }, new Set([secret]))).toEqual({ [hidden]: [hidden, 1, null] })
})

it('leaves nothing of a secret that contains another', () => {
  expect(hideTexts('key-12345', new Set(['key-', 'key-12345']))).toBe('•••')
})

it('keeps a member called __proto__ a member', () => {
  const value: unknown = JSON.parse('{"__proto__": {"x": "s3cret"}}')
  expect(JSON.stringify(hideTexts(value, new Set(['s3cret'])))).toBe('{"__proto__":{"x":"•••"}}')
})
