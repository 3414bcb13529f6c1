// A small MCP server whose only tool requests a host through the proxy, with as little error text as many servers.
import { request } from 'node:http'
import { createInterface } from 'node:readline'

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const tool = { name: 'look', description: 'Looks something up.', inputSchema: { type: 'object' } }

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const answer = (result) => send({ id, result })
  if (method === 'initialize')
    return answer({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'wanting', version: '1.0.0' },
    })
  if (method === 'tools/list') return answer({ tools: [tool] })
  if (method === 'tools/call') {
    const { hostname, port } = new URL(process.env.HTTPS_PROXY)
    const asked = request({ hostname, port, method: 'CONNECT', path: params.arguments.host })
    const failed = () => answer({ isError: true, content: [{ type: 'text', text: 'fetch failed' }] })
    asked.on('connect', (_response, socket) => {
      socket.destroy()
      failed()
    })
    return asked.on('error', failed).end()
  }
  if (id !== undefined) send({ id, error: { code: -32601, message: 'unknown' } })
  return undefined
})
