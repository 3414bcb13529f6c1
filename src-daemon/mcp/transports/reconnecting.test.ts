import * as library from '@modelcontextprotocol/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { NetworkGuard } from '../../network/index.ts'
import type { TransportKind } from './transport.ts'
import { createServerLog } from './server-log.ts'
import { openTransport } from './transport.ts'

const RETRIES = ['0', '1', '99999999999', '0000']

/** Opens a connection to a server whose streams end at once and want to be asked for again after `retry` ms; counts requests. */
const openImpatient = async (how: TransportKind, retry: string) => {
  let asked = 0
  const fetch = (): Promise<Response> => {
    asked += 1
    const said =
      how === 'old'
        ? 'event: endpoint\ndata: /messages'
        : 'data: {"jsonrpc":"2.0","method":"notifications/message"}'
    const stream = `id: 7\nretry: ${retry}\n${said}\n\n`
    return Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }))
  }
  const guard: NetworkGuard = {
    fetch,
    fetchFor: () => fetch,
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
  const { transport } = await openTransport(library, {
    server: 'test',
    target: {
      kind: 'address',
      url: new URL('https://server.example/mcp'),
      headers: {},
      policy: { kind: 'package_host', hosts: ['server.example'] },
      guard,
    },
    log: createServerLog(() => new Date(0)),
    how,
    probeMs: 60_000,
  })
  onTestFinished(() => transport.close())
  await transport.start()
  return { transport, asked: () => asked }
}

it.each(RETRIES)(
  'asks for a stream at most once a second from a server that wants it again after %s ms',
  async (retry) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { transport, asked } = await openImpatient('new', retry)
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    for (let ms = 0; ms < 900; ms += 10) {
      await vi.advanceTimersByTimeAsync(10)
      await new Promise((done) => setImmediate(done))
    }
    expect(asked()).toBe(1)
  },
)

it.each(RETRIES)('does so over the deprecated transport, too (%s ms)', async (retry) => {
  const { asked } = await openImpatient('old', retry)
  const before = performance.now()
  await new Promise((done) => setTimeout(done, 1500))
  expect(asked()).toBeLessThanOrEqual(1 + (performance.now() - before) / 1000)
})
