// A small MCP server that is ready after as many milliseconds as its first argument says.
import { createInterface } from 'node:readline'

const ready = new Promise((resolve) => setTimeout(resolve, Number(process.argv[2])))
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method } = JSON.parse(line)
  await ready
  if (id === undefined) return
  if (method === 'initialize')
    say({
      id,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'slow', version: '1.0.0' },
      },
    })
  else if (method === 'tools/list')
    say({ id, result: { tools: [{ name: 'act', inputSchema: { type: 'object' } }] } })
  else say({ id, error: { code: -32601, message: 'unknown' } })
})
