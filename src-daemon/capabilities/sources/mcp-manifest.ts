import canonicalize from 'canonicalize'
import { deepWellFormed } from '../../platform/lenient.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { OfferedServer, OfferedTool } from '../../mcp/index.ts'
import type { CapabilityRef } from '../../contract/capability-ref.ts'
import { objectSchema } from '../../schemas/index.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { Effect } from '../../contract/approvals.ts'
import { uncheckedIn } from './unchecked.ts'
import { wrapOutput } from './wrap.ts'

/**
 * The name of a source in its ids, `mcp:<source>/<tool>`: the owner's name for the server. An address or a DID reveals how it is
 * reached, which no caller of CAP may see (cap.md 8), so part of its hash replaces it.
 */
export const sourceNameOf = (serverUri: string): string =>
  /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(serverUri) && !HASHED.test(serverUri)
    ? serverUri
    : `server-${sha256Hex(serverUri).slice(0, 12)}`

const HASHED = /^server-[0-9a-f]{12}$/

/**
 * The id of a server's tool. Servers may use any name, even with blanks or addresses in it; if an id can't contain the
 * name, its plain characters and part of its hash replace it.
 */
export const toolIdOf = (serverUri: string, tool: string): string =>
  `mcp:${sourceNameOf(serverUri)}/${isPlainName(tool) ? tool : hashedName(tool)}`

const PLAIN_NAME = /^[^\p{C}\p{Z}]{1,200}$/u
/** What could be taken for a location. */
const LOCATED = /:\/\/|localhost|\d+\.\d+\.\d+\.\d+|:\d{2,5}(?:\/|$)/iu
const HASHED_NAME = /~[0-9a-f]{12}$/u

const isPlainName = (name: string): boolean =>
  PLAIN_NAME.test(name) && !LOCATED.test(name) && !HASHED_NAME.test(name)

const hashedName = (name: string): string => {
  const words = LOCATED.test(name) ? 'tool' : name.replaceAll(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_')
  return `${words.slice(0, 100).toWellFormed()}~${sha256Hex(JSON.stringify(name)).slice(0, 12)}`
}

/** The version of a server's tool, which has none itself (cap.md 4): each definition is a version. */
export const versionOf = (serverVersion: string | null, tool: OfferedTool): string => {
  const { name, title, description, inputSchema, outputSchema } = tool
  const definition = { name, title, description, inputSchema, outputSchema }
  const canonical = canonicalize(deepWellFormed(definition)) ?? ''
  return `${plainVersion(serverVersion)}+${sha256Hex(canonical).slice(0, 12)}`
}

/** How CAP calls a server's tool. */
export const serverToolRef = (
  { uri, serverVersion }: Pick<OfferedServer, 'uri' | 'serverVersion'>,
  tool: OfferedTool,
): CapabilityRef => ({ capability_id: toolIdOf(uri, tool.name), version: versionOf(serverVersion, tool) })

/** A server's version as a reference can hold it: one word, and short. */
const plainVersion = (serverVersion: string | null): string =>
  (serverVersion ?? '')
    .trim()
    .replaceAll(/[^A-Za-z0-9.+~_-]+/gu, '-')
    .slice(0, 64) || '0.0.0'

/** A server's tool as CAP describes it (cap.md 5): its schemas verbatim, its annotations ignored. */
export const mcpManifest = (
  tool: OfferedTool,
  { id, serverVersion, effect }: { id: string; serverVersion: string | null; effect: Effect },
): CapabilityManifest => {
  const output = tool.outputSchema === undefined ? null : objectSchema(tool.outputSchema).schema
  const unchecked = [
    ...uncheckedIn('input_schema', tool.inputSchema),
    ...uncheckedIn('output_schema', output),
  ]
  return {
    capability_id: id,
    version: versionOf(serverVersion, tool),
    kind: 'tool',
    // A readable name: blanks don't count.
    name: [tool.title, tool.name].find((name) => (name ?? '').trim() !== '') ?? 'tool',
    description: tool.description ?? '',
    input_schema: tool.inputSchema,
    output_schema: output,
    prompt_template: null,
    resources: null,
    required_permissions: ['service'],
    x_effect: effect,
    ...(unchecked.length > 0 && { x_unchecked: unchecked }),
  }
}

/** A tool's output in the form of its `output_schema`: structured content unchanged, otherwise the content. */
export const mcpOutput = (
  { outputSchema }: Pick<OfferedTool, 'outputSchema'>,
  { structured, content }: { readonly structured: unknown; readonly content: readonly unknown[] },
): Record<string, unknown> => {
  if (structured === undefined) return { content }
  return outputSchema !== undefined && objectSchema(outputSchema).isWrapped
    ? { value: structured }
    : wrapOutput(structured)
}
