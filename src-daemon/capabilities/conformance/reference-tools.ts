/** The tools of the suite's own MCP server, as the M cases expect them. No imports, so that the server runs anywhere. */

export const REFERENCE_VERSION = '1.2.3'

export interface ReferenceTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema?: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, unknown>>
}

const NOTHING = { type: 'object', properties: {}, additionalProperties: false }

/** Everything that a source may be tempted to normalize: another draft, references, custom keywords, odd order. */
const ODD = {
  required: ['text'],
  type: 'object',
  $schema: 'http://json-schema.org/draft-07/schema#',
  definitions: { word: { type: 'string', minLength: 1, 'x-note': 'kept' } },
  properties: { text: { $ref: '#/definitions/word' }, mood: { enum: ['glad', null, 3] } },
  additionalProperties: false,
}

export const REFERENCE_TOOLS: readonly ReferenceTool[] = [
  {
    name: 'echo',
    title: 'Echo',
    description: 'Returns the text.',
    inputSchema: ODD,
    outputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    annotations: { readOnlyHint: true },
  },
  { name: 'plain', description: 'Returns content and nothing structured.', inputSchema: NOTHING },
  { name: 'fails', description: 'Says that it failed.', inputSchema: NOTHING },
  { name: 'breaks', description: 'Breaks inside the server.', inputSchema: NOTHING },
  {
    name: 'lies',
    description: 'Returns something other than it promises.',
    inputSchema: NOTHING,
    outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  },
  { name: 'waits', description: 'Answers after three seconds.', inputSchema: NOTHING },
  { name: 'forbidden', description: 'Over HTTP, the server answers 403.', inputSchema: NOTHING },
  { name: 'exits', description: 'The connection is lost.', inputSchema: NOTHING },
  {
    name: 'change',
    description: 'Describes the tool “changing” differently, or as at first.',
    inputSchema: { type: 'object', properties: { changed: { type: 'boolean' } }, required: ['changed'] },
  },
  { name: 'changing', description: 'Does one thing.', inputSchema: NOTHING },
  {
    name: 'counts',
    description: 'Says how often each tool was run, and how many calls were cancelled.',
    inputSchema: NOTHING,
    outputSchema: {
      type: 'object',
      properties: { runs: { type: 'object' }, cancelled: { type: 'integer' } },
      required: ['runs', 'cancelled'],
    },
  },
]

/** What `plain` returns. */
export const PLAIN_CONTENT = [
  { type: 'text', text: 'plain' },
  { type: 'image', mimeType: 'image/png', data: 'aGVsbG8=' },
]
/** The messages of `fails` and `breaks`: a tool's own text, which may be passed on unchanged. */
export const FAILURE_TEXT =
  'src/app.ts:120:5: the file /home/somebody/secret.txt is locked, sign in at http://localhost:4711/lock'
export const BREAK_TEXT = 'broken\n    at inside (/srv/server.js:1:1)'
