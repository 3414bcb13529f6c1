import type { McpServer, Transport } from '@modelcontextprotocol/server'
import type { McpLibrary } from './face.ts'
import type { ProgramWire } from './types.ts'
import { refuseAmbiguous } from './unambiguous.ts'

const PARSE_ERROR = JSON.stringify({
  jsonrpc: '2.0',
  id: null,
  error: { code: -32700, message: 'Parse error' },
})

/** Serves either era of the protocol on a connection; the first message shows which. */
export const serveWire = async (input: {
  readonly library: McpLibrary
  readonly wire: ProgramWire
  readonly face: () => McpServer
  /** Called with problems of the connection. */
  readonly report: (problem: unknown) => void
}): Promise<{ close(): Promise<void> }> => {
  const { library, wire, face, report } = input
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  const transport: Transport = {
    start: () => {
      wire.receive((text) => {
        const refused = refuseAmbiguous(text)
        if (refused !== null) {
          wire.send(JSON.stringify(refused)).catch(report)
          return
        }
        const message = parsed(text)
        if (message === null) wire.send(PARSE_ERROR).catch(report)
        else transport.onmessage?.(message)
      })
      void wire.closed.then(() => transport.onclose?.())
      return Promise.resolve()
    },
    send: (message) => wire.send(JSON.stringify(message)),
    close: () => {
      wire.close()
      return Promise.resolve()
    },
  }

  const parsed = (text: string): ReturnType<McpLibrary['deserializeMessage']> | null => {
    try {
      return library.deserializeMessage(text)
    } catch (problem) {
      report(problem)
      return null
    }
  }

  return serveStdio(face, { transport, onerror: report })
}
