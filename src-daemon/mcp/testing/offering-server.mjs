// Offers resources and prompts over the older handshake, by hand, in the way its first argument names.
import { createInterface } from 'node:readline'

const mode = process.argv[2] ?? 'plain'
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const resource = (n) => ({ uri: `note:///${n}`, name: `note ${n}`, mimeType: 'text/plain', size: n })
let watched = 0

const answers = {
  initialize: () => ({
    protocolVersion: '2025-06-18',
    capabilities: {
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      tools: { listChanged: true },
      completions: {},
    },
    serverInfo: { name: 'offering', version: '1' },
  }),
  'tools/list': () => ({ tools: [] }),
  'resources/list': ({ cursor }) => {
    if (mode === 'endless') return { resources: [resource(1)], nextCursor: `${Number(cursor ?? 0) + 1}` }
    if (mode === 'circle') return { resources: [resource(1)], nextCursor: 'again' }
    if (mode === 'many') return { resources: Array.from({ length: 5000 }, (_, n) => resource(n)) }
    if (mode === 'odd')
      return {
        resources: [
          resource(1),
          { uri: 'x'.repeat(5000), name: 'far' },
          { uri: 'y:1', name: 'n'.repeat(5000) },
        ],
      }
    return cursor === undefined
      ? { resources: [resource(1)], nextCursor: 'second' }
      : { resources: [resource(2)] }
  },
  'prompts/list': () => ({ prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }] }),
  'prompts/get': ({ arguments: given }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `Greet ${given.who}` } },
      { role: 'user', content: { type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' } },
      { role: 'assistant', content: { type: 'audio', mimeType: 'audio/wav', data: 'A'.repeat(800 * 1024) } },
      { role: 'user', content: { type: 'resource_link', uri: 'note:///1', name: 'a note' } },
      { role: 'user', content: { type: 'resource', resource: { uri: 'note:///1', text: 'inside' } } },
    ],
  }),
  'completion/complete': ({ argument }) => ({
    completion: { values: Array.from({ length: 100 }, (_, n) => `${argument.value}${n}`), hasMore: true },
  }),
  'resources/read': ({ uri }) => {
    if (uri === 'note:///huge') return { contents: [{ uri, text: 'x'.repeat(2 * 1024 * 1024) }] }
    if (uri === 'note:///bytes')
      return {
        contents: [
          { uri, blob: 'aGVsbG8=' },
          { uri, blob: 'A'.repeat(800 * 1024) },
        ],
      }
    return { contents: [{ uri, mimeType: 'text/plain', text: `what is in ${uri}` }] }
  },
  'resources/subscribe': ({ uri }) => {
    watched += 1
    process.nextTick(() => {
      say({ method: 'notifications/resources/updated', params: { uri: 'note:///another' } })
      say({ method: 'notifications/resources/updated', params: { uri } })
      for (const list of ['tools', 'resources', 'prompts'])
        say({ method: `notifications/${list}/list_changed` })
    })
    return {}
  },
  'resources/unsubscribe': () => {
    watched -= 1
    process.stderr.write(`watched: ${watched}\n`)
    return {}
  },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined || method === undefined) return
  const answer = answers[method]
  if (answer === undefined) say({ id, error: { code: -32601, message: 'Method not found' } })
  else say({ id, result: answer(params ?? {}) })
})
