// A small MCP server with the tools and answers of a file: `{ tools, answers: { [tool]: result } }`. The file is
// read for each request, so that a test can change the answers while the server runs. It implements the older handshake by hand.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , path = ''] = process.argv
const told = () => JSON.parse(readFileSync(path, 'utf8'))
const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
const text = (value) => ({ content: [{ type: 'text', text: value }] })

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    return answer(id, {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'scripted', version: '1.0.0' },
    })
  if (method === 'tools/list') return answer(id, { tools: told().tools })
  if (method === 'tools/call')
    return answer(
      id,
      told().answers?.[params.name] ?? text(`${params.name} ${JSON.stringify(params.arguments ?? {})}`),
    )
  if (id !== undefined)
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } })}\n`,
    )
  return undefined
})
