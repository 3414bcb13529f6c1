// A server of 2025-11-25 with one tool that only runs as a task, which ends as its first argument says.
import { createInterface } from 'node:readline'

const mode = process.argv[2] ?? 'works'
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const at = new Date(0).toISOString()
let polls = 0
const task = (status) => ({
  taskId: 'one',
  status,
  ttl: 60_000,
  createdAt: at,
  lastUpdatedAt: at,
  pollInterval: 1,
  statusMessage: `after ${polls}`,
})
const result = (text, isError) => ({ content: [{ type: 'text', text }], ...(isError && { isError }) })

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  const answer = (given) => say({ id, result: given })
  const refuse = (message) => say({ id, error: { code: -32602, message } })
  if (id === undefined) return
  if (method === 'initialize')
    answer({
      protocolVersion: '2025-11-25',
      capabilities: { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      serverInfo: { name: 'tasking', version: '1' },
    })
  else if (method === 'tools/list')
    answer({
      tools: [{ name: 'act', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } }],
    })
  else if (method === 'tools/call') {
    process.stderr.write(`as a task: ${params.task !== undefined}\n`)
    if (mode === 'no_task') answer(result('done at once'))
    else answer({ task: task('working') })
  } else if (method === 'tasks/get') {
    polls += 1
    if (mode === 'forgets') refuse('unknown task')
    else if (mode === 'endless') answer(task('working'))
    else answer(task(polls < 3 ? 'working' : mode === 'fails' ? 'failed' : 'completed'))
  } else if (method === 'tasks/result') answer(result('it is done', mode === 'fails'))
  else if (method === 'tasks/cancel') {
    process.stderr.write('cancelled\n')
    answer(task('cancelled'))
  } else say({ id, error: { code: -32601, message: 'Method not found' } })
})
