import { chmodSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createMemorySigner } from '../../identity/index.ts'
import { useIdentityHome } from '../../identity/keys/testing.ts'
import { localhostTls } from '../../network/testing/localhost-tls.ts'
import { toSatchelError } from '../../platform/errors.ts'
import { createDidAuth } from '../requests/did-auth.ts'
import { signRequest } from '../requests/sign-request.ts'
import { NO_OFFER, openTestEndpoint, tlsFiles, TOOL } from '../testing/endpoint.ts'
import { OFFERED, openOwnAgent } from '../testing/own-agent.ts'
import { callbackOrigin } from './endpoint.ts'
import { startOne } from './testing/start-one.ts'

const before = getCACertificates('default')
beforeAll(() => {
  setDefaultCACertificates([...before, localhostTls.cert])
})
afterAll(() => {
  setDefaultCACertificates(before)
})

const homes = [useIdentityHome(), useIdentityHome()] as const

/** Two agents over TLS: one offers something, the other one reads and calls it. */
const startTwo = async () => {
  const files = tlsFiles()
  const { certFile, keyFile } = files
  const endpoint = { tls: { certFile, keyFile } }
  const shop = await openOwnAgent(homes[0], {
    endpoint,
    path: ['shop'],
    reaches: () => [`localhost:${String(caller.port)}`],
  })
  const caller = await openOwnAgent(homes[1], {
    endpoint,
    reaches: () => [`localhost:${String(shop.port)}`],
  })
  onTestFinished(async () => {
    await shop.close()
    await caller.close()
    files.remove()
  })
  shop.offer.set({
    ...NO_OFFER,
    did: shop.did,
    name: 'Units',
    operations: [{ tool: OFFERED.id, humanAuthorization: false }],
    questions: { enabled: true },
  })
  const policy = { kind: 'package_host', hosts: [`localhost:${String(shop.port)}`] } as const
  return { shop, caller, get: (url: string) => caller.guard.fetch(url, {}, policy), policy }
}

describe('an agent and another one', () => {
  it(
    'describes itself, is found and verified, and called in each form, over TLS',
    { timeout: 60_000 },
    async () => {
      const { shop, caller, get, policy } = await startTwo()
      const { url } = await shop.offer.publish()
      const list = (await (await get(`${shop.origin}/.well-known/agent-descriptions`)).json()) as {
        items: Record<string, string>[]
      }
      expect(list.items[0]?.['@id']).toBe(url)
      const seen = await caller.descriptions.fromUrl(url, null)
      expect(seen).toMatchObject({ verdict: 'valid', did: shop.did, warnings: [] })
      for (const one of seen.interfaces) expect((await get(one.url ?? '')).status).toBe(200)

      await shop.agents.answer({ did: caller.did, status: 'allowed', tools: [OFFERED.id] })
      const body = Buffer.from(
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: OFFERED.method, params: { value: 1 } }),
      )
      const address = `${shop.origin}/rpc`
      const send = (headers: Record<string, string>) =>
        caller.guard.fetch(
          address,
          { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body },
          policy,
        )
      const unsigned = { method: 'POST', url: address, body }
      const signer = caller.signer()
      for (const form of ['http-signature', 'didwba'] as const) {
        const answer = await send(await signRequest(unsigned, { signer, form, now: new Date() }))
        expect(await answer.json()).toMatchObject({ result: { echo: { value: 1 } } })
      }
      const authorization = await createDidAuth({
        signer,
        operation: OFFERED.method,
        params: { value: 1 },
        audience: shop.did,
        now: () => new Date(),
      })
      expect((await send({ authorization })).status).toBe(200)
      expect(shop.invoke).toHaveBeenCalledTimes(3)
      expect(shop.invoke).toHaveBeenLastCalledWith(expect.objectContaining({ did: caller.did }))
    },
  )

  it('serves what was signed until something else is published', { timeout: 60_000 }, async () => {
    const { shop, caller, get } = await startTwo()
    const { url } = await shop.offer.publish()
    const text = await (await get(url)).text()
    shop.offer.set({ ...shop.offer.get(), name: 'Others' })
    expect(await (await get(url)).text()).toBe(text)
    await shop.offer.publish()
    expect(await caller.descriptions.fromUrl(url, null)).toMatchObject({ name: 'Others', version: '1.1.0' })
  })
})

it.each([
  ['example.org', {}, null],
  ['localhost', {}, 'http://localhost:4710'],
  ['127.0.0.1', {}, 'http://localhost:4710'],
  ['[::1]', {}, 'http://localhost:4710'],
  ['localhost.example.org', {}, null],
  ['example.org', { publicUrl: 'https://me.example' }, 'https://me.example'],
  ['localhost', { publicUrl: 'https://me.example', enabled: false }, null],
  ['localhost', { enabled: false }, null],
])('an agent at %s can call back, with %j, at %s', (host, more, origin) => {
  const endpoint = { enabled: true, host: '127.0.0.1', port: 4710, publicUrl: null, tls: null, ...more }
  expect(callbackOrigin(endpoint, host)).toBe(origin)
})

describe('a certificate', () => {
  it('is refused if others can read its key, or if it is none', async () => {
    const files = tlsFiles()
    onTestFinished(files.remove)
    const opened = await openTestEndpoint({ endpoint: { enabled: false } })
    onTestFinished(opened.close)
    const { endpoint } = opened.agents.status()
    const { certFile, keyFile } = files
    const open = () =>
      opened.agents.setEndpoint({ ...endpoint, enabled: true, tls: { certFile, keyFile } }).then(
        () => 'open',
        (thrown: unknown) => toSatchelError(thrown).code,
      )
    chmodSync(keyFile, 0o644)
    expect(await open()).toBe(process.platform === 'win32' ? 'open' : 'agent_tls_key_exposed')
    chmodSync(keyFile, 0o600)
    writeFileSync(certFile, 'none')
    expect(await open()).toBe('agent_tls_unusable')
    expect(opened.agents.status()).toMatchObject({ listening: false, endpoint: { tls: null } })
  })
})

describe('a token', () => {
  it('stands for the signature it was given for, a quarter of an hour long', async () => {
    const { call, allow, token, bearer, later, invoke, caller } = await startOne()
    await allow()
    const given = await token()
    expect(given.length).toBeGreaterThan(40)
    for (let n = 0; n < 3; n += 1) expect((await call(bearer(given))).status).toBe(200)
    expect(invoke).toHaveBeenLastCalledWith(expect.objectContaining({ did: caller.did }))
    expect((await call(bearer(`${given.slice(0, -1)}_`))).status).toBe(401)
    later(15 * 60_000 + 1)
    const over = await call(bearer(given))
    expect(over.status).toBe(401)
    expect(over.headers.get('www-authenticate')).toContain('nonce=')
  })

  it('is for one host', async () => {
    const { allow, token, bearer, call, port } = await startOne()
    await allow()
    const given = await token()
    expect((await call(bearer(given))).status).toBe(200)
    const status = await new Promise<number>((done, fail) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: TOOL.method })
      request(
        {
          host: '127.0.0.1',
          port,
          path: '/rpc',
          method: 'POST',
          headers: {
            host: `127.0.0.1:${String(port)}`,
            'content-type': 'application/json',
            authorization: `Bearer ${given}`,
          },
        },
        (response) => {
          response.resume()
          done(response.statusCode ?? 0)
        },
      )
        .on('error', fail)
        .end(body)
    })
    expect(status).toBe(401)
  })

  it('ends when its agent is refused or forgotten', async () => {
    const { agents, caller, allow, token, bearer, call } = await startOne()
    await allow()
    const given = await token()
    await agents.answer({ did: caller.did, status: 'refused', tools: [] })
    expect((await call(bearer(given))).status).toBe(401)
    await allow()
    expect((await call(bearer(given))).status).toBe(401)
    const other = await token()
    await agents.forget(caller.did)
    expect((await call(bearer(other))).status).toBe(401)
  })

  it('is not enough where the owner is asked', async () => {
    const operations = [{ tool: TOOL.id, humanAuthorization: true }]
    const { allow, token, bearer, call, caller, invoke } = await startOne({
      offer: { get: () => ({ ...NO_OFFER, operations }), published: () => null },
    })
    await allow()
    const given = await token()
    expect((await call(bearer(given))).status).toBe(401)
    expect((await call({ signer: caller })).status).toBe(200)
    expect(invoke).toHaveBeenCalledTimes(2)
    expect(invoke).toHaveBeenLastCalledWith(expect.objectContaining({ asksOwner: true }))
  })
})

describe('what the owner opens', () => {
  it('is an authorization, with an end', async () => {
    const { agents, allow, call, caller, later, authorizations } = await startOne()
    const answered = await allow([TOOL.id], 3600)
    expect(answered.tools).toEqual([TOOL.id])
    expect(answered.until).not.toBeNull()
    const list = authorizations.list()
    expect(list).toMatchObject([{ controller: caller.did, actions: ['operation.convert'] }])
    expect((await call({ signer: caller })).text).toContain('echo')
    later(3_601_000)
    expect((await call({ signer: caller })).text).toContain('-32601')
    expect(agents.callers()).toMatchObject([{ tools: [], until: null }])
  })

  it('ends when the authorization is revoked, or another answer is given', async () => {
    const { allow, call, caller, authorizations } = await startOne()
    await allow()
    const [first] = authorizations.list()
    authorizations.revoke(first?.id ?? '')
    expect((await call({ signer: caller })).text).toContain('-32601')
    await allow()
    expect((await call({ signer: caller })).status).toBe(200)
    await allow([])
    expect(authorizations.list().every(({ revokedAt }) => revokedAt !== null)).toBe(true)
    expect((await call({ signer: caller })).text).toContain('-32601')
  })

  it('can be presented by an agent that the owner doesn’t know', async () => {
    const { authorizations, call, caller, invoke } = await startOne()
    const { id } = await authorizations.give({
      capUri: 'did:nuwa:cap:units',
      scope: 'operations',
      actions: ['operation.convert'],
      controller: caller.did,
      expiresInSeconds: 3600,
    })
    const authorization = authorizations.chain(id)
    expect((await call({ signer: caller }, { a: 1, authorization })).text).toContain('"echo":{"a":1}')
    const stranger = createMemorySigner()
    expect((await call({ signer: stranger }, { a: 1, authorization })).status).toBe(403)
    authorizations.revoke(id)
    expect((await call({ signer: caller }, { a: 1, authorization })).status).toBe(403)
    expect(invoke).toHaveBeenCalledTimes(1)
  })
})

describe('other protocols', () => {
  it('add faces, with the same reception', async () => {
    const { post, caller, allow } = await startOne({
      faces: (reception) => ({
        close: () => undefined,
        resume: () => Promise.resolve(),
        faces: [
          {
            method: 'POST',
            path: '/other/*',
            answer: async (request) => {
              const admitted = await reception.admit(request)
              if (!admitted.ok) return { status: 401 }
              const { signal, path } = request
              const outcome = await reception.call(admitted, {
                method: TOOL.method,
                params: { path },
                signal,
              })
              return { status: 200, body: JSON.stringify(outcome) }
            },
          },
        ],
      }),
    })
    await allow()
    expect((await post('/other/x', {})).status).toBe(401)
    expect((await post('/other/x', {}, { signer: caller })).text).toContain('"echo":{"path":"/other/x"}')
    expect((await post('/others', {}, { signer: caller })).status).toBe(404)
  })
})
