import { lookAlikes } from '../../lint/index.ts'
import { SchemaRefusal, usableSchema } from '../../schemas/index.ts'
import type { RefusedTool } from '../../contract/servers.ts'
import type { ToolDefinition } from './definitions.ts'

/** What MCP allows in a name of a tool. */
const NAME = /^[A-Za-z0-9_.-]{1,128}$/
/** More than any honest server needs, and the limit of what a person can review. */
const MAX_TITLE = 256
const MAX_DESCRIPTION = 16_384
/** Of all that describes it, as JSON. */
const MAX_DEFINITION = 65_536
/** Characters of a refused name that are shown. */
const MAX_SHOWN = 64
const MAX_CODE_POINTS = 8

/** A server's tools that may be used, by name, and those that aren't whatever its owner says. */
export interface SortedTools {
  readonly tools: ReadonlyMap<string, ToolDefinition>
  readonly refused: readonly RefusedTool[]
  /** By the names they were listed under, without those of one name with a tool that is used. */
  readonly refusedByName: ReadonlyMap<string, RefusedTool>
}

/**
 * Refuses, individually, each tool whose name MCP doesn't allow, whose texts are too long, whose schemas cost too much to
 * check, or whose name looks like another one's: users couldn't tell which of two look-alikes they agree to. Of several
 * with the same name, the first is used.
 */
export const sortTools = (listed: readonly ToolDefinition[]): SortedTools => {
  const alike = lookAlikes([...new Set(listed.map(({ name }) => name))])
  const tools = new Map<string, ToolDefinition>()
  const refused: RefusedTool[] = []
  const refusedByName = new Map<string, RefusedTool>()
  const seen = new Set<string>()
  for (const tool of listed) {
    if (seen.has(tool.name)) {
      // A call by this name means the first.
      refused.push({ name: shown(tool.name), reason: 'same_name', like: null, problem: null })
      continue
    }
    seen.add(tool.name)
    const against = reasonAgainst(tool, alike.has(tool.name))
    const problem = against === null ? costProblem(tool) : null
    const reason = against ?? (problem === null ? null : 'costly')
    if (reason === null) {
      tools.set(tool.name, tool)
      continue
    }
    const about: RefusedTool = {
      name: shown(tool.name),
      reason,
      like: reason === 'look_alike' ? shown(alike.get(tool.name) ?? '') : null,
      problem,
    }
    refused.push(about)
    refusedByName.set(tool.name, about)
  }
  return { tools, refused, refusedByName }
}

const reasonAgainst = (tool: ToolDefinition, isAlike: boolean): RefusedTool['reason'] | null => {
  if (isAlike) return 'look_alike'
  if (!NAME.test(tool.name)) return 'name'
  const { title = '', description = '' } = tool
  const isTooLong =
    title.length > MAX_TITLE ||
    description.length > MAX_DESCRIPTION ||
    JSON.stringify(tool).length > MAX_DEFINITION
  return isTooLong ? 'too_long' : null
}

/** Shortened, and with the code points of what could be taken for a letter of ASCII: `аct (U+0430)`. */
const shown = (name: string): string => {
  const short = name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name
  const foreign = [...new Set(name.match(/[^\x21-\x7e]/gu) ?? [])].slice(0, MAX_CODE_POINTS)
  return foreign.length === 0 ? short : `${short} (${foreign.map(codePoint).join(' ')})`
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Which schema of a tool costs too much, and where; null if none does. */
const costProblem = (tool: ToolDefinition): string | null => {
  for (const name of ['inputSchema', 'outputSchema'] as const)
    try {
      if (tool[name] !== undefined) usableSchema(tool[name], name === 'inputSchema' ? 'arguments' : 'value')
    } catch (thrown) {
      if (!(thrown instanceof SchemaRefusal)) throw thrown
      return `${name} ${thrown.sentence}`
    }
  return null
}
