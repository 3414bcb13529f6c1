// An MCP server with one tool, `wait`, which answers after `ms` milliseconds. It speaks the older handshake by hand.
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    answer(id, {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'slow', version: '1.0.0' },
    })
  else if (method === 'tools/list') answer(id, { tools: [{ name: 'wait', inputSchema: { type: 'object' } }] })
  else if (method === 'tools/call') {
    await sleep(params.arguments.ms)
    answer(id, { content: [{ type: 'text', text: 'done' }] })
  } else if (id !== undefined)
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } })}\n`,
    )
})
