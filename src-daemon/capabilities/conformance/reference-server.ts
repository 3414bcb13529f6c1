import { setTimeout as pause } from 'node:timers/promises'
import { createInterface } from 'node:readline'
import {
  BREAK_TEXT,
  FAILURE_TEXT,
  PLAIN_CONTENT,
  REFERENCE_TOOLS,
  REFERENCE_VERSION,
  type ReferenceTool,
} from './reference-tools.ts'

type Json = Record<string, unknown>

/** A reply; none if the message isn't a request; the transport acts out `forbidden` and `gone`. */
type Reply = { readonly message: Json } | 'none' | 'forbidden' | 'gone'

export interface ReferenceServer {
  handle(message: unknown): Promise<Reply>
}

const WAIT_MS = 3_000

/**
 * The suite's own MCP server (protocol 2025-06-18): connect it to the source under test, and the M cases compare the source's output with what it
 * is. Each tool tests one thing.
 */
export const createReferenceServer = (): ReferenceServer => {
  const runs: Record<string, number> = {}
  let cancelled = 0
  let isChanged = false

  const tools = (): readonly ReferenceTool[] =>
    REFERENCE_TOOLS.map((tool) =>
      isChanged && tool.name === 'changing' ? { ...tool, description: 'Does another thing.' } : tool,
    )

  const run = async (name: string, args: Json): Promise<Json | 'forbidden' | 'gone'> => {
    if (name !== 'counts') runs[name] = (runs[name] ?? 0) + 1
    switch (name) {
      case 'echo':
        return structured({ text: args['text'] })
      case 'plain':
        return { result: { content: PLAIN_CONTENT } }
      case 'fails':
        return { result: { content: [{ type: 'text', text: FAILURE_TEXT }], isError: true } }
      case 'breaks':
        return { error: { code: -32603, message: BREAK_TEXT } }
      case 'lies':
        return structured({ n: 'none' })
      case 'waits':
        await pause(WAIT_MS)
        return structured({ waited: true })
      case 'change':
        isChanged = args['changed'] === true
        return structured({ changed: isChanged })
      case 'changing':
        return structured({ changed: isChanged })
      case 'counts':
        return structured({ runs: { ...runs }, cancelled })
      case 'forbidden':
        return 'forbidden'
      case 'exits':
        return 'gone'
      default:
        return { error: { code: -32602, message: `Unknown tool: ${name}` } }
    }
  }

  const handle: ReferenceServer['handle'] = async (message) => {
    const { id, method, params } = isRecord(message) ? message : {}
    const answer = (rest: Json): Reply => ({ message: { jsonrpc: '2.0', id, ...rest } })
    if (method === 'notifications/cancelled') cancelled += 1
    if (id === undefined || typeof method !== 'string') return 'none'
    if (method === 'initialize')
      return answer({
        result: {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {} },
          serverInfo: { name: 'cap-reference', version: REFERENCE_VERSION },
        },
      })
    if (method === 'ping') return answer({ result: {} })
    if (method === 'tools/list') return answer({ result: { tools: tools() } })
    if (method !== 'tools/call') return answer({ error: { code: -32601, message: 'Method not found' } })
    const { name, arguments: args } = isRecord(params) ? params : {}
    const outcome = await run(String(name), isRecord(args) ? args : {})
    return typeof outcome === 'string' ? outcome : answer(outcome)
  }

  return { handle }
}

/** Serves on the standard streams until they close. */
export const serveReferenceOnStdio = (): void => {
  const server = createReferenceServer()
  createInterface({ input: process.stdin }).on('line', (line) => {
    void server.handle(JSON.parse(line)).then((reply) => {
      if (reply === 'gone') process.exit(3)
      if (reply === 'forbidden') return // a pipe has no such answer
      if (reply !== 'none') process.stdout.write(`${JSON.stringify(reply.message)}\n`)
    })
  })
}

const structured = (value: Json): Json => ({
  result: { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value },
})

/** Its own: in the sandbox of its tests it sees no other folder. */
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
