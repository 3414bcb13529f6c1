import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseHttpBinding } from '../../bindings/http-binding.ts'
import { wasmBindingSchema } from '../../bindings/wasm/binding.ts'
import { catalogueDir } from '../../platform/app.ts'
import { verifyPackageFile } from '../index.ts'
import { httpTool, packageText } from '../testing.ts'

const units = parse(readFileSync(join(catalogueDir, 'units.acp.yaml'), 'utf8')) as {
  tool_bindings: { convert: { module: string } }
}
const { module } = units.tool_bindings.convert
const RAW_CID = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const OTHER_CID = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'

/** What is wrong with a binding: each problem's code, and the text of the file where it stands. */
const problemsOf = (binding: object): string[][] => {
  const text = packageText(httpTool(JSON.stringify(binding)))
  const { problems } = verifyPackageFile(Buffer.from(text), 'test.acp.yaml', { signature: 'ignored' })
  return problems.map(({ code, line, column }) => [
    code,
    (text.split('\n')[line - 1] ?? '').slice(column - 1, column + 11),
  ])
}
const get = (more: object) => ({ type: 'http_get', url: 'https://a.org/', ...more })
const wasm = (more: object) => ({ type: 'wasm', module, ...more })
const agent = (more: object) => ({
  type: 'nuwa_a2a',
  target_did: 'did:web:a.org',
  service_method: 'go',
  ...more,
})

describe('an http binding', () => {
  it.each([
    get({}),
    get({ headers: { Authorization: { secret: 'key', prefix: 'Bearer ' }, 'X-Api-Key': { secret: 'key' } } }),
    get({ headers: { Accept: 'text/csv' }, params: { word: 'q', fixed: { value: [1] } }, response: '/a~1b' }),
    get({
      url: 'https://a.org:8443/{word}?q={word}',
      headers: { 'x-token': { secret: 'a-b_1' } },
      response: '',
    }),
    get({ type: 'http_post', method: 'PATCH' }),
    get({ type: 'http_post', method: 'DELETE', url: 'https://a.org/{word}' }),
  ])('of this kind is taken, and by who runs it: %j', (binding) => {
    expect(problemsOf(binding)).toEqual([])
    expect(() => parseHttpBinding(binding)).not.toThrow()
  })

  it.each([
    ['a literal secret', get({ headers: { 'X-Key': 'abc' } }), ['literal_secret', '"abc"}}']],
    ['a list as a header', get({ headers: { Accept: ['a'] } }), ['literal_secret', '["a"]}}']],
    [
      'a header of the connection',
      get({ headers: { Host: { secret: 'k' } } }),
      ['header_not_allowed', '"Host":{"sec'],
    ],
    ['a cookie', get({ headers: { Cookie: { secret: 'k' } } }), ['header_not_allowed', '"Cookie":{"s']],
    [
      'a header twice',
      get({ headers: { 'X-A': { secret: 'k' }, 'x-a': { secret: 'l' } } }),
      ['header_not_allowed', '"x-a":{"secr'],
    ],
    ['a secret without a name', get({ headers: { 'X-A': {} } }), ['missing_field', '{}}}']],
    [
      'a name that is none',
      get({ headers: { 'X-A': { secret: 'My Key' } } }),
      ['invalid_value', '"My Key"}}}'],
    ],
    [
      'a prefix that breaks the line',
      get({ headers: { 'X-A': { secret: 'k', prefix: 'a\nb: ' } } }),
      ['invalid_value', '"a\\nb: "}}}'],
    ],
    [
      'a fixed text that breaks it',
      get({ headers: { Accept: 'a\nb: c' } }),
      ['invalid_value', '"a\\nb: c"}}'],
    ],
    [
      'an unknown field',
      get({ headers: { 'X-A': { secret: 'k', value: 'v' } } }),
      ['unknown_field', '"value":"v"}'],
    ],
    [
      'a secret for an address without a name',
      get({ url: 'https://[2001:db8::1]/', headers: { 'X-A': { secret: 'k' } } }),
      ['secret_without_place', '"k"}}}'],
    ],
    ['a name for no argument', get({ params: { other: 'q' } }), ['unknown_parameter', '"other":"q"}']],
    ['an empty name', get({ params: { word: '' } }), ['wrong_type', '""}}']],
    ['a pointer that is none', get({ response: '/a~2' }), ['invalid_value', '"/a~2"}']],
    ['a part nothing is sent of', get({ url: 'https://a.org/#x' }), ['invalid_url', '"https://a.o']],
    ['another name of the host', get({ url: 'https://a.org./' }), ['invalid_url', '"https://a.o']],
    ['port 0', get({ url: 'https://a.org:0/' }), ['invalid_url', '"https://a.o']],
    ['an unknown field', get({ body: 'x' }), ['unknown_field', '"body":"x"}']],
  ])('with %s is refused where that stands', (_what, binding, problem) => {
    expect(problemsOf(binding)[0]?.[0]).toBe(problem[0])
    expect(problemsOf(binding)[0]?.[1]).toContain(problem[1]?.slice(0, 11))
  })
})

describe('a wasm binding', () => {
  it.each([wasm({}), wasm({ function: 'run', memory: 4, timeout: 5, hosts: ['a.org', 'b.org:8443'] })])(
    'that can run is taken, and by who runs it',
    (binding) => {
      expect(problemsOf(binding)).toEqual([])
      expect(wasmBindingSchema.safeParse(binding).success).toBe(true)
    },
  )

  it.each([
    ['no module', { type: 'wasm' }, 'missing_field', '{"type":"wa'],
    ['text that is not base64', wasm({ module: 'no base64' }), 'invalid_module', '"no base64"'],
    ['bytes that are not a module', wasm({ module: 'AAAA' }), 'invalid_module', '"AAAA"'],
    ['half a module', wasm({ module: module.slice(0, 400) }), 'invalid_module', `"${module.slice(0, 10)}`],
    ['a function it has not', wasm({ function: 'walk' }), 'invalid_module', `"${module.slice(0, 10)}`],
    ['too little memory for it', wasm({ memory: 0.5 }), 'invalid_value', '0.5'],
    ['too much memory', wasm({ memory: 257 }), 'invalid_value', '257'],
    ['too much time', wasm({ timeout: 31 }), 'invalid_value', '31'],
    ['a name that is no function’s', wasm({ function: 'a b' }), 'invalid_value', '"a b"'],
    ['an address for a host', wasm({ hosts: ['a.org', 'https://b.org'] }), 'invalid_value', '"https://b.'],
    ['any host', wasm({ hosts: ['*.a.org'] }), 'invalid_value', '"*.a.org"'],
    ['hosts that are no list', wasm({ hosts: 'a.org' }), 'wrong_type', '"a.org"'],
    ['a module elsewhere', wasm({ module: RAW_CID }), 'module_elsewhere', `"${RAW_CID.slice(0, 10)}`],
    ['a CID of something else', wasm({ module: OTHER_CID }), 'invalid_module', `"${OTHER_CID.slice(0, 10)}`],
    ['an unknown field', wasm({ wasi: true }), 'unknown_field', '"wasi":true'],
  ])('with %s says so where that stands', (_what, binding, code, at) => {
    const found = problemsOf(binding).find(([one]) => one === code)
    expect(found?.[1]).toContain(at)
  })

  it('reports a module that is too large, and one that imports more than it gets', () => {
    const large = JSON.stringify(wasm({ module: 'A'.repeat(1_000_004) }))
    expect(problemsOf(JSON.parse(large) as object)[0]?.[0]).toBe('module_too_large')
    // A module with one import: `wasi.exit`.
    const wasi = Buffer.concat([
      Buffer.from('0061736d01000000010401600000020d010477617369', 'hex'),
      Buffer.from([4, ...Buffer.from('exit'), 0, 0]),
    ])
    const { problems } = verifyPackageFile(
      Buffer.from(packageText(httpTool(JSON.stringify(wasm({ module: wasi.toString('base64') }))))),
      'x',
      { signature: 'ignored' },
    )
    expect(problems[0]?.code).toBe('invalid_module')
    expect(problems[0]?.found).toContain('wasi.exit')
  })
})

describe('an agent', () => {
  it.each([
    ['that is none', agent({ target_did: 'did:web:a.org?x' }), 'invalid_value', '"did:web:a.'],
    ['without an address', agent({ target_did: 'did:key:z6Mk' }), 'agent_without_address', '"did:key:z6'],
    [
      'without a certificate',
      agent({ target_did: 'did:web:localhost%3A4710' }),
      'insecure_url',
      '"did:web:lo',
    ],
    ['with a method of two words', agent({ service_method: 'a b' }), 'invalid_value', '"a b"'],
    ['with an unknown field', agent({ timeout: 1 }), 'unknown_field', '"timeout":1'],
  ])('%s is said where it stands', (_what, binding, code, at) => {
    expect(problemsOf(binding).find(([one]) => one === code)?.[1]).toContain(at)
  })

  it('of another kind is taken', () => {
    expect(problemsOf(agent({}))).toEqual([])
    expect(problemsOf(agent({ target_did: '{word}' }))).toEqual([])
  })
})
