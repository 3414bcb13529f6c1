import * as library from '@modelcontextprotocol/client'
import { createServerLog } from '../../src-daemon/mcp/transports/server-log.ts'
import { openTransport } from '../../src-daemon/mcp/transports/transport.ts'
import { answering, inPieces } from '../engine/answering.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const event = (data: unknown, more = ''): string => `${more}data: ${JSON.stringify(data)}\n\n`
const result = { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }] } }

/** The answer of an MCP server over HTTP: server-sent events or JSON. */
export const target: Target = {
  maxBytes: 2 * 1024,
  seeds: () => [
    event(result),
    event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }) +
      event(result),
    event(result, 'event: message\nid: 7\nretry: 10\n'),
    ': ping\r\n\r\nevent: endpoint\r\ndata: /messages?x=1\r\n\r\n',
    event({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'no' } }),
    JSON.stringify(result),
    JSON.stringify([result, result]),
  ],
  run: async (input) => {
    const whole = await received([input], 'text/event-stream')
    const cut = await received(inPieces(input), 'text/event-stream')
    promised(JSON.stringify(cut) === JSON.stringify(whole), 'events in pieces are the same events')
    await received([input], 'application/json')
  },
}

const received = async (pieces: readonly Uint8Array[], type: string): Promise<unknown[]> => {
  const { transport } = await openTransport(library, {
    server: 'test',
    target: {
      kind: 'address',
      url: new URL('https://server.example/mcp'),
      headers: {},
      policy: { kind: 'package_host', hosts: ['server.example'] },
      guard: answering(pieces, type),
    },
    log: createServerLog(() => new Date(0)),
    how: 'new',
    probeMs: 60_000,
  })
  const messages: unknown[] = []
  transport.onmessage = (message) => {
    promised('method' in message || 'id' in message, 'only messages are passed on')
    messages.push(message)
  }
  await transport.start()
  try {
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    await quiet()
  } catch (thrown) {
    promised(thrown instanceof Error, 'a failure is an error')
  } finally {
    await transport.close()
  }
  return messages
}

/** Once everything that waits for nothing outside has happened. */
const quiet = async (): Promise<void> => {
  for (let n = 0; n < 20; n++) await new Promise((done) => setImmediate(done))
}
