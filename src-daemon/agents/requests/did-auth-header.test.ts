import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import { readDidAuthHeader } from './did-auth-header.ts'

const data = {
  operation: 'http_request',
  params: { uri: 'https://svc.example/mcp', method: 'POST' },
  audience: 'https://svc.example',
  nonce: 'n-1',
  timestamp: 1715600000,
}
const signature = { signer_did: 'did:key:z6Mk', key_id: 'did:key:z6Mk#z6Mk', value: 'AA' }
const text = JSON.stringify({ signed_data: data, signature })

const encode = (content: string | Uint8Array): string =>
  `DIDAuthV1 ${Buffer.from(content).toString('base64url')}`
const good = encode(text)
const withData = (more: object): string =>
  encode(JSON.stringify({ signed_data: { ...data, ...more }, signature }))
const replaced = (from: string, to: string): string => encode(text.replace(from, to))
const malformed = expect.objectContaining({ code: 'did_auth_malformed' }) as unknown

describe('the header of DID-Auth', () => {
  it('is read with its members in any order and with spaces between them', () => {
    expect(readDidAuthHeader(good)).toEqual({ signed_data: data, signature })
    const spaced = JSON.stringify({ signature, signed_data: data }, null, 2)
    expect(readDidAuthHeader(encode(spaced))).toEqual({ signed_data: data, signature })
  })

  it.each<[string, string]>([
    ['nothing', ''],
    ['another scheme', good.replace('DIDAuthV1', 'Bearer')],
    ['the scheme in small letters', good.replace('DIDAuthV1', 'didauthv1')],
    ['no value', 'DIDAuthV1 '],
    ['two spaces', good.replace(' ', '  ')],
    ['a space at the end', `${good} `],
    ['padding', `${encode(`${text}${' '.repeat((4 - (text.length % 3)) % 3)}`)}=`],
    ['the other base64 alphabet', `${good}+/`],
    ['stray bits at the end', encode('ab').replace(/.$/, 'Z')],
    ['a second value', `${good}, ${good}`],
    ['no JSON', encode('{"signed_data":')],
    ['bytes that are no text', encode(new Uint8Array([0x22, 0xff, 0x22]))],
    ['a byte order mark', encode(`\ufeff${text}`)],
    ['a list', encode('[]')],
    ['a key twice', replaced('"nonce"', '"nonce":"n-2","nonce"')],
    ['a key twice, once escaped', replaced('"params":{', '"params":{"\\u0075ri":"x",')],
    ['half a character', replaced('"POST"', '"\\ud800"')],
    ['a number too large', replaced('"POST"', '1e999')],
    ['another member at the top', replaced('{"signed_data"', '{"x":1,"signed_data"')],
    ['another member in the data', withData({ x: 1 })],
    ['a missing member', withData({ nonce: undefined })],
    ['params as a list', withData({ params: [] })],
    ['params as null', withData({ params: null })],
    ['a timestamp as text', withData({ timestamp: '1715600000' })],
    ['a timestamp with a fraction', withData({ timestamp: 1715600000.5 })],
    ['a negative timestamp', withData({ timestamp: -1 })],
    ['an empty nonce', withData({ nonce: '' })],
    ['a long nonce', withData({ nonce: 'n'.repeat(257) })],
    ['more than 16 KB', withData({ params: { x: 'x'.repeat(13_000) } })],
  ])('refuses %s', (_, header) => {
    expect(() => readDidAuthHeader(header)).toThrow(malformed)
  })

  it('answers junk with a typed refusal', () => {
    const junk = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map(encode),
      fc.jsonValue().map((value) => encode(JSON.stringify(value))),
      fc
        .record({ signed_data: fc.jsonValue(), signature: fc.jsonValue() })
        .map((value) => encode(JSON.stringify(value))),
    )
    fc.assert(
      fc.property(junk, (header) => {
        try {
          readDidAuthHeader(header)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(SatchelError)
          return
        }
        throw new Error('junk was read')
      }),
      { numRuns: 1000 },
    )
  })
})
