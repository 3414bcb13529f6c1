// A small MCP server that repeats the secret it was given in all it says: as a program (the variable TOKEN, over its
// standard streams), or with the argument `http` on loopback (the header Authorization).
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'

/** How it writes the secret: as the argument `as` says, by default in all usual encodings. */
const WAYS = {
  hex: (secret) => Buffer.from(secret).toString('hex'),
  basic: (secret) => `Basic ${Buffer.from(`api:${secret}`).toString('base64')}`,
  base64url: (secret) => Buffer.from(`>${secret}`).toString('base64url'),
  json: (secret) => JSON.stringify({ token: secret }),
  html: (secret) => secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  lines: (secret) => `\n${secret}\n`,
}
const usually = (secret) =>
  [secret, `${secret}!`, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].join(' ')

const answerTo = ({ id, method, params }, secret, notify) => {
  const says = (WAYS[params?.arguments?.as] ?? usually)(secret)
  const results = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: says, version: '1' },
    },
    'tools/list': {
      tools: [{ name: 'reveal', description: `Knows ${says}.`, inputSchema: { type: 'object' } }],
    },
    'resources/read': { contents: [{ uri: 'file:///x', text: says }] },
    'tools/call': {
      content: [{ type: 'text', text: says }],
      structuredContent: { [secret]: [says] },
      isError: params?.arguments?.fail === true,
    },
  }
  if (method === 'tools/call' && params?.arguments?.refuse === true)
    return { id, error: { code: -32603, message: `no: ${says}`, data: says } }
  if (method === 'tools/call') {
    console.error(says)
    notify({ method: 'notifications/message', params: { level: 'error', logger: says, data: { says } } })
    if (params._meta?.progressToken !== undefined)
      notify({
        method: 'notifications/progress',
        params: { progressToken: params._meta.progressToken, progress: 1, message: says },
      })
  }
  return results[method] === undefined
    ? { id, error: { code: -32601, message: 'unknown' } }
    : { id, result: results[method] }
}

if (process.argv[2] === 'http') {
  const server = createServer(async (request, response) => {
    const secret = (request.headers.authorization ?? '').replace('Bearer ', '')
    const message = JSON.parse((await textOf(request)) || '{}')
    const { via } = message.params?.arguments ?? {}
    if (via === 'broken') response.writeHead(200, { 'content-type': 'application/json' }).end(secret)
    else if (via === 'type') response.writeHead(200, { 'content-type': secret }).end('x')
    else if (via === 'status') response.writeHead(500, secret).end('x')
    else if (message.params?.arguments?.refuse === true) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`not with ${secret}`)
    } else if (message.id === undefined) response.writeHead(202).end()
    else {
      const body = JSON.stringify({ jsonrpc: '2.0', ...answerTo(message, secret, () => undefined) })
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    }
  })
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
} else {
  const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }))
  createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line)
    const { depth = 0 } = message.params?.arguments ?? {}
    if (depth > 0) {
      const deep = '['.repeat(depth) + ']'.repeat(depth)
      const result = `{"content":[],"structuredContent":{"deep":${deep}}}`
      console.log(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${result}}`)
    } else if (message.id !== undefined) say(answerTo(message, process.env.TOKEN, say))
  })
}
