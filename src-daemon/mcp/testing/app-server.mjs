// A server with an interface of its own, by hand: what its page does stands in the file that its first argument names.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [page, origin = 'https://tiles.example.org'] = process.argv.slice(2)
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const schema = { type: 'object', properties: { what: { type: 'string' } } }
const PAGE = 'ui://shows/page.html'
const tool = (name, ui) => ({
  name,
  description: `${name} something`,
  inputSchema: schema,
  ...(ui !== undefined && { _meta: { ui } }),
})
let offers = null
let calls = 0

const answers = {
  initialize: ({ capabilities }) => {
    offers = capabilities.extensions ?? null
    return {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {}, resources: {} },
      serverInfo: { name: 'shows', version: '1' },
    }
  },
  'tools/list': () => ({
    tools: [
      tool('show', { resourceUri: PAGE }),
      tool('refresh', { resourceUri: PAGE, visibility: ['app'] }),
      tool('wipe', { visibility: ['model'] }),
      tool('broken', { resourceUri: 'ui://shows/nothing.html' }),
    ],
  }),
  'tools/call': ({ name, arguments: given }) => {
    calls += 1
    return {
      content: [{ type: 'text', text: `${name} did ${given?.what ?? 'it'}, call ${calls}` }],
      structuredContent: { name, calls, offers },
      _meta: { forTheInterface: 'only', 'io.modelcontextprotocol/serverInfo': { name: 'x', version: '1' } },
    }
  },
  'resources/read': ({ uri }) => ({
    contents: [
      uri === PAGE
        ? {
            uri,
            mimeType: 'text/html;profile=mcp-app',
            text: readFileSync(page, 'utf8'),
            _meta: { ui: { csp: { connectDomains: [origin], resourceDomains: [origin] } } },
          }
        : { uri, mimeType: 'text/plain', text: `what is in ${uri}` },
    ],
  }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  if (answer === undefined) say({ id, error: { code: -32_601, message: 'unknown method' } })
  else say({ id, result: answer(params ?? {}) })
}
