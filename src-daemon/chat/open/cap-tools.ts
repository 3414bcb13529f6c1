import { z } from 'zod'
import type { ExposedTool } from '../../capabilities/index.ts'
import type { CapabilityManifest, InvokeError, InvokeResult } from '../../contract/capabilities.ts'

/** CAP itself as three tools for a model (cap.md 1): list by searching, describe, invoke. Their texts are for models. */
export const SEARCH = 'capability_search'
export const DESCRIBE = 'capability_describe'
export const INVOKE = 'capability_invoke'

/** Results of a search by default. */
const FOUND = 8
const MAX_FOUND = 50

const ID = { type: 'string', description: 'capability_id, as found.' } as const

const capTool = (
  name: string,
  description: string,
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
): ExposedTool => ({
  ref: { capability_id: `cap:${name}`, version: '1.0.0' },
  name,
  wireName: name,
  description,
  parameters: { type: 'object', properties, required, additionalProperties: false },
})

/** What the model is told about them. */
export const CAP_TOOLS: readonly ExposedTool[] = [
  capTool(
    SEARCH,
    'Finds more tools, by words of what is to be done. The best come first.',
    {
      query: { type: 'string' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_FOUND },
      offset: { type: 'integer', minimum: 0 },
    },
    ['query'],
  ),
  capTool(DESCRIBE, 'Tells how a found tool is called. Then it is one of your tools.', { id: ID }, ['id']),
  capTool(
    INVOKE,
    'Calls a found tool by its id. The input fits its input_schema.',
    { id: ID, version: { type: 'string' }, input: { type: 'object' } },
    ['id', 'input'],
  ),
]

export const searchInput = z.object({
  query: z.string(),
  limit: z.int().min(1).max(MAX_FOUND).default(FOUND),
  offset: z.int().min(0).default(0),
})
export const describeInput = z.object({ id: z.string(), version: z.string().optional() })
export const invokeInput = z.object({
  id: z.string(),
  version: z.string().optional(),
  input: z.unknown(),
})

/** A result of one of the three. */
export const answered = (output: Readonly<Record<string, unknown>>): InvokeResult => ({
  ok: true,
  output: { ...output },
  error: null,
  duration_ms: 0,
  x_changes: [],
})

export const failed = (code: InvokeError['code'], message: string): InvokeResult => ({
  ok: false,
  output: null,
  error: { code, message },
  duration_ms: 0,
  x_changes: [],
})

/** A capability as a search shows it: enough to choose by. */
export const foundLine = ({ capability_id, version, kind, name, description }: CapabilityManifest) => ({
  capability_id,
  version,
  kind,
  name,
  description: firstSentence(description),
})

const firstSentence = (text: string): string => {
  const [first = ''] = text.trim().split(/\n|(?<=[.!?。！？])\s/u, 1)
  return first.length > 160 ? `${first.slice(0, 159).toWellFormed()}…` : first
}
