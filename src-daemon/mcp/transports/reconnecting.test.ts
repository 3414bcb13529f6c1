import * as library from '@modelcontextprotocol/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { NetworkGuard } from '../../network/index.ts'
import { createServerLog } from './server-log.ts'
import { openTransport } from './transport.ts'

it.each(['0', '1', '99999999999', '0000'])(
  'asks for a stream at most once a second from a server that wants it again after %s ms',
  async (retry) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    let asked = 0
    const fetch = (): Promise<Response> => {
      asked += 1
      const stream = `id: 7\nretry: ${retry}\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\n\n`
      return Promise.resolve(new Response(stream, { headers: { 'content-type': 'text/event-stream' } }))
    }
    const guard: NetworkGuard = { fetch, fetchFor: () => fetch, close: () => Promise.resolve() }
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
      how: 'new',
      probeMs: 60_000,
    })
    onTestFinished(() => transport.close())
    await transport.start()
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    for (let ms = 0; ms < 900; ms += 10) {
      await vi.advanceTimersByTimeAsync(10)
      await new Promise((done) => setImmediate(done))
    }
    expect(asked).toBe(1)
  },
)
