/** ANP's reference SDK as a live peer: each side's identities, documents and requests with the other. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { OwnDid } from '../contract/agent-dids.ts'
import { authorizedKey, documentProof, validateDidDocument } from '../identity/index.ts'
import { keychainInMemory, useIdentityHome } from '../identity/keys/testing.ts'
import { createNetworkGuard } from '../network/index.ts'
import { openDatabase } from '../storage/index.ts'
import { newId } from '../platform/ids.ts'
import { sendSigned } from './calling/send-signed.ts'
import { createOwnDids, type OwnDids } from './did-wba/own-dids.ts'
import { signRequest } from './requests/sign-request.ts'
import { createDidAuthService } from './requests/service.ts'
import { openAnpPeer } from './testing/anp-sdk.ts'
import { HANDLE_CASES } from './testing/handle-cases.ts'
import { contactsBeside } from './testing/other-agent.ts'
import { openTestEndpoint, TOOL } from './testing/endpoint.ts'
import type { PythonPeer } from './testing/python-peer.ts'

const TIMEOUT = 600_000
const documentSchema = z.looseObject({ id: z.string() })

let peer: PythonPeer
let missing: string | null = null
beforeAll(async () => {
  const opened = await openAnpPeer()
  if ('missing' in opened) missing = opened.missing
  else peer = opened
}, 2 * TIMEOUT)
afterAll(() => {
  if (missing === null) peer.close()
})
beforeEach(({ skip }) => {
  if (missing !== null) skip(missing)
})

const home = useIdentityHome()
const ownDids = async (): Promise<OwnDids> => {
  const identity = await home.ready(keychainInMemory().keychain)
  return createOwnDids({ db: home.database(), identity, now: () => new Date() })
}
const profiles = [
  ['e1', ['agent', 'ana']],
  ['k1', ['agent', 'ben']],
  ['e1', []],
] as const

describe('called by the SDK', () => {
  /** Our endpoint, which knows the SDK's documents. */
  const open = async (documents: readonly z.infer<typeof documentSchema>[]) => {
    const key = (keyId: string, use: Parameters<typeof authorizedKey>[2]) => {
      const json = documents.find(({ id }) => keyId.startsWith(`${id}#`))
      return Promise.resolve(authorizedKey(validateDidDocument(json?.id ?? '', json), keyId, use))
    }
    const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
    const dids = { key, resolve: () => Promise.reject(new Error('nobody is called')) }
    const identity = { signer: () => ({ did: '', keyId: '', sign: () => Promise.reject(new Error()) }) }
    const didAuth = createDidAuthService({ db, dids, identity, now: () => new Date() })
    const { agents, port, close } = await openTestEndpoint({ db, didAuth })
    onTestFinished(async () => {
      await close()
      db.close()
    })
    for (const { id } of documents) await agents.answer({ did: id, status: 'allowed', tools: [TOOL.id] })
    return `http://localhost:${String(port)}/rpc`
  }

  it.each(profiles)('as %s %j, in all its forms', { timeout: TIMEOUT }, async (profile, path) => {
    const document = documentSchema.parse(await peer.ask('make', { path, profile }))
    const url = await open([document])
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: TOOL.method, params: { text: '你好' } })
    const call = async (form: string, token?: string) =>
      z
        .object({ status: z.number(), token: z.string().nullable() })
        .parse(await peer.ask('call', { did: document.id, url, body, form, token }))
    for (const form of ['http-signature', '1.1', '1.0', 'none']) {
      const { status, token } = await call(form)
      expect({ form, status }).toEqual({ form, status: 200 })
      expect((await call('token', token ?? 'none')).status).toBe(200)
      expect((await call('token', `${token ?? ''}x`)).status).toBe(401)
    }
  })
})

describe('calling the SDK', () => {
  const kinds = [
    ...profiles.map(([key, path]) => ({ key, path: [...path], dialect: 'w3c' as const })),
    { key: 'e1' as const, path: ['agent', 'sdk'], dialect: 'sdk' as const },
  ]

  it.each(kinds)('as $key $path, $dialect', { timeout: TIMEOUT }, async (input) => {
    const dids = await ownDids()
    const { did, document } = await dids.create({ host: 'ours.example', ...input })
    await peer.ask('add', { document })
    const signer = dids.signer(did, { purpose: 'test', requester: 'test' })
    const url = `${peer.origin}/guarded`
    const guard = createNetworkGuard({ env: {}, developmentHosts: () => [new URL(peer.origin).host] })
    onTestFinished(() => guard.close())
    const policy = { kind: 'package_host', hosts: [new URL(peer.origin).host] } as const
    const now = () => new Date()
    const response = await sendSigned({ guard, now }, { method: 'GET', url, signer, policy })
    expect(await response.json()).toEqual({ did, scheme: 'http_signatures' })
    const headers = await signRequest(
      { method: 'GET', url, body: null },
      { signer, form: 'didwba', now: now() },
    )
    const older = await guard.fetch(url, { headers }, policy)
    expect(await older.json()).toEqual({ did, scheme: 'legacy_didwba' })
    const again = await guard.fetch(url, { headers }, policy)
    expect(again.status).toBe(401)
  })
})

describe('an agent of the SDK', () => {
  it(
    'is read and called: its files want to know who asks, then it gives a token',
    { timeout: TIMEOUT },
    async () => {
      const identities = await ownDids()
      const { did, document } = await identities.create({ host: 'ours.example', path: ['agent', 'guest'] })
      await peer.ask('add', { document })
      const { origin } = z.object({ origin: z.string() }).parse(await peer.ask('serve', {}))
      const { contacts } = contactsBeside([new URL(origin)], { identities })
      const url = `${origin}/hotel/ad.json`
      const found = await waitFor(() => contacts.discover(url, null))
      expect(found.agents).toMatchObject([{ url, name: 'Hotel' }])
      // Its description is open, the file of its interface isn't.
      expect((await contacts.look(url)).pending?.problems).toMatchObject([
        { code: 'not_loaded', detail: '401' },
      ])
      const { id, fingerprint, pending } = await contacts.look(url, { as: did })
      expect(pending).toMatchObject({
        name: 'Hotel',
        did: 'did:wba:peer.example:hotel',
        verdict: 'unsigned',
        problems: [],
      })
      contacts.approve({ id, fingerprint })
      const call = async (name: string, input: Record<string, unknown>): Promise<unknown> => {
        const operation = contacts.approved()[0]?.reading.operations.find((one) => one.id === name)
        if (operation === undefined) throw new Error(`no ${name}`)
        return contacts.call(id, operation, input, { idempotencyKey: newId(), requester: 'test' })
      }
      expect(await call('search', { city: 'Jena', nights: 2 })).toEqual({ rooms: ['Jena 0', 'Jena 1'] })
      for (let times = 0; times < 2; times += 1) expect(await call('who', {})).toEqual({ value: did })
      await expect(call('full', {})).rejects.toMatchObject({ code: 'agent_refused' })
    },
  )
})

describe('documents', () => {
  it.each(profiles)('of the SDK are read: %s %j', { timeout: TIMEOUT }, async (profile, path) => {
    const json = documentSchema.parse(await peer.ask('make', { path, profile }))
    expect(documentProof(validateDidDocument(json.id, json))).toMatchObject({
      state: 'valid',
      dialect: 'sdk',
    })
    const { proof: _, ...unsigned } = json
    const changed = {
      ...unsigned,
      proof: { ...z.looseObject({}).parse(json['proof']), created: '2026-01-01T00:00:00Z' },
    }
    // Only a DID that names its key depends on the proof.
    if (profile === 'e1' && path.length > 0) expect(() => validateDidDocument(json.id, changed)).toThrow()
    else expect(documentProof(validateDidDocument(json.id, changed))).toMatchObject({ state: 'wrong' })
  })

  it.each(['w3c', 'sdk'] as const)(
    'of ours are valid to it, also those of successors: %s',
    { timeout: TIMEOUT },
    async (dialect) => {
      const dids = await ownDids()
      const before = await dids.create({ host: 'ours.example', path: ['ana'], dialect })
      expect(await peer.ask('validate', { document: before.document })).toEqual({
        binding: true,
        proof: true,
      })
      const after: OwnDid = await dids.rotate(before.did)
      const ended = dids.get(before.did)
      expect(
        await peer.ask('validate', { document: ended.document, successor: after.document }),
      ).toMatchObject({
        proof: true,
        hop: 'verified',
      })
    },
  )
})

/** Its server takes a moment to listen. */
const waitFor = async <T>(work: () => Promise<T>): Promise<T> => {
  const until = Date.now() + 60_000
  for (;;)
    try {
      return await work()
    } catch (thrown) {
      if (Date.now() > until) throw thrown
      await new Promise((done) => setTimeout(done, 100))
    }
}

describe('handles', () => {
  it.each(HANDLE_CASES)(
    'the SDK agrees: $about',
    { timeout: TIMEOUT },
    async ({ resolution, document, isValid }) => {
      const judged = await peer.ask('handle', { resolution, document })
      expect(judged).toEqual({ valid: isValid })
    },
  )
})
