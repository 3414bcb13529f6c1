import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { readLenient } from '../platform/lenient.ts'
import { replaceBytes, sizeLabel, withoutBytes } from '../contract/result-bytes.ts'
import type { CapabilityManifest, InvokeResult } from '../contract/capabilities.ts'

/**
 * The result of a call in the form of MCP. An output is structured content, and the same as text for programs that read only text;
 * content returned by a tool of the owner's servers is passed on unchanged. Pictures and sounds are separate blocks,
 * never text. A failure is a result, too, so that a model can read it.
 */
export const toolResultOf = (
  { ok, output, error, x_content: beside }: InvokeResult,
  /** Null if the tool declared none. */
  schema: CapabilityManifest['output_schema'],
): CallToolResult => {
  if (!ok) return failure(`${error?.message ?? ''} (${error?.code ?? 'EXECUTION_FAILED'})`)
  const content = schema === null ? contentOf(output) : null
  if (content !== null) return { content }
  const media: ContentBlock[] = []
  const words = replaceBytes(output, ({ kind, mediaType, size, base64 }) => {
    if (kind !== 'bytes') media.push({ type: kind, mimeType: mediaType, data: base64 })
    return `${mediaType}, ${sizeLabel(size)}`
  })
  return {
    content: [{ type: 'text', text: JSON.stringify(words) }, ...media, ...(beside ?? []).map(blockOf)],
    structuredContent: output ?? {},
  }
}

export const failure = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
})

const annotated = {
  annotations: z.record(z.string(), z.unknown()).optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
}
const named = { mimeType: z.string().optional() }

/** Content blocks of a tool, without kinds that the protocol does not know. */
const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), ...annotated }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string(), ...annotated }),
  z.object({ type: z.literal('audio'), data: z.string(), mimeType: z.string(), ...annotated }),
  z.object({
    type: z.literal('resource'),
    resource: z.union([
      z.object({ uri: z.string(), text: z.string(), ...named }),
      z.object({ uri: z.string(), blob: z.string(), ...named }),
    ]),
    ...annotated,
  }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    description: z.string().optional(),
    ...named,
    ...annotated,
  }),
])

/** The content of a tool without a declared output schema (cap.md 5); null if the output is something else. */
const contentOf = (output: InvokeResult['output']): ContentBlock[] | null => {
  if (output === null || Object.keys(output).join() !== 'content') return null
  const { content } = output
  return Array.isArray(content) ? content.map(blockOf) : null
}

/** A block in the protocol's form; one of an unknown kind becomes its JSON as text, which every program can read. */
const blockOf = (block: unknown): ContentBlock => {
  const read = readLenient(blockSchema, block)
  if (read.ok) return read.value
  return { type: 'text', text: JSON.stringify(withoutBytes(block)) }
}
