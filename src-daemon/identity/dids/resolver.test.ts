import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { DidResolver } from '../core/types.ts'
import { createDidResolver } from './resolver.ts'

const did = 'did:web:example.org:alice'
const edKey = 'z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw'
const kKey = 'zQ3shgVXZLaMzm5S5x7XzGUG6YFHFLtoEMiv9ao2Bqa7hGyg2'
const documentOf = (id: string, more: object = {}) => ({
  id,
  verificationMethod: [
    { id: '#key-1', type: 'Multikey', controller: id, publicKeyMultibase: edKey },
    { id: '#key-2', type: 'Multikey', controller: id, publicKeyMultibase: kKey },
    { id: '#key-3', type: 'SomethingNew', controller: id, publicKeyMultibase: kKey },
  ],
  authentication: ['#key-1', '#key-3'],
  assertionMethod: ['#key-2'],
  ...more,
})

describe('resolving DIDs', () => {
  type Handler = (request: IncomingMessage, response: ServerResponse) => void
  let handler: Handler
  let asked: string[]
  let now: number
  let dids: DidResolver

  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    handler(request, response)
  })
  const answer = (body: unknown, { status = 200, type = 'application/did+json' } = {}): Handler => {
    const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
    return (_, response) => response.writeHead(status, { 'content-type': type }).end(text)
  }
  /** Sends the resolver's requests to this test's server, whatever host they name. */
  const origin = (): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const ask = (url: string): Promise<Response> => fetch(`${origin()}${new URL(url).pathname}`)
  const failure = async (promise: Promise<unknown>): Promise<SatchelError> => {
    const thrown = await promise.then(
      () => null,
      (error: unknown) => error,
    )
    expect(thrown).toBeInstanceOf(SatchelError)
    return thrown as SatchelError
  }

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  beforeEach(() => {
    asked = []
    now = Date.parse('2026-11-21T12:00:00Z')
    handler = answer(documentOf(did))
    dids = createDidResolver({ now: () => new Date(now), fetch: ask })
  })

  describe('did:key', () => {
    it.each([
      ['Ed25519', edKey],
      ['secp256k1', kKey],
      ['P-256', 'zDnaeXxvmFHMHjqgQTbadpWG7gPHwnga1i7SMwxrV2BSdUjAD'],
    ])('reads %s from the DID itself, valid for all four uses, without a request', async (kind, key) => {
      const own = `did:key:${key}`
      const resolved = await dids.resolve(own)
      const relationships = [
        'assertionMethod',
        'authentication',
        'capabilityDelegation',
        'capabilityInvocation',
      ]
      expect(resolved).toMatchObject({
        did: own,
        method: 'key',
        url: null,
        fromCache: false,
        resolvedAt: '2026-11-21T12:00:00.000Z',
        keys: [{ keyId: `${own}#${key}`, kind, relationships }],
        document: {
          id: own,
          verificationMethod: [{ type: 'Multikey', controller: own, publicKeyMultibase: key }],
        },
      })
      expect((await dids.key(`${own}#${key}`, 'capabilityDelegation')).curve).toBe(kind)
      expect(asked).toEqual([])
    })

    it('has no second key and no unknown curve', async () => {
      expect(await failure(dids.key(`did:key:${edKey}#key-1`, 'authentication'))).toMatchObject({
        code: 'key_not_authorized',
        params: { relationship: 'authentication', listed: `did:key:${edKey}#${edKey}` },
      })
      const other = 'did:key:z2oAtNrLiXVGhpRRJ926QkCwPeoSzjAnFLftb5R8TnkZVAmRF'
      expect((await failure(dids.resolve(other))).code).toBe('did_unresolvable')
    })
  })

  describe('did:web and did:wba', () => {
    it('asks where the document stands and tells what it lists', async () => {
      expect(await dids.resolve(did)).toMatchObject({
        method: 'web',
        url: 'https://example.org/alice/did.json',
        fromCache: false,
        keys: [
          { keyId: `${did}#key-1`, kind: 'Ed25519', relationships: ['authentication'] },
          { keyId: `${did}#key-2`, kind: 'secp256k1', relationships: ['assertionMethod'] },
        ],
        document: { id: did },
      })
      const root = 'did:wba:example.com%3A8443'
      handler = answer(documentOf(root), { type: 'application/json; charset=utf-8' })
      expect((await dids.resolve(root)).url).toBe('https://example.com:8443/.well-known/did.json')
      expect(asked).toEqual(['/alice/did.json', '/.well-known/did.json'])
    })

    it('gives a key for the use it is listed for, and for no other', async () => {
      expect(await dids.key(`${did}#key-2`, 'assertionMethod')).toMatchObject({ curve: 'secp256k1' })
      expect(await failure(dids.key(`${did}#key-1`, 'assertionMethod'))).toMatchObject({
        code: 'key_not_authorized',
        params: { keyId: `${did}#key-1`, relationship: 'assertionMethod', listed: `${did}#key-2` },
        details: { listedFor: ['authentication'] },
      })
      expect(await failure(dids.key(`${did}#nobody`, 'capabilityInvocation'))).toMatchObject({
        code: 'key_not_authorized',
        params: { listed: '—' },
      })
    })

    it('says of a listed key that cannot be used why it cannot', async () => {
      expect(await failure(dids.key(`${did}#key-3`, 'authentication'))).toMatchObject({
        code: 'did_document_invalid',
        params: { place: `${did}#key-3`, problem: 'unknown_type' },
      })
    })

    it("refuses another's document", async () => {
      handler = answer(documentOf('did:web:example.org:bob'))
      expect(await failure(dids.resolve(did))).toMatchObject({
        code: 'did_document_wrong_id',
        params: { did, found: 'did:web:example.org:bob' },
      })
    })

    it('holds a did:wba to the fingerprint it carries', async () => {
      const bound = `did:wba:example.org:agent:e1_${'A'.repeat(43)}`
      handler = answer(documentOf(bound))
      expect(await failure(dids.key(`${bound}#key-1`, 'authentication'))).toMatchObject({
        code: 'did_document_invalid',
        params: { place: 'authentication', problem: 'no_key_with_this_fingerprint' },
      })
    })

    it.each<[string, unknown, { type?: string }, object]>([
      ['a page', '<html>', { type: 'text/html' }, { place: 'content-type', problem: 'text/html' }],
      ['no type', JSON.stringify(documentOf(did)), { type: '' }, { place: 'content-type' }],
      ['half a document', '{"id":', {}, { place: 'document', problem: 'not_json' }],
      ['a key twice', `{"id":"${did}","id":"${did}"}`, {}, { place: 'id', problem: 'duplicate_key' }],
      ['a number too large', `{"id":"${did}","x":1e999}`, {}, { problem: 'not_finite' }],
      ['half a character', `{"id":"${did}","x":"\\ud800"}`, {}, { problem: 'lone_surrogate' }],
      ['bytes that are no text', new Uint8Array([0x7b, 0xff, 0x7d]), {}, { problem: 'not_utf8' }],
      ['a list', '[]', {}, { place: 'document', problem: 'not_an_object' }],
    ])('refuses %s and says where', async (_, body, options, params) => {
      handler = answer(body, options)
      expect(await failure(dids.resolve(did))).toMatchObject({ code: 'did_document_invalid', params })
    })

    it('says which host did not give it, and why', async () => {
      handler = answer('no', { status: 404 })
      expect(await failure(dids.resolve(did))).toMatchObject({
        code: 'did_unreachable',
        params: { did, host: 'example.org', reason: 'HTTP 404' },
      })
      const cause = new TypeError('fetch failed')
      const broken = createDidResolver({ now: () => new Date(now), fetch: () => Promise.reject(cause) })
      const error = await failure(broken.resolve(did))
      expect(error).toMatchObject({ code: 'did_unreachable', params: { reason: 'fetch failed' } })
      expect(error.cause).toBe(cause)
    })
  })

  describe('through the network guard', () => {
    const guarded = async (
      deps: Parameters<typeof createNetworkGuard>[0],
      use: (dids: DidResolver) => Promise<void>,
    ): Promise<void> => {
      const guard = createNetworkGuard(deps)
      const fetchDocument = (url: string) =>
        guard.fetch(url, {}, { kind: 'package_host', hosts: [new URL(url).host], maxBytes: 256 * 1024 })
      try {
        await use(createDidResolver({ now: () => new Date(now), fetch: fetchDocument }))
      } finally {
        await guard.close()
      }
    }

    it('refuses a DID whose host is a private address, before anything is sent', async () => {
      const port = String((server.address() as AddressInfo).port)
      const resolve = ((_host: string, _options: unknown, callback: (...all: unknown[]) => void) => {
        callback(null, [{ address: '127.0.0.1', family: 4 }])
      }) as unknown as NonNullable<NonNullable<Parameters<typeof createNetworkGuard>[0]>['resolve']>
      await guarded({ resolve }, async (dids) => {
        const error = await failure(dids.resolve(`did:web:agents.example%3A${port}`))
        expect(error).toMatchObject({
          code: 'did_unreachable',
          params: { host: `agents.example:${port}`, reason: 'private_address' },
        })
        expect(error.cause).toMatchObject({ code: 'network_refused' })
      })
      await guarded({}, async (dids) => {
        const error = await failure(dids.resolve(`did:web:localhost%3A${port}`))
        expect(error).toMatchObject({ code: 'did_unreachable', params: { reason: 'private_address' } })
      })
      // With the host allowed, it gets as far as the handshake, which this plain server does not support.
      await guarded({ developmentHosts: () => [`localhost:${port}`] }, async (dids) => {
        const error = await failure(dids.resolve(`did:web:localhost%3A${port}`))
        expect(error.code).toBe('did_unreachable')
        expect(error.params['reason']).not.toBe('private_address')
      })
      expect(asked).toEqual([])
    })

    it('says of a document that is too large that it is', async () => {
      handler = answer({ ...documentOf(did), padding: 'x'.repeat(256 * 1024) })
      const guard = createNetworkGuard()
      const fetchDocument = (url: string) =>
        guard.fetch(
          `${origin()}${new URL(url).pathname}`,
          {},
          { kind: 'user_endpoint', origin: origin(), maxBytes: 256 * 1024 },
        )
      try {
        const dids = createDidResolver({ now: () => new Date(now), fetch: fetchDocument })
        expect(await failure(dids.resolve(did))).toMatchObject({
          code: 'did_document_invalid',
          params: { problem: 'too_large' },
        })
      } finally {
        await guard.close()
      }
    })
  })

  describe('what was read before', () => {
    it('counts for five minutes and not a moment longer', async () => {
      await dids.resolve(did)
      now += 299_999
      expect(await dids.resolve(did)).toMatchObject({
        fromCache: true,
        resolvedAt: '2026-11-21T12:00:00.000Z',
      })
      now += 1
      expect(await dids.resolve(did)).toMatchObject({
        fromCache: false,
        resolvedAt: '2026-11-21T12:05:00.000Z',
      })
      now -= 60_000 // The clock was set back, so the age is unknown.
      expect(await dids.resolve(did)).toMatchObject({ fromCache: false })
      expect(asked).toHaveLength(3)
    })

    it('is asked for again with `fresh`, and the newer answer counts from then on', async () => {
      await dids.key(`${did}#key-2`, 'assertionMethod')
      handler = answer(documentOf(did, { assertionMethod: ['#key-1'] }))
      await dids.key(`${did}#key-2`, 'assertionMethod')
      expect(await dids.resolve(did, { fresh: true })).toMatchObject({ fromCache: false })
      expect((await failure(dids.key(`${did}#key-2`, 'assertionMethod'))).code).toBe('key_not_authorized')
      expect(asked).toHaveLength(2)
    })

    it('is asked for once by those who ask at the same time', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => dids.resolve(did)))
      expect(asked).toHaveLength(1)
      expect(new Set(all.map((one) => one.document))).toHaveProperty('size', 20)
    })

    it('is not put back over what a fresh request found meanwhile', async () => {
      const waiting: (() => void)[] = []
      const bodies = [documentOf(did), documentOf(did, { assertionMethod: [] })]
      handler = (request, response) => {
        const body = bodies.shift()
        waiting.push(() => {
          answer(body)(request, response)
        })
      }
      const old = dids.resolve(did)
      await expect.poll(() => waiting.length).toBe(1)
      const fresh = dids.resolve(did, { fresh: true })
      await expect.poll(() => waiting.length).toBe(2)
      waiting[1]?.()
      await fresh
      waiting[0]?.()
      await old
      expect((await dids.resolve(did)).document['assertionMethod']).toEqual([])
      expect(asked).toHaveLength(2)
    })

    it('contains only successful reads: a failure is not cached, for any of its callers', async () => {
      handler = answer('no', { status: 503 })
      const codes = await Promise.all([failure(dids.resolve(did)), failure(dids.resolve(did))])
      expect(codes.map((error) => error.code)).toEqual(['did_unreachable', 'did_unreachable'])
      expect(asked).toHaveLength(1)
      handler = answer(documentOf(did))
      expect((await dids.resolve(did)).fromCache).toBe(false)
    })

    it('cannot be changed by those who were shown it', async () => {
      const { document, keys } = await dids.resolve(did)
      document['assertionMethod'] = ['#key-1']
      keys.length = 0
      expect((await dids.resolve(did)).document['assertionMethod']).toEqual(['#key-2'])
      expect((await dids.resolve(did)).keys).toHaveLength(2)
    })

    it('makes room at 8 MB of documents, too', async () => {
      const padding = 'x'.repeat(1024 * 1024)
      handler = (request, response) => {
        const name = request.url?.split('/')[1] ?? ''
        answer(documentOf(`did:web:example.org:${name}`, { padding }))(request, response)
      }
      const nth = (index: number) => `did:web:example.org:u${String(index)}`
      for (let index = 0; index < 8; index += 1) await dids.resolve(nth(index))
      expect((await dids.resolve(nth(7))).fromCache).toBe(true)
      expect((await dids.resolve(nth(0))).fromCache).toBe(false)
      expect((await dids.resolve(nth(2))).fromCache).toBe(true)
    })

    it('makes room at 256 documents for the newest, and keeps those in use', async () => {
      const many = createDidResolver({
        now: () => new Date(now),
        fetch: (url) => {
          asked.push(url)
          const name = new URL(url).pathname.split('/')[1] ?? ''
          return Promise.resolve(Response.json(documentOf(`did:web:example.org:${name}`)))
        },
      })
      const nth = (index: number) => `did:web:example.org:u${String(index)}`
      for (let index = 0; index < 256; index += 1) await many.resolve(nth(index))
      await many.resolve(nth(0))
      await many.resolve(nth(256))
      expect(asked).toHaveLength(257)
      expect((await many.resolve(nth(0))).fromCache).toBe(true)
      expect((await many.resolve(nth(1))).fromCache).toBe(false)
    })
  })
})
