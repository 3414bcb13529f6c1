// A small MCP server that asks the person for a password and a PIN, and repeats these and its own secret (the variable TOKEN) in all
// it says from then on.
import { createInterface } from 'node:readline'

const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }))
let told = []
let asking = null
const FORM = {
  type: 'object',
  properties: {
    password: { type: 'string', title: 'Password' },
    pin: { type: 'string', title: 'PIN' },
    city: { type: 'string', title: 'City' },
  },
}
const WAYS = [
  (text) => text,
  (text) => text.toUpperCase(),
  encodeURIComponent,
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(`user:${text}`).toString('base64url'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => JSON.stringify(JSON.stringify(text)),
]
const says = () =>
  [process.env.TOKEN, ...told].flatMap((secret) => WAYS.map((way) => way(secret))).join(' , ')

const tools = ['sign_in', 'status', 'refuse'].map((name) => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: {} },
}))
const results = {
  initialize: () => ({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {}, resources: {}, logging: {} },
    serverInfo: { name: 'repeating', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'resources/list': () => ({ resources: [{ uri: 'file:///x', name: 'x', title: says() }] }),
  'tools/call': (params) => {
    console.error(says())
    say({ method: 'notifications/message', params: { level: 'error', data: says() } })
    const { progressToken } = params._meta ?? {}
    if (progressToken !== undefined)
      say({ method: 'notifications/progress', params: { progressToken, progress: 1, message: says() } })
    return {
      content: [{ type: 'text', text: `status: ${says()}` }],
      structuredContent: { said: says(), list: told, pin: Number(told[1]) },
    }
  },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line)
  if (method === undefined && asking !== null) {
    const { password, pin, city } = result?.content ?? {}
    told = [password, pin]
    say({ id: asking, result: { content: [{ type: 'text', text: `Signed in at ${city} with ${says()}.` }] } })
    asking = null
  } else if (method === 'tools/call' && params.name === 'sign_in') {
    asking = id
    say({ id: 'ask', method: 'elicitation/create', params: { message: 'Sign in.', requestedSchema: FORM } })
  } else if (method === 'tools/call' && params.name === 'refuse')
    say({ id, error: { code: -32603, message: `not with ${says()}`, data: { says: says() } } })
  else if (id !== undefined)
    say(
      results[method]
        ? { id, result: results[method](params) }
        : { id, error: { code: -32601, message: 'unknown' } },
    )
})
