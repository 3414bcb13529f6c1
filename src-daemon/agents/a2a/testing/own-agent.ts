import { createServer, type AddressInfo } from 'node:net'
import { Client, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import { onTestFinished, vi } from 'vitest'
import { listenForAgents } from '../../../api/index.ts'
import { createDidResolver, createMemorySigner, keyOfKeyId } from '../../../identity/index.ts'
import type { Signer } from '../../../identity/types.ts'
import { createNetworkGuard } from '../../../network/guard.ts'
import type { SettingsService } from '../../../settings/types.ts'
import { openDatabase } from '../../../storage/index.ts'
import { createAgents } from '../../called/agents.ts'
import type { Face } from '../../called/faces.ts'
import { createDidAuthService } from '../../requests/service.ts'
import { signRequest } from '../../requests/sign-request.ts'
import { createA2aProtocol } from '../protocol.ts'
import { CARD_PATH, composeCard, signCard } from '../server/card.ts'
import type { Ask } from '../server/executor.ts'
import { createA2aFaces, MESSAGES_PATH } from '../server/face.ts'

/** The one operation it has beside questions. */
export const TOOL = {
  id: 'acp:units/convert',
  method: 'units/convert',
  title: 'Convert',
  description: 'Converts units.',
}
/** Our endpoint with A2A, a card of its DID, and agents that may call it. */
export const startOwnAgent = async (seed?: Uint8Array) => {
  const db = openDatabase({ path: ':memory:', log: { info: () => undefined } })
  const port = await freePort()
  const host = `localhost:${String(port)}`
  const [owner, caller] = [createMemorySigner(), createMemorySigner(seed)]
  const did = `did:web:localhost%3A${String(port)}`
  const values = {
    agentEndpoint: { enabled: true, host: '127.0.0.1', port, publicUrl: null },
    developmentHosts: [],
  }
  const settings = { get: () => values, set: () => values } as unknown as SettingsService
  const now = () => new Date()
  const dids = createDidResolver({ now, fetch: () => Promise.reject(new Error('offline')) })
  const didAuth = createDidAuthService({ db, dids, identity: { signer: () => caller }, now })
  const invoke = vi.fn<Parameters<typeof createAgents>[0]['invoke']>(({ params }) =>
    Promise.resolve({ ok: true, output: { echo: params } }),
  )
  const ask = vi.fn<Ask>((_caller, { question, onText }) => {
    for (const text of ['You asked: ', question]) onText(text)
    return Promise.resolve({ ok: true, output: { answer: `You asked: ${question}` } })
  })
  const url = `http://${host}${MESSAGES_PATH}`
  const operations = [{ ...TOOL, inputSchema: { type: 'object', properties: { value: { type: 'number' } } } }]
  const about = { name: 'Ours', description: 'Converts.', version: '1.0.0', provider: null }
  const unsigned = composeCard({ ...about, url, operations, questions: true })
  const speaker = { ...owner, did, keyId: `${did}#key-1` }
  const card = await signCard(unsigned, { signer: speaker, kind: 'Ed25519' })
  const cardFace: Face = {
    method: 'GET',
    path: `/${CARD_PATH}`,
    answer: () => ({ status: 200, body: JSON.stringify(card) }),
  }
  let close: () => void = () => undefined
  const agents = createAgents({
    db,
    settings,
    didAuth,
    ownerDid: () => owner.did,
    exposable: () => [TOOL],
    invoke,
    takesAuthorization: () => false,
    faces: (reception) => {
      const a2a = createA2aFaces({ reception, ask })
      close = a2a.close
      return [...a2a.faces, cardFace]
    },
    listen: listenForAgents,
    checkDid: () => undefined,
    now,
    language: () => 'en',
    log: { info: () => undefined, warn: () => undefined },
  })
  await agents.start()
  const guard = createNetworkGuard({ env: {}, developmentHosts: () => [host] })
  onTestFinished(async () => {
    close()
    await agents.close()
    await guard.close()
    db.close()
  })
  const allow = (who: Signer = caller) => agents.answer({ did: who.did, status: 'allowed', tools: [TOOL.id] })
  const post = async (
    request: object,
    {
      as = caller,
      form = 'http-signature' as const,
      headers = {} as Record<string, string>,
      body = JSON.stringify(request),
    } = {},
  ) => {
    const target = { method: 'POST', url, body: Buffer.from(JSON.stringify(request)) }
    const proof = await signRequest(target, { signer: as, form, now: now() })
    return fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...proof, ...headers },
      body,
    })
  }
  /** The SDK's own client, whose requests are signed. */
  const client = async (version: '0.3' | '1.0' = '1.0', as: Signer = caller) => {
    const fetchImpl: typeof fetch = async (input, init = {}) => {
      const body = typeof init.body === 'string' ? init.body : ''
      const target = { method: 'POST', url, body: Buffer.from(body) }
      const proof = await signRequest(target, { signer: as, form: 'http-signature', now: now() })
      return fetch(input, { ...init, headers: { ...(init.headers as Record<string, string>), ...proof } })
    }
    const agentCard = {
      ...(unsigned as unknown as ConstructorParameters<typeof Client>[1]),
      supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: version, tenant: '' }],
    }
    const factory = new JsonRpcTransportFactory({ fetchImpl, legacyCompat: { enabled: true } })
    return new Client(await factory.create(url, agentCard), agentCard)
  }
  const protocol = createA2aProtocol({
    guard,
    dids: {
      resolve: (one) => dids.resolve(one),
      key: (keyId, use) =>
        keyId === speaker.keyId ? Promise.resolve(keyOfKeyId(owner.keyId)) : dids.key(keyId, use),
    },
    developmentHosts: () => [host],
    now,
  })
  return { agents, allow, ask, caller, card, client, host, invoke, owner, post, protocol, url }
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}
