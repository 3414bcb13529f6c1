import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { createNetworkGuard } from '../../network/guard.ts'
import { endpointPolicy } from '../transports/endpoint.ts'
import { resultOf } from '../sessions/results.ts'
import { createServerLog } from '../transports/server-log.ts'
import { openSession, type Session } from '../sessions/session.ts'
import { SESSION_TIMES } from '../sessions/times.ts'

/** A real server of the newest protocol on a loopback port, as an owner may run one. */
let server: Server
let url: URL
let session: Session
let cancelled = 0
const guard = createNetworkGuard()

beforeEach(async () => {
  cancelled = 0
  const handler = createMcpHandler(() => {
    const mcp = new McpServer({ name: 'remote', version: '3' }, { capabilities: { tools: {} } })
    mcp.registerTool(
      'add',
      { description: 'Adds.', inputSchema: z.object({ a: z.number(), b: z.number() }) },
      ({ a, b }) => ({
        content: [],
        structuredContent: { sum: a + b },
      }),
    )
    mcp.registerTool(
      'slow',
      { description: 'Takes its time.', inputSchema: z.object({}) },
      async (_input, { mcpReq }) => {
        const progressToken = mcpReq._meta?.progressToken
        for (let progress = 1; progress <= 8; progress += 1) {
          await new Promise((resolve) => setTimeout(resolve, 500))
          if (progressToken !== undefined)
            await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } })
        }
        return { content: [{ type: 'text', text: 'done after all' }] }
      },
    )
    return mcp
  })
  server = createServer((request, response) => {
    // The newest protocol cancels by closing the stream of the answer.
    response.on('close', () => {
      if (!response.writableFinished) cancelled += 1
    })
    void (async () => {
      const answer = await handler.fetch(
        new Request(new URL(request.url ?? '/', url), {
          method: request.method ?? 'GET',
          headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          body: request.method === 'POST' ? await buffer(request) : null,
        }),
      )
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      if (answer.body === null) response.end()
      else
        Readable.fromWeb(answer.body)
          .on('error', () => response.destroy())
          .pipe(response)
    })()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`)
  session = await openSession({
    server: 'remote',
    log: createServerLog(() => new Date()),
    times: { ...SESSION_TIMES, idleMs: 3_000 },
    target: {
      kind: 'address',
      url,
      headers: {},
      policy: await endpointPolicy(url.href, { own: true }),
      guard,
    },
  })
})
afterEach(async () => {
  await session.close()
  server.closeAllConnections()
  server.close()
})

it('is spoken to in the newest protocol', async () => {
  expect(session).toMatchObject({
    pid: null,
    server: { name: 'remote', version: '3', protocol: '2026-07-28' },
  })
  expect((await session.tools()).map(({ name }) => name)).toEqual(['add', 'slow'])
  const result = await session.call('add', { a: 1, b: 2 }, { signal: new AbortController().signal })
  expect(resultOf(result, { server: 'x', tool: 'add' })).toEqual({ sum: 3 })
})

it('may take long if it reports progress', async () => {
  const result = await session.call('slow', {}, { signal: new AbortController().signal })
  expect(resultOf(result, { server: 'x', tool: 'slow' })).toEqual({ text: 'done after all' })
})

it('is notified when its answer is no longer awaited', async () => {
  const stopping = new AbortController()
  const call = session.call('slow', {}, { signal: stopping.signal })
  setTimeout(() => {
    stopping.abort(new Error('stopped by the person'))
  }, 300)
  await expect(call).rejects.toThrow('stopped by the person')
  await expect.poll(() => cancelled, { timeout: 20_000 }).toBe(1)
})
