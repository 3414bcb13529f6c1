/** Attacks on the masking of secrets: what programs make of one on its way back. */
import { describe, expect, it } from 'vitest'
import { createSecretMask, hideTexts } from './redact.ts'
import { createToldSecrets } from './told-secrets.ts'

const SECRET = `sk-"7/ é+&<'x\\9zQ~42`
const TOKEN = 'ghp_Ab3dEf6hIj9kLm2nOp5q'
const base64 = (text: string, encoding: BufferEncoding = 'base64'): string =>
  Buffer.from(text).toString(encoding)
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
/** As Python's `quote`, which leaves slashes. */
const quoted = (text: string): string =>
  encodeURIComponent(text).replaceAll('%2F', '/').replaceAll("'", '%27')
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

describe('a secret that comes back', () => {
  it.each<[string, (secret: string) => string]>([
    ['as it is', (secret) => secret],
    ['within a word', (secret) => `x${secret}x`],
    ['twice', (secret) => secret + secret],
    ['in JSON', (secret) => JSON.stringify({ key: secret })],
    ['in JSON within JSON', (secret) => JSON.stringify(JSON.stringify({ key: secret }))],
    ['in JSON with escaped slashes', (secret) => JSON.stringify({ key: secret }).replaceAll('/', '\\/')],
    ['in JSON of ASCII alone', (secret) => JSON.stringify(secret).replaceAll('é', '\\u00e9')],
    ['in a query', (secret) => `https://a.example/?k=${encodeURIComponent(secret)}`],
    [
      'in a query, in small letters',
      (secret) => encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase()),
    ],
    ['in a form', (secret) => new URLSearchParams({ k: secret }).toString()],
    ['as Python quotes it', quoted],
    ['as an address quotes it', (secret) => new URL(`https://a.example/${encodeURIComponent(secret)}`).href],
    ['in HTML', (secret) => html(secret).replaceAll("'", '&#39;')],
    ['in HTML, as Python writes it', (secret) => html(secret).replaceAll("'", '&#x27;')],
    ['in XML', (secret) => html(secret).replaceAll("'", '&apos;')],
    ['in base64', (secret) => base64(secret)],
    ['in base64 without its end', (secret) => base64(secret).replace(/=+$/, '')],
    ['in base64 for addresses', (secret) => base64(secret, 'base64url')],
    ['in base64 with a name before it', (secret) => base64(`api:${secret}`)],
    ['in base64 with another name before it', (secret) => base64(`ab:${secret}`)],
    ['in base64 with one letter before it', (secret) => base64(`a${secret}`)],
    ['in base64 with something behind it', (secret) => base64(`${secret}:x`)],
    ['in base64 in the middle', (secret) => base64(`{"token":"${secret.replaceAll('"', '')}"}`)],
    ['in base64 for addresses in the middle', (secret) => base64(`>>>${secret}???`, 'base64url')],
    ['in hex', (secret) => base64(secret, 'hex')],
    ['in great hex', (secret) => base64(secret, 'hex').toUpperCase()],
    ['percent by percent', percent],
    ['percent by great percent', (secret) => percent(secret).toUpperCase().replaceAll('%', '%')],
    ['in great letters', (secret) => secret.toUpperCase()],
    ['in small letters', (secret) => secret.toLowerCase()],
    ['with a hyphen between letters', (secret) => secret.split('').join('-')],
    ['with invisible characters', (secret) => secret.split('').join('\u200b')],
    ['wide', (secret) => secret.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))],
    ['over two lines', (secret) => `${secret.slice(0, 9)}\n    ${secret.slice(9)}`],
    ['with accents apart', (secret) => secret.normalize('NFD')],
    ['in hex with colons', (secret) => base64(secret, 'hex').replace(/..(?!$)/g, '$&:')],
    ['in base64 of several lines', (secret) => base64(`user:${secret}`).replace(/.{8}/g, '$&\r\n')],
    ['in a header', (secret) => `Authorization: Bearer ${secret}`],
    ['in a command', (secret) => `curl -H 'Authorization: Bearer ${secret}' https://a.example`],
  ])('%s', (what, written) => {
    const secrets = new Set([SECRET, TOKEN])
    // In the middle of JSON its quotes would be escaped: shown for the plain one alone.
    for (const secret of what.startsWith('in base64 in the middle') ? [TOKEN] : [SECRET, TOKEN]) {
      const text = hideTexts(written(secret), secrets)
      expect(text).toContain('•••')
      for (let at = 0; at + 6 <= secret.length; at += 1)
        for (const read of [
          text,
          decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, '')),
          fromBase64(text),
          fromHex(text),
        ])
          expect(read).not.toContain(secret.slice(at, at + 6))
    }
  })

  it.each<[string, unknown, string]>([
    ['a name of a member', { [TOKEN]: 1 }, TOKEN],
    ['a list in a list', [[[TOKEN]]], TOKEN],
    ['a number', { pin: 73_910_284 }, '73910284'],
    ['a member called __proto__', JSON.parse(`{"__proto__":{"a":"${TOKEN}"}}`), TOKEN],
    ['a member called toString', { toString: TOKEN }, TOKEN],
    ['an address', { uri: `https://a.example/#${TOKEN}` }, TOKEN],
    ['one line of several', { text: 'second-l1ne of it' }, 'first-l1ne\nsecond-l1ne of it\nthird'],
    ['one line of several, as Windows ends them', { text: 'first-l1ne' }, 'first-l1ne\r\nsecond-l1ne'],
    ['several lines in JSON', { text: 'first-l1ne\\nsecond-l1ne' }, 'first-l1ne\nsecond-l1ne'],
    ['the password of a basic header', { text: 'p4ss w0rd:2' }, `Basic ${base64('ana:p4ss w0rd:2')}`],
    [
      'the credentials of a basic header',
      { text: base64('ana:p4ssw0rd') },
      `Basic ${base64('ana:p4ssw0rd')}`,
    ],
    ['what follows another scheme', { text: 'abcdef123' }, 'Key abcdef123'],
    ['what follows OAuth', { text: 'abcdef123' }, 'OAuth abcdef123'],
    ['what follows a scheme in small letters', { text: 'abcdef123' }, 'bearer abcdef123'],
    ['what follows a scheme and a tab', { text: 'abcdef123' }, 'Bearer\tabcdef123'],
  ])('as %s', (_what, value, secret) => {
    const hidden = JSON.stringify(hideTexts(value, new Set([secret])))
    expect(hidden).toContain('•••')
    const inner = JSON.stringify(value).match(/[\w-]*\d[\w -]*/)?.[0] ?? ''
    expect(inner.length).toBeGreaterThan(5)
    expect(hidden).not.toContain(inner)
  })

  it('deeper than the stack reaches', () => {
    const depth = 200_000
    const deep: unknown = JSON.parse(`${'['.repeat(depth)}"${TOKEN}"${']'.repeat(depth)}`)
    let inner = hideTexts(deep, new Set([TOKEN]))
    while (Array.isArray(inner)) [inner] = inner as unknown[]
    expect(inner).toBe('•••')
  })
})

it.each<[string, unknown]>([
  ['another number', { id: 7 }],
  ['a number that contains it', { id: 173_910_284 }],
  ['a picture', { data: base64('\u0001\u0002 picture '.repeat(5000)) }],
  ['order and kinds', { b: [1, null, true, { c: 'd' }], a: {} }],
  ['nothing', null],
])('leaves alone a value that is not secret: %s', (_what, value) => {
  const hidden = hideTexts(value, new Set(['73910284', TOKEN, 'abc']))
  expect(JSON.stringify(hidden)).toBe(JSON.stringify(value))
})

const PHRASE = 'abandon ability able about above absent absorb abstract'
it.each<[string, string, unknown]>([
  ['a number of a card that is typed with blanks', '4111 1111 1111 1111', 4_111_111_111_111_111],
  ['a number of a card with hyphens', '4111111111111111', '4111-1111-1111-1111'],
  ['a PIN as a number', '4711', 4711],
  ['a PIN below zero', '4711', -4711],
  ['a PIN in a sentence', '4711', 'Your PIN is 4711.'],
  ['a PIN after an escape', '4711', String.raw`{"a":"\\n4711"}`],
  ['a PIN in an address', '4711', 'a%3A4711'],
  [
    'a phrase as a numbered list',
    PHRASE,
    PHRASE.split(' ')
      .map((word, at) => `${String(at + 1)}. ${word}`)
      .join('\n'),
  ],
  ['a phrase as a list of words', PHRASE, PHRASE.split(' ')],
  ['a phrase in JSON that is indented', PHRASE, JSON.stringify(PHRASE.split(' '), null, 4)],
  ['a phrase in great letters', PHRASE, PHRASE.toUpperCase()],
])('a secret a person may have typed is hidden: %s', (_what, secret, value) => {
  const hidden = JSON.stringify(hideTexts(value, new Set([secret])))
  expect(hidden).toContain('•••')
  expect(hidden.toLowerCase().replaceAll(/[^a-z\d]/g, '')).not.toContain(
    secret.slice(0, 7).replaceAll(' ', ''),
  )
})

it.each<[string, string, unknown]>([
  ['a longer number', '4711', 47_110],
  ['a longer number in a text', '4711', 'order 1471123'],
  ['a part of a word', 'test', 'the latest attestation'],
  ['a hash', '4f2a1', 'd2f34f2a19c1'],
  ['single words of a phrase', PHRASE, 'You are able to go above and beyond.'],
  ['what is shorter than four', '123', 'CVC 123'],
])('a short secret destroys no other text: %s', (_what, secret, value) => {
  expect(hideTexts(value, new Set([secret]))).toEqual(value)
})

describe('a text in pieces', () => {
  const say = (secrets: readonly string[], pieces: readonly string[]): string => {
    const masked = createSecretMask(secrets).pieces()
    return `${pieces.map(masked).join('')}${masked(`.${' '.repeat(20)}`)}`.trim()
  }
  it.each([
    ['letter by letter', `It is ${TOKEN}, then`.split('')],
    ['in the middle', ['It is ghp_Ab3dEf6', 'hIj9kLm2nOp5q, then']],
    ['in base64', `It is ${base64(`x:${TOKEN}`)}, then`.split('')],
    ['in great letters', `It is ${TOKEN.toUpperCase()}, then`.split('')],
    ['with hyphens', `It is ${TOKEN.split('').join('-')}, then`.split('')],
  ])('shows no part of a secret: %s', (_how, pieces) => {
    const text = say([TOKEN], pieces)
    expect(text).toMatch(/^It is .*•••.*, then\.$/s)
    expect(text.toLowerCase()).not.toContain('ab3d')
  })
  it('is whole otherwise, and waits for no more than may be a secret', () => {
    expect(say([TOKEN], ['a gh', 'ost and a g', 'irl'])).toBe('a ghost and a girl.')
    const masked = createSecretMask([TOKEN]).pieces()
    expect(masked('All of this is said at once: x')).toBe('All of this is said at once: x')
  })
  it('hides a secret that ends as it begins', () => {
    expect(say(['abcdabcd'], ['abcd', 'abcd', ' x'])).toBe('••• x.')
  })
})

it('finds two hundred secrets in a megabyte in less than a fifth of a second', () => {
  const secrets = new Set(Array.from({ length: 200 }, (_, n) => `${TOKEN}-${String(n)}`))
  const mask = createSecretMask(secrets)
  mask.masked('')
  const text = 'Lorem ipsum dolor sit amet, "x": 12, \n'.repeat(26_000)
  const start = performance.now()
  expect(mask.masked(text)).toBe(text)
  expect(performance.now() - start).toBeLessThan(200)
})

it('keeps the latest secrets alone', () => {
  const mask = createSecretMask()
  for (let n = 0; n < 300; n += 1) mask.hide(`token-number-${String(n).padStart(4, '0')}`)
  expect(mask.masked(['token-number-0000', 'token-number-0299'])).toEqual(['token-number-0000', '•••'])
})

it('masks what one was told in its own words alone, and everybody’s in the log', () => {
  const told = createToldSecrets()
  told.of('mcp:a').hide(TOKEN)
  expect(told.of('mcp:a').masked(TOKEN)).toBe('•••')
  // Else another could find out whether it guessed right.
  expect(told.of('mcp:b').masked(TOKEN)).toBe(TOKEN)
  expect(told.masked(`{"err":"${TOKEN}"}`)).toBe('{"err":"•••"}')
})

const fromBase64 = (text: string): string =>
  [0, 1, 2, 3].map((at) => Buffer.from(text.replaceAll('•••', '').slice(at), 'base64').toString()).join(' ')
const fromHex = (text: string): string => Buffer.from(text.replace(/[^0-9a-f]/gi, ''), 'hex').toString()
