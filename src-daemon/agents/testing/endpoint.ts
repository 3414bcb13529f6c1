import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { listenForAgents } from '../../api/index.ts'
import type { AgentOffer } from '../../contract/agent-offer.ts'
import type { AgentEndpoint } from '../../contract/settings.ts'
import { createAuthorizations, createDidResolver, createMemorySigner } from '../../identity/index.ts'
import type { Signer } from '../../identity/types.ts'
import { createNetworkGuard } from '../../network/guard.ts'
import { fetchDidDocument } from '../../network/did-documents.ts'
import { localhostTls } from '../../network/testing/localhost-tls.ts'
import type { SettingsService } from '../../settings/types.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createAgents, type AgentsDeps } from '../called/agents.ts'
import { createDidAuthService } from '../requests/service.ts'

export const TOOL = {
  id: 'acp:units/convert',
  method: 'units/convert',
  title: 'convert',
  description: 'Converts.',
}
export const QUESTION = { id: 'satchel:question', method: 'ask', title: 'ask', description: '' }
export const ORDER = { id: 'satchel:order', method: 'order', title: 'order', description: '' }
export const THREADS = { id: 'satchel:threads', method: 'threads', title: 'threads', description: '' }
export const NO_OFFER: AgentOffer = {
  did: null,
  name: '',
  description: '',
  owner: null,
  operations: [],
  forms: ['openrpc'],
  questions: { enabled: false },
  orders: { enabled: false },
  threads: { enabled: false },
  items: [],
}

export type TestEndpoint = Awaited<ReturnType<typeof openTestEndpoint>>

/**
 * An agent that listens on loopback on a free port, with a resolver that finds the documents of such agents, and a clock.
 * `more` replaces parts of it. Ends with `close`.
 */
export const openTestEndpoint = async (
  more: Partial<AgentsDeps> & {
    readonly endpoint?: Partial<AgentEndpoint>
    /** Who signs what `didAuth.create` makes. */
    readonly caller?: Signer
    /** `localhost:PORT` of others that it may reach. */
    readonly reaches?: () => readonly string[]
  } = {},
) => {
  const { endpoint = {}, caller = createMemorySigner(), reaches = () => [], ...deps } = more
  const db: Database = deps.db ?? openDatabase({ path: ':memory:', log: { info: () => undefined } })
  const port = await freePort()
  const owner = createMemorySigner()
  let at = Date.now()
  const now = () => new Date(at)
  const values = {
    agentEndpoint: { enabled: true, host: '127.0.0.1', port, publicUrl: null, tls: null, ...endpoint },
    developmentHosts: [],
  }
  const settings = {
    get: () => values,
    set: (change: object) => Object.assign(values, change),
  } as unknown as SettingsService
  const developmentHosts = () => [`localhost:${String(values.agentEndpoint.port)}`, ...reaches()]
  const guard = createNetworkGuard({ env: {}, developmentHosts })
  const dids = createDidResolver({ now, fetch: fetchDidDocument(guard, developmentHosts) })
  const didAuth = createDidAuthService({ db, dids, identity: { signer: () => caller }, now })
  const authorizations = createAuthorizations({
    db,
    identity: { ownerDid: owner.did, signer: () => owner },
    now,
  })
  const invoke = vi.fn<AgentsDeps['invoke']>(({ params }) =>
    Promise.resolve({ ok: true, output: { echo: params } }),
  )
  const agents = createAgents({
    settings,
    didAuth,
    authorizations,
    ownerDid: () => owner.did,
    exposable: () => [TOOL, QUESTION, ORDER, THREADS],
    questionTool: QUESTION.id,
    orderTool: ORDER.id,
    threadTool: THREADS.id,
    takenOrder: () => null,
    offer: { get: () => NO_OFFER, published: () => null },
    files: () => [],
    ownDids: () => [],
    invoke,
    takesAuthorization: (toolId) => toolId === 'acp:note/state.query',
    listen: listenForAgents,
    checkDid: () => undefined,
    now,
    language: () => 'en',
    log: { info: () => undefined, warn: () => undefined },
    ...deps,
    db,
  })
  await agents.start()
  return {
    agents,
    authorizations,
    caller,
    db,
    did: `did:web:localhost%3A${String(port)}`,
    didAuth,
    dids,
    guard,
    invoke,
    now,
    owner,
    port,
    settings,
    later: (ms: number) => (at += ms),
    close: async () => {
      await agents.close()
      await guard.close()
      if (deps.db === undefined) db.close()
    },
  }
}

/** A port nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Files of a certificate for `localhost`, as an owner would name them. `remove` them in the end. */
export const tlsFiles = () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-tls-'))
  const certFile = join(folder, 'cert.pem')
  const keyFile = join(folder, 'key.pem')
  writeFileSync(certFile, localhostTls.cert)
  writeFileSync(keyFile, localhostTls.key)
  chmodSync(keyFile, 0o600)
  return {
    certFile,
    keyFile,
    remove: () => {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
