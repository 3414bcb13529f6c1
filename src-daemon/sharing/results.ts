import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { CapabilityManifest, InvokeResult } from '../contract/capabilities.ts'

/**
 * The result of a call in the form of MCP. An output is structured content, and the same as text for programs
 * that read only text; content of one of the owner's servers is passed on as it is. A failure is a result
 * too, so that a model can read it.
 */
export const toolResultOf = (
  { ok, output, error }: InvokeResult,
  /** Null if the tool declared none. */
  schema: CapabilityManifest['output_schema'],
): CallToolResult => {
  if (!ok) return failure(`${error?.message ?? ''} (${error?.code ?? 'EXECUTION_FAILED'})`)
  const content = schema === null ? contentOf(output) : null
  return content === null
    ? { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output ?? {} }
    : { content }
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

/**
 * The content of a tool without a declared output schema (cap.md 5); null if the output is something else.
 */
const contentOf = (output: InvokeResult['output']): CallToolResult['content'] | null => {
  if (output === null || Object.keys(output).join() !== 'content') return null
  const parsed = z.array(blockSchema).safeParse(output['content'])
  return parsed.success ? parsed.data : null
}
