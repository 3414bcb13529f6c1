import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { createNetworkGuard } from '../../network/guard.ts'
import { endpointPolicy } from '../transports/endpoint.ts'
import { createServerLog } from '../transports/server-log.ts'
import { openSession } from './session.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'

let server: Server | null = null
let supervisor: Supervisor | null = null
afterEach(async () => {
  await supervisor?.stop()
  server?.closeAllConnections()
  server?.close()
})

/** A server at an address whose tool `waits` answers when it is let; the others fail in the way of their name. */
const start = async () => {
  const held = Promise.withResolvers<null>()
  const waits = Promise.withResolvers<null>()
  let opened = 0
  server = createServer((request, response) => {
    const say = (status: number, body: object | null) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === null ? '' : JSON.stringify({ jsonrpc: '2.0', ...body }))
    void (async () => {
      const { id, method, params } = JSON.parse((await text(request)) || '{}') as {
        id?: number
        method?: string
        params?: { name?: string }
      }
      if (id === undefined) return say(request.method === 'GET' ? 405 : 202, null)
      if (method === 'initialize') {
        const serverInfo = { name: 'one', version: '1' }
        return say(200, {
          id,
          result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo },
        })
      }
      if (method !== 'tools/call') return say(200, { id, error: { code: -32601, message: 'unknown method' } })
      if (params?.name === 'error') return say(200, { id, error: { code: -32602, message: 'no such thing' } })
      const status = Number(params?.name)
      if (status > 0) return say(status, null)
      waits.resolve(null)
      if (params?.name === 'hangs') return undefined
      await held.promise
      return say(200, { id, result: { content: [{ type: 'text', text: 'done' }] } })
    })()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server?.once('listening', resolve))
  const href = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`
  const guard = createNetworkGuard()
  const policy = await endpointPolicy(href, { own: true })
  const made = createSupervisor({
    server: 'one',
    keepsOpen: false,
    now: () => new Date(),
    changed: () => undefined,
    open: (signal) => {
      opened += 1
      return openSession({
        server: 'one',
        signal,
        log: createServerLog(() => new Date()),
        target: { kind: 'address', url: new URL(href), headers: {}, policy, guard },
      })
    },
  })
  supervisor = made
  const call = (tool: string, signal = new AbortController().signal) =>
    made.use(signal, (session) => session.call(tool, {}, { signal }))
  return {
    call,
    waits: waits.promise,
    release: () => {
      held.resolve(null)
    },
    opened: () => opened,
  }
}

it.each(['error', '403', '429'])(
  'keeps the connection of other calls where one is refused (%s)',
  async (how) => {
    const { call, waits, release, opened } = await start()
    const other = call('waits')
    await waits
    await expect(call(how)).rejects.toMatchObject({ code: 'server_refused' })
    release()
    expect(await other).toMatchObject({ content: [{ text: 'done' }] })
    expect(opened()).toBe(1)
  },
)

it('keeps it where one is stopped', async () => {
  const { call, waits, release } = await start()
  const stopping = new AbortController()
  const stopped = call('hangs', stopping.signal)
  await waits
  const other = call('waits')
  other.catch(() => undefined) // awaited below
  stopping.abort(new Error('stopped'))
  await expect(stopped).rejects.toThrow('stopped')
  release()
  expect(await other).toMatchObject({ content: [{ text: 'done' }] })
})

it.each(['404', '503'])('opens a new one if the session may have ended (%s)', async (status) => {
  const { call, release, opened } = await start()
  release()
  await expect(call(status)).rejects.toMatchObject({ code: 'server_refused' })
  await call('waits')
  expect(opened()).toBe(2)
})
