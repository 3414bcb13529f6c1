import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildRequest, parseHttpBinding, runHttpBinding } from './http-binding.ts'
import { createNetworkGuard, type NetworkGuard } from '../network/guard.ts'

const get = (url: string, more: Record<string, unknown> = {}) =>
  parseHttpBinding({ type: 'http_get', url, ...more })

describe('binding requests', () => {
  it('maps scalars, arrays and objects to the query and keeps the existing one', () => {
    const { url, init } = buildRequest(get('https://api.example.org/f?key=1'), {
      place: 'San José',
      days: 3,
      fields: ['a', 'b'],
      box: { x: 1 },
      none: null,
    })
    expect(url.search).toBe('?key=1&place=San+Jos%C3%A9&days=3&fields=a&fields=b&box=%7B%22x%22%3A1%7D')
    expect(init.method).toBe('GET')
  })

  it('fills placeholders of path and query once, percent-encoded', () => {
    const { url } = buildRequest(get('https://api.example.org/v1/{city}/now?u={unit}'), {
      city: 'a/b?c#d',
      unit: 'c&f',
      x: 1,
    })
    expect(url.href).toBe('https://api.example.org/v1/a%2Fb%3Fc%23d/now?u=c%26f&x=1')
  })

  it('renames, drops and adds constants', () => {
    const binding = get('https://api.example.org/', { params: { q: 'query', secret: null, v: { value: 2 } } })
    expect(buildRequest(binding, { q: 'x', secret: 's', v: 'mine' }).url.search).toBe('?query=x&v=2')
  })

  it('sends arguments of a POST as a JSON body', () => {
    const binding = parseHttpBinding({ type: 'http_post', url: 'https://api.example.org/{id}' })
    const { url, init } = buildRequest(binding, { id: 7, title: 'x', tags: ['a'] })
    expect(url.href).toBe('https://api.example.org/7')
    expect(init.body).toBe('{"title":"x","tags":["a"]}')
  })

  it.each(['PUT', 'PATCH'])('sends arguments of a %s as a JSON body', (method) => {
    const binding = parseHttpBinding({ type: 'http_post', method, url: 'https://api.example.org/{id}' })
    const { url, init } = buildRequest(binding, { id: 7, title: 'x' })
    expect(url.href).toBe('https://api.example.org/7')
    expect([init.method, init.body]).toEqual([method, '{"title":"x"}'])
  })

  it('sends no body with a DELETE', () => {
    const binding = parseHttpBinding({
      type: 'http_post',
      method: 'DELETE',
      url: 'https://api.example.org/{id}',
    })
    const { url, init } = buildRequest(binding, { id: 7, force: true })
    expect(url.href).toBe('https://api.example.org/7?force=true')
    expect([init.method, init.body]).toEqual(['DELETE', undefined])
  })

  it.each([
    ['a method of a read', { url: 'https://a/x', method: 'DELETE' }],
    ['a method that is none of these', { type: 'http_post', url: 'https://a/x', method: 'TRACE' }],
    ['placeholder in the authority', { url: 'https://{host}/x' }],
    ['placeholder in the scheme', { url: '{scheme}://a/x' }],
    ['credentials', { url: 'https://u:p@a/x' }],
    ['another scheme', { url: 'ftp://a/x' }],
    ['a literal secret', { url: 'https://a/x', headers: { Authorization: 'Bearer abc' } }],
    ['another literal header', { url: 'https://a/x', headers: { 'X-Api-Key': 'abc' } }],
    ['a bad pointer', { url: 'https://a/x', response: 'data' }],
  ])('refuses %s', (_what, binding) => {
    expect(() => parseHttpBinding({ type: 'http_get', ...binding })).toThrow(/binding_invalid/)
  })

  it('refuses a missing argument of the address and dot segments', () => {
    const binding = get('https://api.example.org/a/{x}{y}/b')
    expect(() => buildRequest(binding, { x: 'x' })).toThrow(/binding_invalid/)
    expect(() => buildRequest(binding, { x: '.', y: '.' })).toThrow(/binding_invalid/)
    expect(() => buildRequest(binding, { x: {}, y: '' })).toThrow(/binding_invalid/)
  })

  it('never leaves the declared host and path depth, whatever the arguments', () => {
    const binding = get('https://api.example.org:8443/v1/{a}/{b}?q={c}')
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', '../..', '//evil', '\\', '@evil', '#', '?'),
    )
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        let url: URL
        try {
          url = buildRequest(binding, { a, b, c }).url
        } catch {
          return
        }
        expect(url.host).toBe('api.example.org:8443')
        expect(url.pathname.split('/')).toHaveLength(4)
        expect(url.pathname.startsWith('/v1/')).toBe(true)
        expect(url.searchParams.get('q')).toBe(c)
      }),
    )
  })
})

describe('running a binding', () => {
  let server: Server
  let origin: string
  let guard: NetworkGuard
  let answer: { status: number; body: string }
  let seen: { request: IncomingMessage; body: string } | undefined

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        seen = { request, body }
        response.writeHead(answer.status).end(answer.body)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
    guard = createNetworkGuard({ developmentHosts: () => [new URL(origin).host] })
  })
  afterAll(async () => {
    await guard.close()
    await new Promise((resolve) => server.close(resolve))
  })
  beforeEach(() => {
    answer = { status: 200, body: '{"data":{"items":[{"t":1},{"t":2}],"name":"n"}}' }
    seen = undefined
  })

  const run = (more: Record<string, unknown> = {}) =>
    runHttpBinding({
      binding: { type: 'http_get', url: `${origin}/x`, ...more },
      arguments: { q: 'ü' },
      guard,
    })

  it('returns a JSON object unchanged, other JSON as value, text as text', async () => {
    expect(await run()).toEqual({ data: { items: [{ t: 1 }, { t: 2 }], name: 'n' } })
    expect(seen?.request.url).toBe('/x?q=%C3%BC')
    answer.body = '[1,2]'
    expect(await run()).toEqual({ value: [1, 2] })
    answer.body = 'plain'
    expect(await run()).toEqual({ text: 'plain' })
  })

  it('takes the part the pointer names, and says when there is none', async () => {
    expect(await run({ response: '/data/items/1' })).toEqual({ t: 2 })
    expect(await run({ response: '/data/name' })).toEqual({ text: 'n' })
    await expect(run({ response: '/data/none' })).rejects.toMatchObject({ code: 'binding_answer_unusable' })
    await expect(run({ response: '/data/items/length' })).rejects.toMatchObject({
      code: 'binding_answer_unusable',
    })
  })

  it('posts JSON', async () => {
    await run({ type: 'http_post' })
    expect(seen?.request.method).toBe('POST')
    expect(seen?.request.headers['content-type']).toBe('application/json')
    expect(seen?.body).toBe('{"q":"ü"}')
  })

  it('sends the method that its package says', async () => {
    await run({ type: 'http_post', method: 'PATCH' })
    expect([seen?.request.method, seen?.body]).toEqual(['PATCH', '{"q":"ü"}'])
    await run({ type: 'http_post', method: 'DELETE' })
    expect([seen?.request.method, seen?.request.url, seen?.body]).toEqual(['DELETE', '/x?q=%C3%BC', ''])
    expect(seen?.request.headers['idempotency-key']).toMatch(/^\S{16,}$/)
  })

  it('gives every POST an idempotency key: that of the call, or one of its own', async () => {
    const keys: unknown[] = []
    for (const idempotencyKey of ['call-1', undefined, undefined]) {
      await runHttpBinding({
        binding: { type: 'http_post', url: `${origin}/x` },
        arguments: {},
        guard,
        idempotencyKey,
      })
      keys.push(seen?.request.headers['idempotency-key'])
    }
    expect(keys).toEqual(['call-1', expect.stringMatching(/^\S{16,}$/), expect.stringMatching(/^\S{16,}$/)])
    expect(new Set(keys).size).toBe(3)
    await run()
    expect(seen?.request.headers).not.toHaveProperty('idempotency-key')
  })

  it('reports a refusal of the service with its answer', async () => {
    answer = { status: 422, body: 'city unknown' }
    await expect(run()).rejects.toMatchObject({
      code: 'binding_failed',
      details: { status: 422, body: 'city unknown' },
    })
  })

  it('refuses too large an answer, and stops when told', async () => {
    answer.body = 'x'.repeat(1024 * 1024 + 1)
    await expect(run()).rejects.toMatchObject({ code: 'response_too_large' })
    const stopped = runHttpBinding({
      binding: { type: 'http_get', url: origin },
      arguments: {},
      guard,
      signal: AbortSignal.abort(),
    })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  })
  it('shows no part of a secret that the service wrote at the cut end of its answer', async () => {
    const secret = 'ana:p4ssw0rd-of-ana'
    const basic = Buffer.from(secret).toString('base64')
    for (const [before, written] of [
      [1990, basic],
      [1995, 'p4ssw0rd-of-ana'],
    ] as const) {
      answer = { status: 500, body: 'x'.repeat(before) + written }
      const hidden: string[] = []
      const thrown: unknown = await runHttpBinding({
        binding: {
          type: 'http_get',
          url: origin,
          headers: { authorization: { secret: 'key', prefix: 'Basic ' } },
        },
        arguments: {},
        guard,
        packageName: 'x',
        secrets: { read: () => Promise.resolve(basic) },
        hide: (text) => hidden.push(text),
      }).catch((error: unknown) => error)
      expect(thrown).toMatchObject({ code: 'binding_failed', details: { body: `${'x'.repeat(before)}•••` } })
      expect(hidden).toEqual([basic, `Basic ${basic}`])
    }
  })
})
