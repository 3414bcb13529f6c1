// An MCP server over standard streams that answers as a file of `edges/lines` says: `replies` has for each method the `result`,
// other members of the message, or `lines` that are written unchanged, with $ID for the id, and
// lines that follow when a question in them was answered (`then`). `first` is written before everything else.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const { replies = {}, first = [], wrap = null } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const usual = {
  initialize: {
    result: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, prompts: {}, resources: {}, completions: {} },
      serverInfo: { name: 'edge', version: '1' },
    },
  },
  'tools/list': { result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] } },
  'tools/call': { result: { content: [{ type: 'text', text: 'said' }] } },
  'resources/templates/list': { result: { resourceTemplates: [] } },
  ping: { result: {} },
}
/** Lines to write after the answer to one of its questions. */
const waiting = []
const write = (text) => process.stdout.write(`${text}\n`)
const send = (message) => write(JSON.stringify(wrap === 'list' ? [message] : message))

for (const line of first) write(line)
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, error, result } = JSON.parse(line)
  // Its log contains the answers to its questions.
  if (method === undefined) {
    process.stderr.write(`told ${JSON.stringify({ id, error: error?.code, result })}\n`)
    for (const text of waiting.splice(0)) write(text)
  }
  if (id === undefined || method === undefined) return
  const reply = replies[method] ?? usual[method] ?? { error: { code: -32601, message: 'Method not found' } }
  if (reply.lines === undefined) send({ jsonrpc: '2.0', id, ...reply })
  else for (const text of reply.lines) write(text.replaceAll('$ID', JSON.stringify(id)))
  waiting.push(...(reply.then ?? []).map((text) => text.replaceAll('$ID', JSON.stringify(id))))
})
