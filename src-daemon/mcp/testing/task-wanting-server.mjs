// A server of 2025-11-25 that asks its client for tasks: before any call, too many in one, and again after the call that asked.
import { createInterface } from 'node:readline'

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const note = (words) => process.stderr.write(`${words}\n`)
const waiting = new Map()
let asked = 0
const ask = (method, params) => {
  asked += 1
  say({ id: `s${asked}`, method, params })
  return new Promise((resolve) => waiting.set(`s${asked}`, resolve))
}
const codeOf = ({ error, result }) => error?.code ?? result?.task?.status ?? result?.action ?? 'done'
const question = {
  task: { ttl: 60_000 },
  message: 'Who?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
}
const sampling = {
  task: {},
  maxTokens: 5,
  messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
}

const call = async (id, mode) => {
  if (mode === 'flood') {
    const all = await Promise.all(Array.from({ length: 20 }, () => ask('elicitation/create', question)))
    note(`flood: ${all.map(codeOf).join(' ')}`)
    const { result } = await ask('tasks/list', {})
    note(`listed: ${result.tasks.length}`)
    // Cancelled or not, the questions are still before the person.
    const cancelled = await Promise.all(result.tasks.map(({ taskId }) => ask('tasks/cancel', { taskId })))
    note(`cancelled: ${cancelled.every(({ result: task }) => task.status === 'cancelled')}`)
    note(`and then: ${codeOf(await ask('elicitation/create', question))}`)
    await new Promise(() => {})
  }
  const { result } = await ask('elicitation/create', question)
  const { taskId } = result.task
  say({ id, result: { content: [{ type: 'text', text: 'not waiting' }] } })
  note(`result after the call: ${codeOf(await ask('tasks/result', { taskId }))}`)
  note(`known after the call: ${codeOf(await ask('tasks/get', { taskId }))}`)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, ...answer } = JSON.parse(line)
  if (method === undefined) waiting.get(id)?.(answer)
  else if (method === 'initialize') {
    note(`offered: ${JSON.stringify(params.capabilities.tasks)}`)
    say({
      id,
      result: {
        protocolVersion: process.argv[2] ?? '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'wanting', version: '1' },
      },
    })
  } else if (method === 'notifications/initialized') {
    void ask('elicitation/create', question).then((said) => note(`without a call: ${codeOf(said)}`))
    void ask('sampling/createMessage', sampling).then((said) => note(`sampling: ${codeOf(said)}`))
  } else if (method === 'notifications/tasks/status') note(`told: ${params.status}`)
  else if (method === 'tools/list')
    say({ id, result: { tools: [{ name: 'act', inputSchema: { type: 'object' } }] } })
  else if (method === 'tools/call') void call(id, params.arguments.mode)
  else if (id !== undefined) say({ id, error: { code: -32601, message: 'Method not found' } })
})
