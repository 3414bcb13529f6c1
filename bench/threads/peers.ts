import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccessTokens, createAgents, createDidAuthService } from '../../src-daemon/agents/index.ts'
import { listenForAgents } from '../../src-daemon/api/index.ts'
import {
  createAuthorizations,
  createDidResolver,
  createMemorySigner,
} from '../../src-daemon/identity/index.ts'
import { createNetworkGuard, fetchDidDocument } from '../../src-daemon/network/index.ts'
import { createToldSecrets } from '../../src-daemon/platform/told-secrets.ts'
import type { SettingsService } from '../../src-daemon/settings/types.ts'
import { openDatabase } from '../../src-daemon/storage/index.ts'
import { createThreadFaces, createThreads, THREAD_TOOL } from '../../src-daemon/threads/index.ts'

const now = () => new Date()
const log = { info: () => undefined, warn: () => undefined }

/**
 * Two agents on this computer, each with a database on the disk: one keeps a conversation behind its endpoint, the other follows it
 * through its network guard. `event` is the milliseconds from what the first says until the second has kept it.
 */
export const openPeers = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-bench-'))
  const port = await freePort()
  const host = `localhost:${String(port)}`
  const [keeper, reader] = [createMemorySigner(), createMemorySigner()]
  const guard = createNetworkGuard({ env: {}, developmentHosts: () => [host] })
  const open = (name: string, signer: typeof keeper, contact: string) => {
    const db = openDatabase({ path: join(folder, `${name}.db`), log })
    const threads = createThreads({
      db,
      guard,
      tokens: createAccessTokens(),
      agentOf: () => ({ id: contact, did: keeper.did, threads: `http://${host}/v1/threads`, as: signer.did }),
      wallets: {
        prepare: () => Promise.reject(new Error('there are no accounts')),
        carryOut: () => Promise.reject(new Error('there are no accounts')),
      },
      payments: {
        prepare: () => Promise.reject(new Error('nothing is paid')),
        carryOut: () => Promise.reject(new Error('nothing is paid')),
        resume: () => Promise.resolve(null),
        untold: () => [],
        told: () => undefined,
        receiptOf: () => null,
        onChange: () => () => undefined,
      },
      loadForm: () => Promise.reject(new Error('no form is elsewhere')),
      nameOf: () => null,
      signer: () => signer,
      payer: () => signer,
      told: createToldSecrets().of,
      now,
      language: () => 'en',
      log,
    })
    return { db, threads }
  }
  const here = open('keeper', keeper, 'reader')
  const there = open('reader', reader, 'keeper')
  const agents = await openEndpoint(here, { port, keeper, guard })
  await agents.answer({ did: reader.did, status: 'allowed', tools: [THREAD_TOOL] })
  const { id } = await there.threads.open({ contact: 'keeper', text: 'Hello' })
  const [kept] = here.threads.list()
  const heard = (): Promise<number> =>
    new Promise((resolve) => {
      const count = there.threads.record.store.size(id).count
      const stop = there.threads.onChange(() => {
        if (there.threads.record.store.size(id).count === count) return
        stop()
        resolve(performance.now())
      })
    })
  for (let tries = 0; there.threads.list()[0]?.connection !== 'live'; tries += 1) {
    if (tries > 500) throw new Error('The peer of the benchmark is not connected')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return {
    event: async (): Promise<number> => {
      const arrived = heard()
      const start = performance.now()
      await here.threads.send({ id: kept?.id ?? '', text: 'Something is said.' })
      return (await arrived) - start
    },
    close: async () => {
      for (const { threads } of [here, there]) threads.close()
      await agents.close()
      await guard.close()
      for (const { db } of [here, there]) db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

const openEndpoint = async (
  { db, threads }: { db: ReturnType<typeof openDatabase>; threads: ReturnType<typeof createThreads> },
  {
    port,
    keeper,
    guard,
  }: {
    port: number
    keeper: ReturnType<typeof createMemorySigner>
    guard: ReturnType<typeof createNetworkGuard>
  },
) => {
  const values = {
    agentEndpoint: { enabled: true, host: '127.0.0.1', port, publicUrl: null, tls: null },
    developmentHosts: [],
  }
  const settings = { get: () => values } as unknown as SettingsService
  const dids = createDidResolver({ now, fetch: fetchDidDocument(guard, () => []) })
  const identity = { ownerDid: keeper.did, signer: () => keeper }
  const refuse = { ok: false, code: 'NOT_FOUND', message: '' } as const
  const offer = { questions: { enabled: false }, orders: { enabled: false }, threads: { enabled: true } }
  const agents = createAgents({
    db,
    settings,
    didAuth: createDidAuthService({ db, dids, identity, now }),
    authorizations: createAuthorizations({ db, identity, now }),
    ownerDid: () => keeper.did,
    exposable: () => [{ id: THREAD_TOOL, method: 'threads', title: '', description: '' }],
    questionTool: 'none',
    orderTool: 'none',
    threadTool: THREAD_TOOL,
    takenOrder: () => null,
    offer: {
      get: () => ({
        did: null,
        name: '',
        description: '',
        owner: null,
        operations: [],
        forms: ['openrpc'],
        items: [],
        ...offer,
      }),
      published: () => null,
    },
    files: () => [],
    ownDids: () => [],
    invoke: () => Promise.resolve(refuse),
    takesAuthorization: () => false,
    faces: (reception) => ({
      faces: createThreadFaces(reception, {
        record: threads.record,
        read: threads.read,
        isOffered: () => true,
        toolId: THREAD_TOOL,
        us: () => keeper.did,
        now,
      }),
      resume: () => Promise.resolve(),
      close: () => undefined,
    }),
    listen: listenForAgents,
    checkDid: () => undefined,
    now,
    language: () => 'en',
    log,
  })
  await agents.start()
  return agents
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}
