import { OWNER } from '../core/principal.ts'
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUnlockWaits, type UnlockWaits } from '../../identity/index.ts'
import { createNetworkGuard } from '../../network/index.ts'
import type { ServersService } from '../../mcp/index.ts'
import type { ServerReply } from '../../contract/servers.ts'
import { appRoot } from '../../platform/app.ts'
import { SatchelError } from '../../platform/errors.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { ALLOW_ONCE, personAnswers, type TestAnswer } from '../../testing/approvals.ts'
import { serveReferenceOnHttp } from '../conformance/reference-http.ts'
import { runConformance } from '../conformance/run.ts'
import { serviceAdapter } from '../conformance/testing/service-adapter.ts'
import { createMcpSource } from '../index.ts'
import type { CapabilitiesService, InvokeContext } from '../core/types.ts'
import type { ToolQuestion } from '../../contract/questions.ts'
import { plainServers } from '../../mcp/testing/plain-servers.ts'
import { plainCapabilities } from '../testing.ts'
import { connectServer } from '../../mcp/testing/connect-server.ts'

const own = join(appRoot, 'src-daemon/capabilities/conformance')
const CONTEXT = { caller: 'internal', principal: OWNER, turn: null } as const

let root: string
let db: Database
let closing: (() => Promise<void>)[]
let modelAsked = 0
/** Whether the model's key is locked. */
let locked = false
let keysChanged = (): void => undefined
let unlocks: UnlockWaits
let answer: TestAnswer = ALLOW_ONCE
const guard = createNetworkGuard()

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-mcp-source-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  closing = []
  answer = ALLOW_ONCE
  locked = false
  unlocks = createUnlockWaits({
    identity: {
      status: () =>
        Promise.resolve({
          ...{ backend: 'vault', state: locked ? 'locked' : 'ready' },
          ...{ keychainProblem: null, keychainName: null, locksAt: null },
        }),
      onChange: (listener) => {
        keysChanged = listener
        return () => undefined
      },
    },
    now: () => new Date(),
  })
})
afterEach(async () => {
  unlocks.stop()
  for (const close of closing) await close()
  db.close()
  rmSync(root, { recursive: true, force: true })
})

const open = (): { service: CapabilitiesService; servers: ServersService; close: () => Promise<void> } => {
  const servers = plainServers({ root, db, guard, secret: () => Promise.resolve('a secret of the header') })
  const service = plainCapabilities({
    sources: [createMcpSource({ servers, language: () => 'en' })],
    db,
    unlocks,
    askModel: () => {
      if (locked) return Promise.reject(new SatchelError('keystore_locked'))
      modelAsked += 1
      return Promise.resolve({ model: 'small', text: 'I am fine.', cut: false })
    },
  })
  personAnswers(service.approvals, () => answer)
  const close = async (): Promise<void> => {
    service.close()
    await servers.close()
  }
  return { service, servers, close }
}

const connect = (servers: ServersService, uri = 'reference') =>
  connectServer(servers, {
    uri,
    definition: {
      kind: 'command',
      command: process.execPath,
      args: [join(own, 'testing', 'reference-stdio.ts')],
      env: {},
      cwd: null,
      grants: { read: [own], write: [], hosts: [], unsandboxed: false },
    },
  })

it('passes every case of the suite, over stdio and over HTTP', async () => {
  const http = await serveReferenceOnHttp(0)
  closing.push(http.close)
  const first = open()
  await connect(first.servers)
  await connectServer(first.servers, {
    uri: 'reference-http',
    definition: { kind: 'url', url: http.url, headers: { 'x-key': { secret: 'servers/key' } } },
  })
  await first.close()
  const mcp = 'mcp:reference'
  const report = await runConformance({
    source: 'mcp',
    adapter: serviceAdapter(open),
    exercises: {
      good: [{ capability_id: `${mcp}/echo`, input: { text: 'hello' }, output: { text: 'hello' } }],
      failing: [{ capability_id: `${mcp}/fails`, input: {} }],
      violating: [{ capability_id: `${mcp}/lies`, input: {} }],
      slow: [{ capability_id: `${mcp}/waits`, input: {}, settlesMs: 3000 }],
      hidden: [
        http.url,
        new URL(http.url).hostname,
        `:${new URL(http.url).port}`,
        'x-key',
        'a secret of the header',
        process.execPath,
        own,
        'reference-stdio',
      ],
      mcp: { stdio: mcp, http: 'mcp:reference-http' },
    },
    now: () => new Date(),
  })
  expect(report.cases.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  const skipped = report.cases.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id)
  // Servers have no permissions that could be missing; only M11, M12 and M14 count calls inside of them.
  expect(skipped).toEqual(['I6', 'I7', 'I8', 'I9', 'I13', 'I14'])
}, 120_000)

describe('a tool of a server', () => {
  it('asks for approval, with its real effect', async () => {
    const { service, servers, close } = open()
    closing.push(close)
    await connect(servers)
    const version = service.list({ source: 'mcp:reference' }).find(({ name }) => name === 'Echo')?.version
    const ref = { capability_id: 'mcp:reference/echo', version: version ?? '' }
    // It says that it only reads, but isn't trusted yet.
    expect(service.describe(ref)).toMatchObject({ x_effect: 'process' })
    expect(await service.preview(ref, { text: 'x' })).toMatchObject({
      sentence: expect.stringContaining('echo') as string,
    })
    expect(await service.invoke(ref, { text: 'x' }, CONTEXT)).toMatchObject({
      ok: true,
      x_decision: { kind: 'asked' },
    })
    servers.trust('reference', true)
    expect(service.describe(ref)).toMatchObject({ x_effect: 'network_read' })
    await servers.remove('reference')
    expect(service.list()).toEqual([])
    expect(service.describe(ref)).toMatchObject({ code: 'NOT_FOUND' })
  })

  it(
    'is asked about again once another program runs for it, whatever was allowed',
    { timeout: 60_000 },
    async () => {
      const { service, servers, close } = open()
      closing.push(close)
      const folder = join(root, 'server')
      mkdirSync(folder)
      const script = join(folder, 'server.py')
      copyFileSync(join(appRoot, 'src-daemon/mcp/testing/plain_server.py'), script)
      const uri = 'plain'
      await connectServer(servers, {
        uri,
        definition: {
          kind: 'command',
          command: 'python3',
          args: [script],
          env: {},
          cwd: null,
          grants: { read: [folder], write: [], hosts: [], unsandboxed: false },
        },
      })
      const version = service.list({ source: 'mcp:plain' })[0]?.version ?? ''
      const turn = { conversationId: 'c', turnId: 't', callId: 'call' }
      const decision = async () => {
        const ref = { capability_id: 'mcp:plain/speak', version }
        const { ok, x_decision: made } = await service.invoke(
          ref,
          { what: 'x' },
          { caller: 'internal', principal: OWNER, turn },
        )
        expect(ok).toBe(true)
        return made?.kind
      }
      for (const scope of ['tool', 'capability'] as const) {
        answer = { decision: 'allow', scope, pattern: null, until: 'revoked' }
        expect(await decision()).toBe('asked')
        expect(await decision()).toBe('approval')
        appendFileSync(script, '\n# and more\n')
        await servers.stop(uri)
        await expect(servers.test(uri)).rejects.toMatchObject({ code: 'server_package_changed' })
        const sha256 = servers.get(uri)?.package?.found?.sha256 ?? ''
        await servers.acceptPackage({ uri, sha256 })
        expect(service.approvals.list({ ended: true }).at(-1)).toMatchObject({ state: 'outdated' })
      }
      expect(await decision()).toBe('asked')
    },
  )

  it('that is switched off is described and not listed; a call says so without asking', async () => {
    const { service, servers, close } = open()
    closing.push(close)
    await connect(servers)
    const listed = () => service.list().map(({ capability_id: id }) => id)
    const version = service.list().find(({ name }) => name === 'Echo')?.version ?? ''
    const ref = { capability_id: 'mcp:reference/echo', version }
    const before = listed()
    const view = servers.setToolEnabled({ uri: 'reference', tool: 'echo', enabled: false })
    expect(view.tools.filter(({ enabled }) => !enabled).map(({ name }) => name)).toEqual(['echo'])
    expect(listed()).toEqual(before.filter((id) => id !== 'mcp:reference/echo'))
    expect(service.describe(ref)).toMatchObject({ name: 'Echo' })
    expect(await service.preview(ref, { text: 'x' })).toBeNull()
    expect(await service.invoke(ref, { text: 'x' }, CONTEXT)).toMatchObject({
      ok: false,
      error: { code: 'PERMISSION_DENIED', details: { code: 'server_tool_off' } },
      x_decision: { kind: 'not_reached' },
    })
    expect(() => servers.setToolEnabled({ uri: 'reference', tool: 'no such', enabled: false })).toThrow(
      /server_tool_unknown/,
    )

    // Another way to the same server, and a restart, bring it back no more than the server can.
    const definition = servers.get('reference')?.definition
    if (definition?.kind !== 'command') throw new Error('no command')
    await servers.change({ uri: 'reference', definition: { ...definition, env: { OTHER: '1' } } })
    expect(listed()).not.toContain('mcp:reference/echo')
    servers.setToolEnabled({ uri: 'reference', tool: 'echo', enabled: true })
    expect(listed()).toEqual(before)
    servers.setToolEnabled({ uri: 'reference', tool: 'echo', enabled: false })
    await servers.remove('reference')
    await connect(servers)
    expect(listed()).toEqual(before)
  })

  it('says which version there is now', async () => {
    const { service, servers, close } = open()
    closing.push(close)
    await connect(servers)
    const ref = { capability_id: 'mcp:reference/echo', version: '0.0.1' }
    const { error } = await service.invoke(ref, { text: 'x' }, CONTEXT)
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(/1\.2\.3\+[0-9a-f]{12}/) as string,
    })
  })
})

describe('a tool that asks the person', () => {
  const everything = join(appRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js')
  const called = async (name: string, input: object, answer: (one: ToolQuestion) => ServerReply) => {
    const { service, servers, close } = open()
    closing.push(close)
    await connectServer(servers, {
      uri: 'everything',
      definition: {
        kind: 'command',
        command: process.execPath,
        args: [everything],
        env: {},
        cwd: null,
        grants: { read: [join(appRoot, 'node_modules')], write: [], hosts: [], unsandboxed: false },
      },
    })
    const id = `mcp:everything/${name}`
    if (name === 'trigger-sampling-request') {
      await servers.allow({ uri: 'everything', sampling: true })
      const { tools } = await servers.test('everything')
      const added = tools.filter(({ status }) => status === 'new')
      servers.accept({
        uri: 'everything',
        tools: added.map(({ name: tool, sha256 }) => ({ name: tool, sha256 })),
      })
    }
    const version = service.list().find(({ capability_id: one }) => one === id)?.version ?? ''
    const stop = new AbortController()
    const asked: ToolQuestion[] = []
    void (async () => {
      for await (const [one] of service.questions.watch(stop.signal)) {
        if (one === undefined || asked.some(({ id: seen }) => seen === one.id)) continue
        asked.push(one)
        service.questions.answer({ id: one.id, reply: answer(one) })
      }
    })().catch(() => undefined)
    const invoke = (context: InvokeContext) => service.invoke({ capability_id: id, version }, input, context)
    closing.unshift(() => {
      stop.abort()
      return Promise.resolve()
    })
    return { invoke, asked, servers }
  }
  const turn = { conversationId: 'c', turnId: 't', callId: 'call' }

  it('gets what they filled in; a call without a waiting user is not delayed', async () => {
    const { invoke, asked } = await called('trigger-elicitation-request', {}, () => ({
      action: 'accept',
      values: { '/name': 'Ann', '/untitledSingleSelectEnum': 'Monica', '/unasked': 'x' },
    }))
    const done = await invoke({ caller: 'internal', principal: OWNER, turn })
    expect(asked).toMatchObject([
      { title: 'everything', tool: 'trigger-elicitation-request', callId: 'call', asked: { kind: 'form' } },
    ])
    expect(done.ok).toBe(true)
    expect(JSON.stringify(done.output)).toContain('Ann')
    expect(JSON.stringify(done.output)).not.toContain('unasked')

    const agent = {
      caller: 'internal',
      turn: null,
      principal: { kind: 'agent', did: 'did:key:z6Mkagent' },
    } as const
    expect(JSON.stringify((await invoke(agent)).output)).toMatch(/cancel/i)
    expect(asked).toHaveLength(1)
  })

  it('gets the answer of a model whose key was locked once it is unlocked, asked for where the server asks', async () => {
    const { invoke } = await called('trigger-sampling-request', { prompt: 'How are you?' }, () => ({
      action: 'accept',
      values: null,
    }))
    locked = true
    const before = modelAsked
    const running = invoke({ caller: 'internal', principal: OWNER, turn })
    await expect.poll(() => unlocks.pending(), { timeout: 20_000 }).toMatchObject([{ turnId: 't' }])
    locked = false
    keysChanged()
    expect(JSON.stringify(await running)).toContain('I am fine.')
    expect(modelAsked).toBe(before + 1)
  })

  it('queries their model once they agreed, and gets the answer once they agreed to that', async () => {
    const steps: string[] = []
    const before = modelAsked
    const { invoke, asked, servers } = await called(
      'trigger-sampling-request',
      { prompt: 'How are you?' },
      ({ asked: one }) =>
        steps.push(one.kind) > 3 ? { action: 'decline' } : { action: 'accept', values: null },
    )
    expect(JSON.stringify(await invoke({ caller: 'internal', principal: OWNER, turn }))).toContain(
      'I am fine.',
    )
    expect(asked).toMatchObject([
      {
        title: 'everything',
        callId: 'call',
        asked: { kind: 'sampling', request: { messages: [{ role: 'user' }], maxTokens: 100 } },
      },
      { asked: { kind: 'sampled', answer: { model: 'small', text: 'I am fine.' } } },
    ])
    // The answer is not sent, and then the model is not asked.
    expect((await invoke({ caller: 'internal', principal: OWNER, turn })).ok).toBe(false)
    expect((await invoke({ caller: 'internal', principal: OWNER, turn })).ok).toBe(false)
    expect(steps).toEqual(['sampling', 'sampled', 'sampling', 'sampled', 'sampling'])
    expect(modelAsked).toBe(before + 2)
    const agent = {
      caller: 'internal',
      turn: null,
      principal: { kind: 'agent', did: 'did:key:z6Mkagent' },
    } as const
    expect((await invoke(agent)).ok).toBe(false)
    expect(steps).toHaveLength(5)
    const view = await servers.allow({ uri: 'everything', sampling: false })
    expect([view.allowed, view.state.kind]).toEqual([
      { sampling: false, logLevel: null, timeoutSeconds: null, appOrigins: [] },
      'stopped',
    ])
  })

  it('may lead them to an address, and hears whether they went', async () => {
    const url = 'https://elicitation.example/sign-in'
    const { invoke, asked } = await called('trigger-url-elicitation', { url, message: 'Sign in.' }, () => ({
      action: 'decline',
    }))
    const done = await invoke({ caller: 'internal', principal: OWNER, turn })
    expect(asked).toMatchObject([{ asked: { kind: 'url', url } }])
    expect(JSON.stringify(done.output)).toMatch(/declin/i)
  })
})
