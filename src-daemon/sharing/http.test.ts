import { request } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listenForPrograms } from '../api/index.ts'
import { openFloor, type Floor } from '../capabilities/approvals/testing.ts'
import type { ShareEndpoint } from '../contract/settings.ts'
import { ALLOW_ONCE, personAnswers } from '../testing/approvals.ts'
import { createSharing } from './index.ts'
import { noOffers } from './testing.ts'

type Sharing = ReturnType<typeof createSharing>

const soon = { timeout: 20_000, interval: 20 }

let home: ReturnType<typeof openFloor>
let floor: Floor
let sharing: Sharing
let endpoint: ShareEndpoint
const clients: Client[] = []

beforeEach(async () => {
  home = openFloor()
  floor = home.open()
  endpoint = { enabled: false, port: 0 }
  sharing = make()
  await sharing.setEndpoint({ enabled: true, port: 0 })
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  floor.service.close()
  await sharing.close()
  floor.db.close()
  home.remove()
})

const make = (): Sharing =>
  createSharing({
    db: floor.db,
    settings: {
      get: () => ({ shareEndpoint: endpoint }) as never,
      set: ({ shareEndpoint = endpoint }) => ({ shareEndpoint: (endpoint = shareEndpoint) }) as never,
    },
    capabilities: floor.service,
    ...noOffers,
    listen: listenForPrograms,
    launch: { command: '/opt/node', args: ['/opt/cli.js', 'mcp'], env: {} },
    now: () => home.clock.now,
    language: () => 'en',
    log: { info: () => undefined, warn: () => undefined },
  })

const url = () => new URL(sharing.status().url ?? '')

const connect = async (token: string, mode: 'auto' | 'legacy' = 'auto') => {
  const client = new Client({ name: 'editor', version: '1.0.0' }, { versionNegotiation: { mode } })
  clients.push(client)
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(url(), { requestInit }))
  return client
}

/** A request with headers that no client would send; returns the status and headers of the answer. */
const ask = (path: string, headers: Record<string, string>, method = 'POST', content = '') =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const { port } = url()
      const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let body = ''
        response.on('data', (chunk) => (body += String(chunk)))
        response.once('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
        })
      })
      sent.once('error', reject)
      sent.end(content)
    },
  )

describe('programs over HTTP', () => {
  it.each(['auto', 'legacy'] as const)('see and call what they were given (%s)', async (mode) => {
    sharing.allow({ name: 'editor', exposed: ['acp:web/note', 'acp:web/send'] })
    const { token } = sharing.issueToken('editor')
    const client = await connect(token, mode)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['web__send', 'web__note'])
    expect(await client.callTool({ name: 'web__note', arguments: {} })).toMatchObject({
      structuredContent: { done: true },
    })
    const stop = personAnswers(floor.service.approvals, () => ALLOW_ONCE)
    expect(await client.callTool({ name: 'web__send', arguments: { body: 'hello' } })).toMatchObject({
      structuredContent: { done: true },
    })
    stop()
    expect(floor.service.log.list({ limit: 5, client: 'editor' }).records).toMatchObject([
      { capabilityId: 'acp:web/send', decision: { kind: 'asked' } },
      { capabilityId: 'acp:web/note', decision: { kind: 'free' } },
    ])
  })

  it.each([
    ['a member __proto__ of the arguments', '{"body":"shown","__proto__":{"hidden":"evil"}}', '/__proto__'],
    ['a name that is there twice', '{"body":"shown","body":"sent"}', 'body'],
  ])('are refused what parsing would lose: %s', async (_what, args, named) => {
    sharing.allow({ name: 'editor', exposed: ['acp:web/*'] })
    const { token } = sharing.issueToken('editor')
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const content = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"web__send","arguments":${args}}}`
    const { status, body } = await ask('/mcp', headers, 'POST', content)
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ id: 2, error: { code: -32602 } })
    expect(body).toContain(named)
    expect(floor.service.approvals.pending()).toEqual([])
    expect(floor.runs).toEqual([])
    const large = `{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":"${'x'.repeat(5 * 1024 * 1024)}"}}`
    expect((await ask('/mcp', headers, 'POST', large)).status).toBe(413)
  })

  it('are stopped at once when their token is taken back, and told where a token comes from', async () => {
    sharing.allow({ name: 'editor', exposed: ['acp:web/*'] })
    const { token } = sharing.issueToken('editor')
    const client = await connect(token)
    floor.answers(() => new Promise(() => undefined))
    const result = client.callTool({ name: 'web__note', arguments: {} }).catch(String)
    await vi.waitFor(() => {
      expect(floor.runs).toHaveLength(1)
    }, soon)
    sharing.revokeToken('editor')
    await result
    await vi.waitFor(() => {
      expect(floor.runs[0]?.signal.aborted).toBe(true)
    }, soon)
    const { status, headers } = await ask('/mcp', { authorization: `Bearer ${token}` })
    const metadata = `${url().origin}/.well-known/oauth-protected-resource/mcp`
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      `Bearer error="invalid_token", resource_metadata="${metadata}"`,
    ])
    expect((await ask('/mcp', {})).headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadata}"`)
    const { body } = await ask('/.well-known/oauth-protected-resource/mcp', {}, 'GET')
    expect(JSON.parse(body)).toMatchObject({ resource: url().href, bearer_methods_supported: ['header'] })
  })

  it.each(['auto', 'legacy'] as const)('are told when what they see changes (%s)', async (mode) => {
    sharing.allow({ name: 'editor', exposed: ['acp:web/note'] })
    const { token } = sharing.issueToken('editor')
    const seen: string[][] = []
    const client = new Client(
      { name: 'editor', version: '1.0.0' },
      {
        versionNegotiation: { mode },
        listChanged: {
          tools: { debounceMs: 0, onChanged: (_, tools) => seen.push((tools ?? []).map(({ name }) => name)) },
        },
      },
    )
    clients.push(client)
    const sent: string[] = []
    await client.connect(
      new StreamableHTTPClientTransport(url(), {
        requestInit: { headers: { Authorization: `Bearer ${token}` } },
        fetch: async (input, init) => {
          const response = await fetch(input, init)
          sent.push(`${init?.method ?? 'GET'} ${String(response.status)}`)
          return response
        },
      }),
    )
    if (mode === 'legacy')
      await vi.waitFor(() => {
        expect(sent).toContain('GET 200')
      }, soon)
    for (const exposed of [['acp:web/note', 'acp:web/send'], ['acp:web/send']]) {
      sharing.allow({ name: 'editor', exposed })
      await vi.waitFor(() => {
        expect(seen.at(-1)).toHaveLength(exposed.length)
      }, soon)
    }
  })

  it('of the older era listen on few streams, which end with their token', async () => {
    sharing.allow({ name: 'editor', exposed: ['acp:web/note'] })
    const { token } = sharing.issueToken('editor')
    const headers = { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }
    const leaving = new AbortController()
    const listen = (signal?: AbortSignal) => fetch(url(), { headers, signal: signal ?? null })
    const streams = [await listen(leaving.signal), await listen(), await listen(), await listen()]
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await listen()).status).toBe(429)
    leaving.abort()
    await vi.waitFor(async () => {
      expect((await listen()).status).toBe(200)
    }, soon)
    sharing.revokeToken('editor')
    await Promise.all(streams.slice(1).map((stream) => stream.text().catch(String)))
    expect((await listen()).status).toBe(401)
    expect((await fetch(url(), { headers: { ...headers, Accept: 'application/json' } })).status).toBe(401)
  })

  it('are heard only by its own name, and no page of another origin is', async () => {
    sharing.allow({ name: 'editor', exposed: ['acp:web/*'] })
    const { token } = sharing.issueToken('editor')
    const authorization = `Bearer ${token}`
    const { port } = url()
    const as = async (headers: Record<string, string>) =>
      (await ask('/mcp', { authorization, ...headers })).status
    expect(await as({ host: 'evil.example' })).toBe(421)
    expect(await as({ host: `127.0.0.1.evil.example:${port}` })).toBe(421)
    expect(await as({ origin: 'http://evil.example' })).toBe(403)
    expect(await as({ origin: 'null' })).toBe(403)
    expect(await as({ origin: `http://localhost:${port}` })).toBe(415)
    expect((await ask('/other', { authorization })).status).toBe(404)
  })

  it('find it at the same port again, and a port that is taken changes nothing', async () => {
    const { port } = endpoint
    expect(port).toBeGreaterThan(0)
    const other = make()
    await expect(other.setEndpoint({ enabled: true, port })).rejects.toMatchObject({ code: 'port_taken' })
    expect(endpoint).toEqual({ enabled: true, port })
    await other.close()
    await sharing.setEndpoint({ enabled: false, port })
    await sharing.start()
    expect(sharing.status()).toMatchObject({ listening: false, url: null })
    await sharing.setEndpoint({ enabled: true, port })
    expect(sharing.status().url).toBe(`http://127.0.0.1:${String(port)}/mcp`)
  })

  it('are known by their token alone, which is kept as its hash', () => {
    expect(() => sharing.issueToken('nobody')).toThrow(
      expect.objectContaining({ code: 'share_client_unknown' }),
    )
    expect(() => sharing.allow({ name: 'editor', exposed: ['acp:nothing/x'] })).toThrow(
      expect.objectContaining({ code: 'share_unknown_capability' }),
    )
    sharing.allow({ name: 'editor', exposed: ['acp:web/note'] })
    const { token } = sharing.issueToken('editor')
    const rows = JSON.stringify(floor.db.prepare('SELECT * FROM share_clients').all())
    expect(rows).not.toContain(token)
    const http = sharing.snippets('editor').filter(({ via }) => via === 'http')
    expect(http.map(({ client }) => client)).toEqual(['claude-code', 'vscode', 'cursor', 'other'])
    expect(JSON.stringify(http)).toContain('Bearer <token>')
  })
})
