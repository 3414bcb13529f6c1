import canonicalize from 'canonicalize'
import { sha256Hex } from '../../platform/sha256.ts'
import type { OfferedTool } from '../../mcp/index.ts'
import { isOfObjects } from '../../schemas/index.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import type { Effect } from '../../contract/approvals.ts'
import { wrapOutput } from './wrap.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * The name of a source in its ids, `mcp:<source>/<tool>`: the word the owner calls the server by. An address or a DID says how it is
 * reached, which no caller of CAP may see (cap.md 8): a part of its hash stands for it.
 */
export const sourceNameOf = (serverUri: string): string =>
  /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(serverUri) && !HASHED.test(serverUri)
    ? serverUri
    : `server-${sha256Hex(serverUri).slice(0, 12)}`

const HASHED = /^server-[0-9a-f]{12}$/

/** The version of a tool of a server, which has none itself (cap.md 4): another definition is another version. */
export const versionOf = (serverVersion: string | null, tool: OfferedTool): string => {
  const { name, title, description, inputSchema, outputSchema } = tool
  const canonical = canonicalize({ name, title, description, inputSchema, outputSchema }) ?? ''
  return `${(serverVersion ?? '') === '' ? '0.0.0' : String(serverVersion)}+${sha256Hex(canonical).slice(0, 12)}`
}

/** A tool of a server as CAP describes it (cap.md 5): its schemas verbatim, its annotations not believed. */
export const mcpManifest = (
  tool: OfferedTool,
  { id, serverVersion, effect }: { id: string; serverVersion: string | null; effect: Effect },
): CapabilityManifest => ({
  capability_id: id,
  version: versionOf(serverVersion, tool),
  kind: 'tool',
  name: tool.title ?? tool.name,
  description: tool.description ?? '',
  input_schema: tool.inputSchema,
  output_schema: tool.outputSchema === undefined ? null : wrappedSchema(tool.outputSchema),
  prompt_template: null,
  resources: null,
  required_permissions: ['service'],
  x_effect: effect,
})

/** What a tool answered, as its `output_schema` describes it: structured content as it is, else the content. */
export const mcpOutput = (
  { outputSchema }: Pick<OfferedTool, 'outputSchema'>,
  { structured, content }: { readonly structured: unknown; readonly content: readonly unknown[] },
): Record<string, unknown> => {
  if (structured === undefined) return { content }
  return outputSchema !== undefined && isWrapped(outputSchema)
    ? { value: structured }
    : wrapOutput(structured)
}

/** Whether outputs of this schema may be no objects, so that all of them stand under `value` (cap.md 3). */
const isWrapped = (schema: Schema): boolean => !isOfObjects(schema)

/** A schema of its own inside, so that its references still find what they mean. */
const wrappedSchema = (schema: Schema): Record<string, unknown> => {
  if (!isWrapped(schema)) return schema
  const { $schema, ...inner } = schema
  const $id =
    typeof inner['$id'] === 'string' ? inner['$id'] : `urn:sha256:${sha256Hex(canonicalize(inner) ?? '')}`
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: 'object',
    properties: { value: { ...inner, $id } },
    required: ['value'],
    additionalProperties: false,
  }
}
