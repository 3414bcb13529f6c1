import canonicalize from 'canonicalize'
import { z } from 'zod'
import { sha256Hex } from '../../platform/sha256.ts'
import type { ToolDifference } from '../../contract/servers.ts'
import type { ListedTool } from '../wire/listed.ts'

/**
 * The relevant part of a tool's definition: everything about what it does and
 * takes.
 */
export const toolDefinitionSchema = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  annotations: z.record(z.string(), z.unknown()).optional(),
  /** Its interface, and who may call it: another interface is another tool. */
  ui: z
    .object({ resourceUri: z.string().optional(), visibility: z.array(z.enum(['model', 'app'])).optional() })
    .optional(),
})
export type ToolDefinition = z.infer<typeof toolDefinitionSchema>

const MAX_DIFFERENCES = 100
const MAX_SHOWN_CHARACTERS = 2000

/** The part of a tool that is pinned. */
export const definitionOf = (tool: ListedTool): ToolDefinition => toolDefinitionSchema.parse(tool)

/**
 * The hash that pins a definition: SHA-256 over its canonical JSON. Definitions are immutable, so it is
 * computed once.
 */
export const definitionHash = (definition: ToolDefinition): string => {
  const known = hashes.get(definition)
  if (known !== undefined) return known
  const hash = sha256Hex(canonicalize(definition) ?? '')
  hashes.set(definition, hash)
  return hash
}

const hashes = new WeakMap<ToolDefinition, string>()

/**
 * Where two definitions differ, by JSON pointer; long values are shortened, and at most a hundred places are
 * listed.
 */
export const differencesOf = (before: ToolDefinition, after: ToolDefinition): readonly ToolDifference[] => {
  const found: ToolDifference[] = []
  const walk = (path: string, one: unknown, other: unknown): void => {
    if (found.length >= MAX_DIFFERENCES || canonicalize(one) === canonicalize(other)) return
    if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push({ path, before: shown(one), after: shown(other) })
      return
    }
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
      walk(`${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, own(one, key), own(other, key))
  }
  walk('', before, after)
  return found
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
const own = (value: object, key: string): unknown =>
  Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined

const shown = (value: unknown): string | null => {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text
}
