/** Attacks by JSON that readers take differently: what a person was shown is what arrives, to the byte. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNetworkGuard } from '../network/index.ts'
import { readResponse, writeRequest } from '../agents/core/json-rpc.ts'
import { parseHttpBinding, runHttpBinding } from './http-binding.ts'

let server: Server
let origin: string
let seen: { url: string; body: string }
let answer = '{}'
const guard = createNetworkGuard({ developmentHosts: () => [new URL(origin).host] })
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      seen = { url: request.url ?? '', body }
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})
afterAll(async () => {
  await guard.close()
  server.close()
})
const run = (binding: Readonly<Record<string, unknown>>, args: Readonly<Record<string, unknown>>) =>
  runHttpBinding({ binding: { type: 'http_post', url: `${origin}/x`, ...binding }, arguments: args, guard })
const read = (json: string) => JSON.parse(json) as Record<string, unknown>

describe('arguments', () => {
  it.each([
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"toString":1,"valueOf":2,"hasOwnProperty":3,"toJSON":4}',
    '{"a":{"toJSON":"x"}}',
    '{"length":5,"0":"a","1":"b"}',
    '{"a":-0}',
    '{"a":1e21,"b":1e-7,"c":5e-324,"d":1.7976931348623157e308}',
    '{"a":9007199254740993}',
    '{"a":123456789012345678901234567890}',
    '{"a":0.1000000000000000055511151231257827}',
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a":"\\u0000\\u001f\\u007f\\u0080\\u2028\\u2029\\ufeff"}',
    '{"a":"\\ud83e\\uddfa"}',
    '{"é":1,"e\\u0301":2}',
    '{"":1," ":2}',
    '{"a":[],"b":{},"c":null,"d":[null,[null]]}',
    '{"2":"b","1":"a"}',
    '{"a":"</script><!--"}',
    '{"a":"\\"},{\\"b\\":\\""}',
  ])('are posted as they were shown: %s', async (json) => {
    const args = read(json)
    await run({}, args)
    expect(seen.body).toBe(JSON.stringify(args))
    expect(JSON.parse(writeRequest('1', 'm', args))).toMatchObject({
      params: read(JSON.stringify(args)),
    })
  })

  it.each<[string, string, string]>([
    ['minus zero', '{"q":-0}', '0'],
    ['a number in words', '{"q":1e21}', '1e+21'],
    ['an object', '{"q":{"b":1,"a":[2]}}', '{"b":1,"a":[2]}'],
    ['an ampersand', '{"q":"a&admin=1"}', 'a&admin=1'],
    ['a hash', '{"q":"a#b"}', 'a#b'],
    ['a plus', '{"q":"a+b c"}', 'a+b c'],
    ['a line break', '{"q":"a\\r\\nHost: evil"}', 'a\r\nHost: evil'],
    ['a NUL', '{"q":"a\\u0000"}', 'a\0'],
    ['a percent sign', '{"q":"%26admin=1"}', '%26admin=1'],
  ])('are one value in a query: %s', async (_what, json, value) => {
    await run({ type: 'http_get' }, read(json))
    const query = new URL(seen.url, origin).searchParams
    expect([...query.keys()]).toEqual(['q'])
    expect(query.get('q')).toBe(value)
  })

  it.each([
    '..',
    '.',
    '../admin',
    '%2e%2e',
    '%2e%2e/admin',
    'a/../../admin',
    '..\\admin',
    '/admin',
    '//evil.example',
    '?admin=1',
    '#admin',
    'a\r\nHost: evil.example',
    '\ud800',
    '@evil.example',
    '\u2025',
    '\uff0e\uff0e',
  ])('are one step of a path, or refused: %j', async (id) => {
    seen = { url: '', body: '' }
    await run({ type: 'http_get', url: `${origin}/items/{id}/x` }, { id }).catch(() => undefined)
    expect(seen.url).toMatch(/^$|^\/items\/[^/?#]+\/x$/)
    expect(seen.url).not.toMatch(/\/\.{1,2}\//)
  })

  it.each([
    ['a list', { id: ['..'] }],
    ['an object', { id: { toString: 'x' } }],
    ['nothing', { id: null }],
    ['what is not its own', {}],
  ])('fill no path with %s', async (_what, args) => {
    for (const name of ['id', 'constructor'])
      await expect(run({ url: `${origin}/{${name}}` }, args)).rejects.toMatchObject({
        code: 'binding_invalid',
      })
  })

  it.each([
    ['the package’s constant', { key: { value: 'fixed' } }, { key: 'mine', a: 1 }, { a: 1, key: 'fixed' }],
    ['what it drops', { key: null }, { key: 'mine', a: 1 }, { a: 1 }],
    ['the name it chose', { a: 'b' }, { a: 1 }, { b: 1 }],
  ])('do not change %s', async (_what, params, args, sent) => {
    await run({ params }, args)
    expect(JSON.parse(seen.body)).toEqual(sent)
  })

  it('do not stand for each other', async () => {
    await expect(run({ params: { a: 'b' } }, { a: 1, b: 2 })).rejects.toMatchObject({
      code: 'binding_invalid',
    })
  })
})

describe('a package’s own binding', () => {
  it.each([
    ['another host by a placeholder', { url: 'https://{host}/' }],
    ['a part of a host', { url: 'https://a.{x}.example/' }],
    ['a name before the host', { url: 'https://user@good.example/' }],
    ['another port by a placeholder', { url: 'https://a.example:{port}/' }],
    ['a backslash', { url: 'https://good.example\\@evil.example/' }],
    ['a script', { url: 'javascript:alert(1)' }],
    ['a file', { url: 'file:///etc/passwd' }],
    ['a fragment', { url: 'https://a.example/#{x}' }],
    ['another host in a header', { headers: { Host: 'evil.example' } }],
    ['the length', { headers: { 'Content-Length': '5' } }],
    ['chunks', { headers: { 'Transfer-Encoding': 'chunked' } }],
    ['the connection', { headers: { Connection: 'upgrade' } }],
    ['a cookie', { headers: { Cookie: 'a=b' } }],
    ['a proxy’s key', { headers: { 'Proxy-Authorization': 'x' } }],
    ['a key in the open', { headers: { Authorization: 'Bearer x' } }],
    ['a second header', { headers: { 'X-A': 'b\r\nX-B: c' } }],
    ['a second header by the prefix', { headers: { 'X-A': { secret: 'key', prefix: 'b\r\nX-B: ' } } }],
    ['a secret of another', { headers: { 'X-A': { secret: '../models/openai' } } }],
    ['a pointer that is none', { response: 'a/b' }],
  ])('does not name %s', (_what, more) => {
    const binding = { type: 'http_get', url: 'https://good.example/', ...more }
    expect(() => parseHttpBinding(binding)).toThrow(
      expect.objectContaining({ code: 'binding_invalid' }) as Error,
    )
  })
})

describe('an answer', () => {
  it.each<[string, string, string, unknown]>([
    ['a member __proto__ stays data', '{"__proto__":{"admin":true}}', '', 'own'],
    ['a prototype is no answer', '{"a":1}', '/__proto__', 'none'],
    ['nor is a method', '{"a":1}', '/constructor', 'none'],
    ['nor the length of a list', '{"a":[1]}', '/a/length', 'none'],
    ['nor an index with zeros', '{"a":[1]}', '/a/00', 'none'],
    ['nor one from the end', '{"a":[1]}', '/a/-1', 'none'],
    ['a number beyond a double is none', '1e999', '', { value: Infinity }],
  ])('%s', async (_what, body, response, expected) => {
    answer = body
    const result = run({ response }, {})
    if (expected === 'none') await expect(result).rejects.toMatchObject({ code: 'binding_answer_unusable' })
    else if (expected === 'own') {
      expect(Object.getPrototypeOf(await result)).toBe(Object.prototype)
      expect('admin' in (await result)).toBe(false)
    } else expect(await result).toEqual(expected)
  })

  it.each([
    '',
    '[]',
    'null',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"1.0","id":"1","result":1}',
    '{"jsonrpc":"2.0","id":{},"result":1}',
    '['.repeat(100_000),
  ])('of another agent is refused: %s', (text) => {
    expect(readResponse(text)).toBeNull()
  })
})
