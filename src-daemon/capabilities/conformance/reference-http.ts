import { json } from 'node:stream/consumers'
import { createServer } from '../../platform/http-server.ts'
import { createReferenceServer } from './reference-server.ts'

/** The suite's MCP server over Streamable HTTP, on this machine only. `port` 0 takes any. */
export const serveReferenceOnHttp = async (
  port: number,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const reference = createReferenceServer()
  const server = createServer((request, response) => {
    const end = (status: number, body = ''): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    }
    if (request.method !== 'POST') {
      end(405)
      return
    }
    json(request)
      .then((message) => reference.handle(message))
      .then(
        (reply) => {
          if (reply === 'gone') response.destroy()
          else if (reply === 'forbidden') end(403, JSON.stringify({ error: 'forbidden' }))
          else if (reply === 'none') end(202)
          else end(200, JSON.stringify(reply.message))
        },
        () => {
          end(400)
        },
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const taken = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://127.0.0.1:${String(taken)}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}
