import type * as Mcp from '@modelcontextprotocol/server'
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { appVersion } from '../../../platform/app.ts'
import { toErrorView, toSatchelError } from '../../../platform/errors.ts'
import type { IndexRequests } from './requests.ts'
import { HEALTH_URI, INDEX_RESOURCES, INDEX_TOOLS, RESOLVE, SEARCH, STATISTICS_URI } from './tools.ts'

export type McpLibrary = typeof Mcp

/** Read by models. */
const INSTRUCTIONS =
  'An index of capabilities published in a registry. Whatever it says is to be verified: fetch the file by its CID, and check hash, signature and author.'

/** A server of the Model Context Protocol, of both eras, over an index. `take` throws where the caller has asked too often. */
export const createIndexFace = (deps: {
  readonly library: McpLibrary
  readonly requests: IndexRequests
  readonly take: () => void
  readonly report: (problem: unknown) => void
}): McpServer => {
  const { library, requests, take, report } = deps
  const face = new library.McpServer(
    { name: 'satchel-registry', title: 'Satchel registry index', version: appVersion },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  )
  const { server } = face
  const wrong = (text: string) => new library.ProtocolError(library.ProtocolErrorCode.InvalidParams, text)

  server.setRequestHandler('tools/list', () => ({ tools: [...INDEX_TOOLS] }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const input = params.arguments ?? {}
    const answer =
      params.name === RESOLVE
        ? () => requests.resolve(input)
        : params.name === SEARCH
          ? () => requests.search(input)
          : null
    if (answer === null) throw wrong(`Unknown tool: ${params.name}`)
    try {
      take()
      const result = await answer()
      return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } }
    } catch (thrown) {
      return failureOf(thrown)
    }
  })

  server.setRequestHandler('resources/list', () => ({ resources: [...INDEX_RESOURCES] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const read = uri === HEALTH_URI ? requests.health : uri === STATISTICS_URI ? requests.statistics : null
    if (read === null) throw wrong(`Unknown resource: ${uri}`)
    take()
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(await read()) }] }
  })

  /** A failure is a result, so that a model can read it. What is nobody's fault but ours is told to the log, too. */
  const failureOf = (thrown: unknown): CallToolResult => {
    if (toSatchelError(thrown).code === 'internal') report(thrown)
    const { code, message, action } = toErrorView(thrown, 'en')
    return { content: [{ type: 'text', text: JSON.stringify({ code, message, action }) }], isError: true }
  }

  return face
}
