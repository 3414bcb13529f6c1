import { isRecord } from '../../platform/is-record.ts'
import { type Fields } from '../document/fields.ts'
import type { Source } from './import-source.ts'
import { usableParameters } from './draft-actions.ts'
import { jsonLine } from './field.ts'
import { isReservedName } from '../document/tools.ts'

interface Server {
  readonly name: string
  readonly url: string
  readonly tools: readonly Fields[]
}

/**
 * The MCP servers of a Cap as `tools` and `tool_bindings`. A Cap names servers but rarely their tools: a
 * server with unknown tools becomes a comment that says what to fill in, and is listed among what was not
 * carried over.
 */
export const importServers = (source: Source): string[] => {
  const servers = serversOf(source.take('core.mcpServers'), source)
  const known = servers.filter(({ tools }) => tools.length > 0)
  const unknown = servers.filter(({ tools }) => tools.length === 0)
  return [
    ...(known.length === 0
      ? []
      : ['tools:', ...known.flatMap(toolLines), 'tool_bindings:', ...known.flatMap(bindingLines)]),
    ...unknown.flatMap(({ name, url }) => [
      `# The server ${JSON.stringify(name)} does not say which tools it has. Declare each under "tools" and bind it:`,
      '# tool_bindings:',
      `#   its_tool: {type: mcp_service, service_uri: ${JSON.stringify(url)}, mcp_action: "its_tool"}`,
    ]),
  ]
}

const serversOf = (value: unknown, source: Source): Server[] => {
  if (!isRecord(value)) return []
  const names = new Set<string>()
  return Object.entries(value).map(([name, server]) => {
    const url = typeof server === 'string' ? server : isRecord(server) ? textOf(server['url']) : ''
    const listed: readonly unknown[] =
      isRecord(server) && Array.isArray(server['tools']) ? server['tools'] : []
    const tools = listed
      .map((tool) => (typeof tool === 'string' ? { name: tool } : tool))
      .filter(isRecord)
      .filter((tool) => {
        const toolName = textOf(tool['name'])
        const isUsable = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(toolName) && !toolName.includes('__')
        if (!isUsable || names.has(toolName) || isReservedName(toolName)) return false
        names.add(toolName)
        return true
      })
    if (tools.length < listed.length || tools.length === 0) source.leave(`core.mcpServers.${name}`)
    return { name, url, tools: url === '' ? [] : tools }
  })
}

const toolLines = ({ tools, name: server }: Server): string[] =>
  tools.flatMap((tool) => [
    '  - type: function',
    '    function:',
    `      name: ${textOf(tool['name'])}`,
    `      description: ${JSON.stringify(textOf(tool['description']).slice(0, 2000) || `A tool of ${server}.`)}`,
    `      parameters: ${jsonLine(usableParameters(tool['inputSchema']))}`,
  ])

const bindingLines = ({ tools, url }: Server): string[] =>
  tools.map((tool) => {
    const name = textOf(tool['name'])
    const binding = jsonLine({ type: 'mcp_service', service_uri: url, mcp_action: name })
    return `  ${JSON.stringify(name)}: ${binding}`
  })

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
