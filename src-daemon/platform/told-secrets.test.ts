import { describe, expect, it } from 'vitest'
import { createToldSecrets } from './told-secrets.ts'

const SECRET = 'kestrel-9/Harbour'
const told = () => {
  const all = createToldSecrets()
  all.of('mcp:bank').hide(SECRET)
  all.of('mcp:bank').hide('1234')
  return all
}
const bytes = Buffer.from(SECRET)
const base64 = bytes.toString('base64url')
const twice = Buffer.from(`q=${encodeURIComponent(Buffer.from(`a ${SECRET}`).toString('base64'))}`).toString(
  'base64',
)
const backwards = Array.from(SECRET).toReversed().join('')

describe('a secret that one counterpart was told, on its way to another', () => {
  it.each([
    ['as it is', { text: `Here: ${SECRET}.` }],
    ['in other letters', { text: SECRET.toUpperCase() }],
    ['deep within', { a: [{ b: { c: SECRET } }] }],
    ['as a name', { [SECRET]: true }],
    ['in base64', { text: bytes.toString('base64') }],
    ['in base64, among other bytes', { text: Buffer.from(`user:${SECRET};`).toString('base64url') }],
    ['in hex', { text: bytes.toString('hex') }],
    ['in an address', { url: `https://x.example/?q=${encodeURIComponent(SECRET)}` }],
    ['with something between its letters', { text: Array.from(SECRET).join(' ') }],
    ['backwards', { text: backwards }],
    ['in two values', { a: SECRET.slice(0, 8), b: SECRET.slice(8) }],
    ['in two values, the second first', { a: SECRET.slice(8), b: SECRET.slice(0, 8) }],
    ['in a list of letters', { list: Array.from(SECRET) }],
    ['in three values out of order', { a: SECRET.slice(11), b: SECRET.slice(0, 5), c: SECRET.slice(5, 11) }],
    ['in parts of a text out of order', { text: 'bour 9/Har kes trel-' }],
    [
      'in base64, in parts out of order',
      { list: [base64.slice(10), base64.slice(4, 10), base64.slice(0, 4)] },
    ],
    ['in base64 twice', { text: Buffer.from(`key=${base64}`).toString('base64') }],
    ['in hex of base64', { text: Buffer.from(base64).toString('hex') }],
    ['in base64 of an address', { text: Buffer.from(encodeURIComponent(`${SECRET}&`)).toString('base64') }],
    ['in base64 in an address in base64', { text: twice }],
    ['backwards in two values', { a: backwards.slice(0, 8), b: backwards.slice(8) }],
  ])('is noticed %s', (_how, args) => {
    expect(told().isStray('acp:post', args, '')).toBe(true)
  })

  it('goes to its own, and to others that were told it', () => {
    const all = told()
    expect(all.isStray('mcp:bank', { text: SECRET }, '')).toBe(false)
    expect(all.isStray('mcp:mail', { text: SECRET }, '')).toBe(true)
    all.of('mcp:mail').hide(SECRET)
    expect(all.isStray('mcp:mail', { text: SECRET }, '')).toBe(false)
  })

  it('goes where the owner says it themselves, and takes no other along', () => {
    const all = told()
    all.of('mcp:mail').hide('another secret')
    expect(all.isStray('acp:post', { text: SECRET }, `send ${SECRET} to Ann`)).toBe(false)
    expect(all.isStray('acp:post', { text: SECRET, more: 'another secret' }, `send ${SECRET}`)).toBe(true)
  })

  it('isn’t seen in anything else, nor where it could be guessed', () => {
    const all = told()
    expect(all.isStray('acp:post', { text: 'kestrel harbour', n: 9 }, '')).toBe(false)
    expect(all.isStray('acp:post', { pin: '1234' }, '')).toBe(false)
  })

  it('isn’t put together of anything: of more than a few parts, of single letters, or of a part of it', () => {
    const all = told()
    const parts = ['bour', '9/Har', 'kes', 'trel']
    const others = (many: number): string[] => Array.from({ length: many }, (_, at) => `other ${String(at)}`)
    expect(all.isStray('acp:post', { parts: [...parts, ...others(4)] }, '')).toBe(true)
    expect(all.isStray('acp:post', { parts: [...parts, ...others(5)] }, '')).toBe(false)
    expect(all.isStray('acp:post', { parts: parts.slice(1) }, '')).toBe(false)
    expect(all.isStray('acp:post', { list: Array.from(SECRET).toSorted() }, '')).toBe(false)
  })

  it('is noticed once it is told, whatever was asked before', () => {
    const all = createToldSecrets()
    expect(all.isStray('acp:post', { text: SECRET }, '')).toBe(false)
    all.of('mcp:bank').hide(SECRET)
    expect(all.isStray('acp:post', { text: SECRET }, '')).toBe(true)
  })
})
