import { createServer, type Server } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createNetworkGuard, type NetworkGuard } from '../../network/guard.ts'
import { plainServers } from '../testing/plain-servers.ts'
import { SESSION_TIMES } from '../sessions/times.ts'
import { SUPERVISOR_TIMES } from '../sessions/supervisor.ts'
import type { ServersService } from './types.ts'
import { connectServer } from '../testing/connect-server.ts'

const URI = 'did:nuwa:mcp:test:v1'
const never = new AbortController().signal

let root: string
let db: Database
let guard: NetworkGuard
let servers: ServersService
let now = new Date('2026-05-01T12:00:00Z')
let document: unknown = {}

const open = (unusedMs = 60_000): ServersService =>
  plainServers({
    root,
    db,
    guard,
    now: () => now,
    secret: (name) => Promise.resolve(`value of ${name}`),
    resolveDid: () => Promise.resolve(document),
    times: { ...SESSION_TIMES, idleMs: 5_000, graceMs: 500 },
    supervisorTimes: { ...SUPERVISOR_TIMES, unusedMs },
  })
const call = (action = 'act', args: Record<string, unknown> = { what: 'this' }, serverUri = URI) =>
  servers.call({ serverUri, action, arguments: args, signal: never })

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'satchel-servers-'))
  for (const name of ['home', 'data']) mkdirSync(join(root, name))
  db = openDatabase({ path: join(root, 'data', 'state.db') })
  guard = createNetworkGuard()
  now = new Date('2026-05-01T12:00:00Z')
  servers = open()
})
afterEach(async () => {
  await servers.close()
  await guard.close()
  db.close()
  rmSync(root, { recursive: true, force: true })
})

describe('a server elsewhere', () => {
  let server: Server
  let origin: string
  let answerTools: () => unknown[] = () => []
  let headers: Record<string, unknown>[] = []

  beforeEach(async () => {
    headers = []
    answerTools = () => [{ name: 'act', description: 'Acts.', inputSchema: { type: 'object' } }]
    // A server of the older handshake, without a session and without streams.
    server = createServer((request, response) => {
      headers.push(request.headers)
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        if (request.method !== 'POST') {
          response.writeHead(405).end()
          return
        }
        const { id, method } = JSON.parse(body) as { id?: number; method: string }
        const result = resultFor(method)
        if (id === undefined) response.writeHead(202).end()
        else {
          response.writeHead(200, { 'content-type': 'application/json' })
          const error = { code: -32601, message: 'Method not found' }
          response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result === null ? { error } : { result }) }))
        }
      })
    })
    const resultFor = (method: string): unknown => {
      if (method === 'initialize')
        return {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'remote', version: '2' },
        }
      if (method === 'tools/list') return { tools: answerTools() }
      if (method === 'tools/call') return { content: [{ type: 'text', text: 'acted far away' }] }
      return null
    }
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('is called over Streamable HTTP, with headers by secret', async () => {
    const definition = {
      kind: 'url' as const,
      url: `${origin}/mcp`,
      headers: { Authorization: { secret: 'servers/token' } },
    }
    const view = await connectServer(servers, { uri: 'mine', definition })
    expect(view).toMatchObject({
      state: { kind: 'running', pid: null, confinement: null, server: { name: 'remote' } },
    })
    expect(await call('act', {}, 'mine')).toEqual({ text: 'acted far away' })
    expect(headers.every(({ authorization }) => authorization === 'value of servers/token')).toBe(true)
    expect(JSON.stringify(servers.list())).not.toContain('value of')
    expect(servers.facts('mine', 'act')).toMatchObject({
      target: { kind: 'host', name: new URL(origin).host },
    })
  })

  it('is asked again after it was unreachable', async () => {
    await connectServer(servers, {
      uri: 'mine',
      definition: { kind: 'url', url: `${origin}/mcp`, headers: {} },
    })
    answerTools = () => {
      throw new Error('away')
    }
    server.closeAllConnections()
    const port = Number(new URL(origin).port)
    await new Promise((resolve) => server.close(resolve))
    await expect(call('act', {}, 'mine')).rejects.toMatchObject({ code: 'network_unreachable' })
    answerTools = () => [{ name: 'act', description: 'Acts.', inputSchema: { type: 'object' } }]
    server.listen(port, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    expect(await call('act', {}, 'mine')).toEqual({ text: 'acted far away' })
  })

  it.each([
    ['http://example.org/mcp', 'not_https'],
    ['https://user:secret@example.org/mcp', 'credentials_in_url'],
  ])('is not at %s', async (url, reason) => {
    await expect(
      servers.add({ uri: 'x', definition: { kind: 'url', url, headers: {} } }),
    ).rejects.toMatchObject({
      code: 'server_address_refused',
      params: { reason },
    })
  })

  it('that a package names itself is never a private address, and is reached without being connected', async () => {
    expect(servers.reaches('https://example.org/mcp')).toBe(true)
    expect(servers.reaches('http://example.org/mcp')).toBe(false)
    await expect(call('act', {}, 'https://127.0.0.1:1/mcp')).rejects.toMatchObject({
      code: 'server_address_refused',
      params: { reason: 'private_address' },
    })
    expect(servers.list()).toEqual([])
  })

  it('that a DID document names has to stay where it was', async () => {
    document = {
      service: [{ id: '#mcp', type: 'McpServer', serviceEndpoint: 'https://elsewhere.example/mcp' }],
    }
    const definition = { kind: 'did' as const, did: 'did:web:agent.example', url: 'https://here.example/mcp' }
    await expect(servers.add({ uri: 'did:web:agent.example', definition })).rejects.toMatchObject({
      code: 'server_address_refused',
      params: { reason: 'did_changed' },
    })
    expect(await servers.endpoint('did:web:agent.example')).toBe('https://elsewhere.example/mcp')
    document = { service: [{ id: '#chat', type: 'Chat', serviceEndpoint: 'https://here.example/mcp' }] }
    await expect(servers.add({ uri: 'did:web:agent.example', definition })).rejects.toMatchObject({
      params: { reason: 'did_names_none' },
    })
  })
})
