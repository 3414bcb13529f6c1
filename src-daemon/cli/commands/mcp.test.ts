import type { ChildProcess } from 'node:child_process'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { serveReferenceOnHttp } from '../../capabilities/conformance/reference-http.ts'
import type { ApprovalRequest } from '../../contract/approvals.ts'
import type { DaemonClient } from '../../client/index.ts'
import { ALLOW_ONCE } from '../../testing/approvals.ts'
import { runCli, runCliWithInput } from '../../testing/cli.ts'
import { connectReady, endOf } from '../../testing/daemon-process.ts'
import { spawnWithVault } from '../../testing/quick-vault.ts'
import { cliEntry } from '../../testing/entries.ts'
import { tempHome } from '../../testing/temp-home.ts'

const TIMEOUT = 120_000
const soon = { timeout: 20_000, interval: 50 }

let home: ReturnType<typeof tempHome>
let env: NodeJS.ProcessEnv
let daemon: ChildProcess
let owner: DaemonClient
const open: Client[] = []

beforeAll(async () => {
  home = tempHome()
  env = { ...home.env, LC_ALL: 'en_GB.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }
  daemon = await spawnWithVault(env)
  owner = await connectReady(env)
  expect(await runCli(env, 'cap', 'install', 'note', '--yes')).toMatchObject({ code: 0, stderr: '' })
}, TIMEOUT)
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})
afterAll(async () => {
  await owner.close()
  daemon.kill('SIGKILL')
  await endOf(daemon)
  home.remove()
}, TIMEOUT)

/** A program using the official library, which starts `satchel mcp`. */
const startProgram = async (name: string, mode: 'auto' | 'legacy', ...args: string[]) => {
  const changes: number[] = []
  const client = new Client(
    { name, version: '1.2.3' },
    {
      versionNegotiation: { mode },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => void changes.push(1) } },
    },
  )
  open.push(client)
  const command = process.execPath
  const transport = new StdioClientTransport({
    command,
    args: [cliEntry, 'mcp', ...args],
    env: Object.fromEntries(
      Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
    stderr: 'ignore',
  })
  await client.connect(transport)
  return { client, changes }
}
const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)
const created = z.object({ id: z.string() })
const textOf = (result: { content: readonly unknown[] }) =>
  z.array(z.object({ text: z.string() })).parse(result.content)[0]?.text ?? ''

describe.each([
  ['2026-07-28', 'auto'],
  ['2025-11-25', 'legacy'],
] as const)('satchel mcp, for a program of %s', (protocol, mode) => {
  const name = `editor ${protocol}`
  const note = { schema_uri: 'did:nuwa:state:note#v1', object: { title: 'Milk', body: 'Two litres.' } }

  it(
    'shows nothing to an unanswered program, then what the owner gave it',
    { timeout: TIMEOUT },
    async () => {
      const { client, changes } = await startProgram(name, mode)
      expect(client.getNegotiatedProtocolVersion()).toBe(protocol)
      expect(await names(client)).toEqual([])
      expect(await owner.api.sharing.clients.query()).toContainEqual(
        expect.objectContaining({ name, status: 'asked', software: `${name} 1.2.3`, connections: 1 }),
      )
      const before = changes.length
      const given = await runCli(env, 'share', 'expose', name, 'acp:note/state.create', '--yes')
      expect(given).toMatchObject({ code: 0, stderr: '' })
      await vi.waitFor(() => {
        expect(changes.length).toBeGreaterThan(before)
      }, soon)
      expect(await names(client)).toEqual(['note__state__create'])

      const result = await client.callTool({ name: 'note__state__create', arguments: note })
      expect(result).not.toHaveProperty('isError', true)
      expect(created.parse(result.structuredContent)).toBeTruthy()
      expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
      const wrong = await client.callTool({ name: 'note__state__create', arguments: { object: 3 } })
      expect(wrong).toMatchObject({ isError: true })
      expect(textOf(wrong)).toContain('INVALID_INPUT')
      await expect(client.callTool({ name: 'note__state__query', arguments: {} })).rejects.toThrow(
        'Unknown tool',
      )

      const { records } = await owner.api.activity.list.query({ limit: 5, client: name })
      expect(records).toMatchObject([
        { caller: 'mcp', client: name, outcome: 'failed' },
        { caller: 'mcp', client: name, capabilityId: 'acp:note/state.create', outcome: 'ok' },
      ])
      await owner.api.sharing.remove.mutate({ name })
      expect(await names(client)).toEqual([])
    },
  )
})

describe('a call that has to be allowed', () => {
  let reference: Awaited<ReturnType<typeof serveReferenceOnHttp>>
  let pending: readonly ApprovalRequest[] = []
  let watching: { unsubscribe(): void }
  beforeAll(async () => {
    reference = await serveReferenceOnHttp(0)
    const definition = { kind: 'url', url: reference.url, headers: {} } as const
    const { tools } = await owner.api.servers.add.mutate({ uri: 'ref', definition })
    await owner.api.servers.accept.mutate({ uri: 'ref', tools })
    watching = owner.api.approvals.pending.subscribe(undefined, { onData: (all) => (pending = all) })
    await owner.api.sharing.allow.mutate({ name: 'writer', exposed: ['mcp:ref/*'], surface: 'search' })
  }, TIMEOUT)
  afterAll(async () => {
    watching.unsubscribe()
    await reference.close()
  })

  const waiting = () =>
    vi.waitFor(() => {
      const [request] = pending
      if (request === undefined) throw new Error('nothing waits')
      return request
    }, soon)
  const echo = { name: 'capability_invoke', arguments: { id: 'mcp:ref/echo', input: { text: 'hello' } } }

  it(
    'waits in Satchel, says so to the caller, and runs once the person agrees',
    { timeout: TIMEOUT },
    async () => {
      const { client } = await startProgram('anything', 'auto', '--as', 'writer')
      expect(await names(client)).toEqual(['capability_search', 'capability_describe', 'capability_invoke'])
      const found = await client.callTool({ name: 'capability_search', arguments: { query: 'returns text' } })
      expect(found.structuredContent).toMatchObject({ total: 11 })
      expect(textOf(found)).toContain('[{"id":"mcp:ref/echo",')
      const hidden = await client.callTool({
        name: 'capability_invoke',
        arguments: { id: 'acp:note/state.query', input: {} },
      })
      expect(textOf(hidden)).toContain('PERMISSION_DENIED')
      const log = await owner.api.activity.list.query({ limit: 1, client: 'writer' })
      expect(log.records).toMatchObject([{ capabilityId: 'acp:note/state.query', outcome: 'denied' }])

      const told: (string | undefined)[] = []
      const result = client.callTool(echo, { onprogress: ({ message }) => void told.push(message) })
      const request = await waiting()
      expect(request).toMatchObject({ client: 'writer', caller: 'mcp', arguments: { text: 'hello' } })
      await owner.api.approvals.answer.mutate({
        id: request.id,
        argumentsSha256: request.argumentsSha256,
        answer: ALLOW_ONCE,
      })
      expect((await result).structuredContent).toEqual({ text: 'hello' })
      expect(told).toEqual(['Waiting for the user in Satchel'])
    },
  )

  it('is asked about no more when the program gives up', { timeout: TIMEOUT }, async () => {
    const { client } = await startProgram('anything', 'legacy', '--as', 'writer')
    const controller = new AbortController()
    const result = client.callTool(echo, { signal: controller.signal })
    const stopped = expect(result).rejects.toThrow()
    await waiting()
    controller.abort()
    await stopped
    await vi.waitFor(() => {
      expect(pending).toEqual([])
    }, soon)
    const { records } = await owner.api.activity.list.query({ limit: 1, client: 'writer' })
    expect(records).toMatchObject([{ outcome: 'stopped', capabilityId: 'mcp:ref/echo' }])
  })
})

it(
  'answers what was asked before the other end was closed',
  async () => {
    const said = [
      {
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'Pipe', version: '1' },
        },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
    ]
    const lines = said.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join('')
    const { code, stdout } = await runCliWithInput(env, lines, 'mcp')
    const ids = stdout
      .trim()
      .split('\n')
      .map((line) => z.object({ id: z.number() }).parse(JSON.parse(line)).id)
    expect([code, ids.toSorted()]).toEqual([0, [1, 2]])
  },
  TIMEOUT,
)
