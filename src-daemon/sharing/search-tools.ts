import type { Tool } from '@modelcontextprotocol/server'

/** The three tools a program gets when too much is shared to list everything. Their texts are for models. */

export const SEARCH = 'capability_search'
export const DESCRIBE = 'capability_describe'
export const INVOKE = 'capability_invoke'

/** Results of a search by default. */
export const FOUND = 10
export const MAX_FOUND = 50

const OBJECT = { type: 'object', additionalProperties: false } as const
const ID = { type: 'string', description: 'Id of the capability, as capability_search returns it.' } as const
const READS = { readOnlyHint: true, openWorldHint: false } as const

export const SEARCH_TOOLS: readonly Tool[] = [
  {
    name: SEARCH,
    title: 'Search capabilities',
    description:
      'Finds capabilities the user shares, by words of what is to be done. Returns ids with one-line descriptions, the best first. Call this first, then capability_describe.',
    inputSchema: {
      ...OBJECT,
      properties: {
        query: { type: 'string', description: 'A few words; empty lists the first ones.' },
        limit: { type: 'integer', minimum: 1, maximum: MAX_FOUND, default: FOUND },
      },
      required: ['query'],
    },
    outputSchema: {
      type: 'object',
      properties: {
        capabilities: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              name: { type: 'string' },
              description: { type: 'string' },
              kind: { enum: ['tool', 'skill'] },
            },
            required: ['id', 'name', 'description', 'kind'],
          },
        },
        total: { type: 'integer', description: 'How many are shared in all.' },
      },
      required: ['capabilities', 'total'],
    },
    annotations: READS,
  },
  {
    name: DESCRIBE,
    title: 'Describe a capability',
    description:
      'Returns the version of a capability, its full description, and the JSON Schemas of its input and output. Call this before capability_invoke.',
    inputSchema: { ...OBJECT, properties: { id: ID }, required: ['id'] },
    annotations: READS,
  },
  {
    name: INVOKE,
    title: 'Use a capability',
    description:
      'Runs a capability with an input that fits its input_schema. The user may be asked to allow it first; then it takes as long as they do.',
    inputSchema: {
      ...OBJECT,
      properties: {
        id: ID,
        version: {
          type: 'string',
          description: 'As capability_describe returned it; the present one if left out.',
        },
        input: { type: 'object', description: 'Fits the input_schema of the capability.' },
      },
      required: ['id', 'input'],
    },
  },
]
