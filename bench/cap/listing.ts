import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCapabilitySearch } from '../../src-daemon/capabilities/search.ts'
import type { Benchmark } from '../frame.ts'
import { median } from '../statistics.ts'
import { openRoom } from './room.ts'
import { connectServer } from '../../src-daemon/mcp/testing/connect-server.ts'

const SERVERS = 20
const TOOLS_EACH = 50
const VERBS = ['create', 'read', 'update', 'delete', 'search', 'list', 'export', 'import', 'send', 'watch']
const NOUNS = [
  'issue',
  'note',
  'page',
  'file',
  'invoice',
  'message',
  'calendar event',
  'contact',
  'task',
  'photo',
]
const QUERIES = [
  'create issue',
  'send a message',
  'calendar',
  'export invoices as csv',
  'photo of last summer',
  'not there',
]

/** 1,000 tools of connected servers: listed, listed again after a change, and searched. */
export const listingRows: Benchmark = async (frame, { quick }) => {
  const room = openRoom()
  const server = await serveTools()
  try {
    for (let at = 0; at < SERVERS; at += 1)
      await connectServer(room.servers, {
        uri: `server-${String(at)}`,
        definition: { kind: 'url', url: `${server.url}/${String(at)}`, headers: {} },
      })
    const all = room.capabilities.list()
    if (all.length !== SERVERS * TOOLS_EACH) throw new Error(`${String(all.length)} are listed`)
    const timed = (work: () => unknown): number => {
      const started = performance.now()
      work()
      return performance.now() - started
    }
    const often = (times: number, work: (at: number) => unknown): number =>
      median(Array.from({ length: times }, (_, at) => timed(() => work(at))))

    await frame.compare({
      what: 'capability.list of 1,000 tools, p50',
      unit: 'ms',
      ours: () => often(quick ? 20 : 100, () => room.capabilities.list()),
      bar: { atMost: 20 },
    })
    await frame.compare({
      what: 'capability.list of 1,000 tools right after a server changed (nothing remembered), p50',
      unit: 'ms',
      ours: () => {
        const times: number[] = []
        for (let at = 0; at < (quick ? 5 : 20); at += 1) {
          room.servers.trust('server-0', at % 2 === 0)
          times.push(timed(() => room.capabilities.list()))
        }
        return median(times)
      },
      bar: { atMost: 20 },
    })
    const search = createCapabilitySearch(all)
    await frame.compare({
      what: 'search over 1,000 capabilities, p50 (reference: looking through all of them for the words)',
      unit: 'ms',
      ours: () => often(QUERIES.length * 50, (at) => search.find(QUERIES[at % QUERIES.length] ?? '', 10)),
      reference: () =>
        often(QUERIES.length * 5, (at) => {
          const words = (QUERIES[at % QUERIES.length] ?? '').toLowerCase().split(' ')
          return all
            .map((one) => `${one.capability_id} ${one.name} ${one.description}`.toLowerCase())
            .filter((text) => words.some((word) => text.includes(word)))
        }),
      bar: { atMost: 2 },
    })
  } finally {
    await room.close()
    await server.close()
  }
}

/** Fifty tools at each path of one address, in the way of servers without sessions. */
const serveTools = async (): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id?: number; method: string }
      if (id === undefined) return response.writeHead(202).end()
      const result =
        method === 'initialize'
          ? {
              protocolVersion: '2025-11-25',
              capabilities: { tools: {} },
              serverInfo: { name: 'many', version: '1.0.0' },
            }
          : { tools: toolsAt(Number(request.url?.slice(1))) }
      const known = method === 'initialize' || method === 'tools/list'
      const body = known ? { result } : { error: { code: -32601, message: 'unknown' } }
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

const toolsAt = (place: number): object[] =>
  Array.from({ length: TOOLS_EACH }, (_, at) => {
    const verb = VERBS[at % VERBS.length] ?? ''
    const noun = NOUNS[(at + place) % NOUNS.length] ?? ''
    return {
      name: `${verb}_${noun.replace(' ', '_')}_${String(at)}`,
      title: `${verb} ${noun}`,
      description: `${verb} a ${noun} in workspace ${String(place)}. Needs its id; gives back what was changed, and by whom.`,
      inputSchema: {
        type: 'object',
        properties: {
          id: { type: 'string', description: `The id of the ${noun}` },
          limit: { type: 'integer', minimum: 1, maximum: 100 },
          fields: { type: 'array', items: { type: 'string' } },
        },
        required: ['id'],
      },
    }
  })
