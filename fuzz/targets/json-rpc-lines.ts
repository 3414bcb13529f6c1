import { PassThrough } from 'node:stream'
import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/client'
import {
  readRequest,
  readResponse,
  writeRequest,
  writeResult,
} from '../../src-daemon/agents/core/json-rpc.ts'
import { createLineReader } from '../../src-daemon/mcp/transports/line-reader.ts'
import { createProcessTransport } from '../../src-daemon/mcp/transports/process-transport.ts'
import { createServerLog } from '../../src-daemon/mcp/transports/server-log.ts'
import { createMessageReader } from '../../src-daemon/mcp/wire/messages.ts'
import { createOpenRequests } from '../../src-daemon/mcp/wire/open-requests.ts'
import type { ProcessEnd } from '../../src-daemon/platform/processes.ts'
import { inPieces } from '../engine/answering.ts'
import { promised } from '../engine/promised.ts'
import type { Target } from '../engine/target.ts'

const lines = (...all: readonly unknown[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('')

/** JSON-RPC: the lines of an MCP server's standard output, and messages of other agents. */
export const target: Target = {
  maxBytes: 2 * 1024,
  seeds: () => [
    lines({ jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }] } }),
    lines({ jsonrpc: '2.0', id: 'x', error: { code: -32_600, message: 'no', data: {} } }),
    lines({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 2 } }),
    lines(
      { jsonrpc: '2.0', id: null, method: 'a/b', params: { _meta: {} } },
      { jsonrpc: '2.0', id: 2, result: {} },
    ),
    `not a message\n\r\n${lines({ jsonrpc: '2.0', id: 3, method: 'ping' })}{"cut": `,
  ],
  run: async (input) => {
    const whole = linesOf([input])
    promised(
      JSON.stringify(whole) === JSON.stringify(linesOf(inPieces(input))),
      'lines in pieces are the same lines',
    )
    for (const line of whole) {
      const request = readRequest(line)
      if (typeof request === 'object' && typeof request.id === 'string') {
        const again = readRequest(writeRequest(request.id, request.method, request.params))
        promised(JSON.stringify(again) === JSON.stringify(request), 'a request that was read can be written')
      }
      const response = readResponse(line)
      if (response !== null && 'result' in response) {
        const again = readResponse(writeResult(response.id, response.result))
        promised(
          JSON.stringify(again) === JSON.stringify(response),
          'a response that was read can be written',
        )
      }
    }
    for (const message of await received(input))
      promised('method' in message || 'id' in message, 'only messages are passed on')
  },
}

const linesOf = (pieces: readonly Uint8Array[]): string[] => {
  const read: string[] = []
  const onLine = (line: string): void => void read.push(line)
  const take = createLineReader({ maxBytes: 1024, onLine, onTooLong: () => void read.push('too long') })
  for (const piece of pieces) take(Buffer.from(piece))
  return read
}

const received = async (input: Buffer): Promise<JSONRPCMessage[]> => {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const { promise: ended, resolve } = Promise.withResolvers<ProcessEnd>()
  const end = (): void => {
    resolve({ code: 0, signal: null })
  }
  const transport = createProcessTransport({
    held: { pid: process.pid, stdin, stdout, stderr, ended, signal: end },
    reader: createMessageReader(createOpenRequests(), parseJSONRPCMessage),
    log: createServerLog(() => new Date(0)),
    memoryBytes: Number.MAX_SAFE_INTEGER,
  })
  const messages: JSONRPCMessage[] = []
  transport.onmessage = (message) => void messages.push(message)
  await transport.start()
  for (const piece of inPieces(input)) stdout.write(piece)
  stdout.end()
  stderr.end()
  stderr.resume()
  await new Promise((done) => stdout.once('close', done))
  end()
  await transport.ended
  return messages
}
