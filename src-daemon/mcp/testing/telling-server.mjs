// A small MCP server whose tool reports how often its tools were listed, and changes on request. Its first argument says whether
// it promises to announce changes, and whether it does: `tells`, `keeps_quiet` (it promised), `promises_nothing`.
import { createInterface } from 'node:readline'

const [, , manner] = process.argv
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
let lists = 0
let description = 'Says how often.'

const tool = () => ({
  name: 'lists',
  description,
  inputSchema: { type: 'object', properties: { change: { type: 'boolean' } } },
})

const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: manner === 'promises_nothing' ? {} : { listChanged: true } },
    serverInfo: { name: 'telling', version: '1.0.0' },
  }),
  'tools/list': () => {
    lists += 1
    return { tools: [tool()] }
  },
  'tools/call': ({ arguments: args }) => {
    if (args.change === true) {
      description = 'Says something else.'
      if (manner === 'tells') say({ method: 'notifications/tools/list_changed' })
    }
    return { content: [], structuredContent: { lists } }
  },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = answers[method]
  say(
    answer === undefined
      ? { id, error: { code: -32601, message: 'Method not found' } }
      : { id, result: answer(params) },
  )
})
