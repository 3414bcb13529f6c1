import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { didOfKeyId, parseDid } from './did-url.ts'
import { documentUrl } from './did-web.ts'

const urlOf = (did: string): string => {
  parseDid(did)
  return documentUrl(did)
}
const unresolvable = expect.objectContaining({ code: 'did_unresolvable' }) as unknown

describe('where a did:web or did:wba document stands', () => {
  it.each([
    ['did:web:example.org', 'https://example.org/.well-known/did.json'],
    ['did:web:example.org:user:alice', 'https://example.org/user/alice/did.json'],
    ['did:web:example.org%3A8443', 'https://example.org:8443/.well-known/did.json'],
    ['did:web:example.org%3a8443:a', 'https://example.org:8443/a/did.json'],
    ['did:web:example.org%3A443', 'https://example.org/.well-known/did.json'],
    ['did:web:xn--bcher-kva.example:%E6%9C%AC', 'https://xn--bcher-kva.example/%E6%9C%AC/did.json'],
    ['did:web:localhost%3A3000:a.b_c-d', 'https://localhost:3000/a.b_c-d/did.json'],
    ['did:wba:example.com', 'https://example.com/.well-known/did.json'],
    ['did:wba:example.com%3A9000:agent:x', 'https://example.com:9000/agent/x/did.json'],
    [
      'did:wba:example.com:agent:e1_TzEBgIcHmLjwuFomfsQSV6cifXvw-DW5MpIl4Q2I6ik',
      'https://example.com/agent/e1_TzEBgIcHmLjwuFomfsQSV6cifXvw-DW5MpIl4Q2I6ik/did.json',
    ],
  ])('%s -> %s', (did, url) => {
    expect(urlOf(did)).toBe(url)
  })

  it.each([
    'did:web:',
    'did:web:127.0.0.1',
    'did:web:2130706433',
    'did:web:0x7f000001',
    'did:web:127.1',
    'did:web:1.2.3.0x4',
    'did:web:%5B%3A%3A1%5D',
    'did:web:[::1]',
    'did:web:user@example.org',
    'did:web:user%40example.org',
    'did:web:example.org%2Fevil',
    'did:web:example.org%3A',
    'did:web:example.org%3A0',
    'did:web:example.org%3A080',
    'did:web:example.org%3A65536',
    'did:web:example.org%3A80%3A80',
    'did:web:example.org%3A8x',
    'did:web:ex%61mple.org',
    'did:web:-example.org',
    'did:web:example-.org',
    'did:web:example..org',
    'did:web:example.org.',
    'did:web:.example.org',
    'did:web:exa_mple.org',
    `did:web:${'a'.repeat(64)}.org`,
    'did:web:example.org:',
    'did:web:example.org::a',
    'did:web:example.org:a:',
    'did:web:example.org:..',
    'did:web:example.org:.',
    'did:web:example.org:%2e%2E:a',
    'did:web:example.org:.%2e',
    'did:web:example.org:a%2Fb',
    'did:web:example.org:a%5Cb',
    'did:web:example.org:a%00b',
    'did:web:example.org:a%0D%0A',
    'did:web:example.org:%252e%252e',
    'did:web:example.org:%FF',
    'did:web:example.org:a%',
    'did:web:example.org/a',
    'did:web:example.org?a=b',
    'did:web:example.org#key-1',
    'did:web:example.org:a b',
    'did:web:例.jp',
    ' did:web:example.org',
    'did:web:example.org\n',
    'DID:web:example.org',
    'did:WEB:example.org',
    'web:example.org',
    'https://example.org',
    '',
    'did:wba:example.com:agent:e1_short',
    'did:wba:example.com:agent:k1_TzEBgIcHmLjwuFomfsQSV6cifXvw-DW5MpIl4Q2I6ik0',
    `did:web:example.org:${'a'.repeat(2100)}`,
  ])('refuses %j', (did) => {
    expect(() => urlOf(did)).toThrow(unresolvable)
  })

  it('names the part that is wrong', () => {
    expect(() => urlOf('did:web:example.org:a:..:b')).toThrow(
      expect.objectContaining({ params: { did: 'did:web:example.org:a:..:b', part: '..' } }),
    )
  })

  it('says of another method that it is unknown', () => {
    expect(() => parseDid('did:rooch:0x1')).toThrow(
      expect.objectContaining({
        code: 'did_method_unknown',
        params: { did: 'did:rooch:0x1', method: 'rooch' },
      }),
    )
  })

  it('gives a URL from which the DID can be read back, for any host, port and path', () => {
    const label = fc.stringMatching(/^[a-z](?:[a-z0-9]{0,8}[a-z0-9])?$/)
    const segment = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/).filter((text) => !/^[ek]1_/.test(text))
    const encoded = fc.constantFrom('a%20b', '%E6%9C%AC', 'x%3Fy', 'x%23y', 'a%3Ab', 'a.b', '...')
    const did = fc.record({
      method: fc.constantFrom('web', 'wba'),
      host: fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
      port: fc.option(fc.integer({ min: 1, max: 65_535 }).filter((port) => port !== 443)),
      path: fc.array(fc.oneof(segment, encoded), { maxLength: 5 }),
    })
    fc.assert(
      fc.property(did, ({ method, host, port, path }) => {
        const authority = port === null ? host : `${host}%3A${String(port)}`
        const url = new URL(urlOf(['did', method, authority, ...path].join(':')))
        expect(url.protocol).toBe('https:')
        expect([url.search, url.hash, url.username, url.password]).toEqual(['', '', '', ''])
        const parts = url.pathname.split('/').slice(1)
        expect(parts.pop()).toBe('did.json')
        if (path.length === 0) expect(parts).toEqual(['.well-known'])
        else expect(parts).toEqual(path)
        expect(url.host).toBe(port === null ? host : `${host}:${String(port)}`)
      }),
    )
  })

  it('answers any text with an https address of the very host it names, or with a typed refusal', () => {
    const pieces = fc.constantFrom(
      'a',
      '.',
      '..',
      ':',
      '%3A',
      '%2F',
      '/',
      '@',
      '1',
      '#',
      '?',
      '%',
      '\\',
      'org',
      '0x',
      '%2e',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const did = `did:web:${parts.join('')}`
        let url: URL
        try {
          url = new URL(urlOf(did))
        } catch (thrown) {
          expect(thrown).toEqual(unresolvable)
          return
        }
        expect(url.hostname).toBe(did.split(':')[2]?.split('%3A')[0])
        expect(url.pathname.endsWith('/did.json')).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('didOfKeyId', () => {
  it('splits off the fragment', () => {
    expect(didOfKeyId('did:web:example.org:a#key-1')).toBe('did:web:example.org:a')
  })

  it.each([
    'did:web:example.org',
    'did:web:example.org#',
    '#key-1',
    'did:web:example.org/x#k',
    'did:web:a#k#l',
    'x',
  ])('refuses %j', (keyId) => {
    expect(() => didOfKeyId(keyId)).toThrow(unresolvable)
  })
})
