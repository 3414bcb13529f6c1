import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const toolCallSchema = z.object({
  id: z.string().optional(),
  function: z.object({
    index: z.int().optional(),
    name: z.string(),
    /** An object as Ollama sends it; a string as some models' templates leave it. */
    arguments: z.union([z.record(z.string(), z.json()), z.string()]),
  }),
})

/** One line of a streamed answer. */
const chunkSchema = z.object({
  content: z.string().optional(),
  thinking: z.string().optional(),
  tool_calls: z.array(toolCallSchema).optional(),
  /** An error line in the middle of the stream. */
  error: z.string().optional(),
  /** Sent as it stands, without framing. */
  raw: z.string().optional(),
  /** Milliseconds before this line is sent. */
  delayMs: z.int().optional(),
  /** Sends the line this often. */
  repeat: z.int().optional(),
})

const replySchema = z.object({
  /** HTTP failure instead of a stream. */
  status: z.int().optional(),
  error: z.string().optional(),
  chunks: z.array(chunkSchema).default([]),
  /** `cut` destroys the socket, `hang` stays silent, `open` ends without a final line. */
  end: z.enum(['done', 'cut', 'hang', 'open']).default('done'),
  done_reason: z.string().default('stop'),
  prompt_eval_count: z.int().optional(),
  eval_count: z.int().optional(),
})

/** What must hold of a request for a turn to answer it; the turn with most conditions wins, then the first. */
const conditionSchema = z.object({
  /** Text the last user message contains, case-insensitively. */
  user: z.string().optional(),
  /** Whether tool results follow the last user message. */
  toolResults: z.boolean().optional(),
  /** How many. */
  results: z.int().optional(),
  /** Whether tools are offered, natively or through `format`. */
  tools: z.boolean().optional(),
  /** A tool of this name is offered. */
  offered: z.string().optional(),
  /** Whether the answer is constrained by a schema. */
  format: z.boolean().optional(),
  model: z.string().optional(),
})

export const scriptSchema = z.object({
  about: z.string(),
  turns: z.array(z.object({ when: conditionSchema.default({}), reply: replySchema })),
})
export type Script = z.infer<typeof scriptSchema>
/** A script as it is written: what has a default may be left out. */
export type ScriptInput = z.input<typeof scriptSchema>
export type Reply = z.infer<typeof replySchema>

/** A chat request, as far as scripts look at it. */
export const chatRequestSchema = z.object({
  model: z.string(),
  stream: z.boolean().default(true),
  messages: z
    .array(z.looseObject({ role: z.string(), content: z.string().default('') }))
    .nullish()
    .transform((messages) => messages ?? []),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).nullish(),
  format: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
  think: z.unknown().optional(),
  keep_alive: z.unknown().optional(),
  options: z.looseObject({ num_ctx: z.int().optional() }).nullish(),
})
export type ScriptedChatRequest = z.infer<typeof chatRequestSchema>

const SCRIPTS = join(import.meta.dirname, 'scripts')

/** The recorded scripts of this directory, all or the named ones. */
export const loadScripts = (names?: readonly string[]): Script[] =>
  readdirSync(SCRIPTS)
    .filter((file) => file.endsWith('.json') && (names === undefined || names.includes(file.slice(0, -5))))
    .sort()
    .map((file) => scriptSchema.parse(JSON.parse(readFileSync(join(SCRIPTS, file), 'utf8'))))

/** What a person said, without the data and the time that Satchel puts beside it. */
const saidAlone = (content: string): string =>
  content.replace(/\n\n(?:\[data [0-9a-f]{8}: [^]*)?\[It is [^\n]*\]$/, '')

/**
 * The reply the scripts give to `request`, or null. `{{user}}` in it becomes the last user message, `{{schema_uri}}` the
 * one the offered tools allow.
 */
export const replyTo = (scripts: readonly Script[], request: ScriptedChatRequest): Reply | null => {
  const lastUser = request.messages.findLastIndex(({ role }) => role === 'user')
  const user = saidAlone(request.messages[lastUser]?.content ?? '')
  const results = request.messages.slice(lastUser + 1).filter(({ role }) => role === 'tool').length
  const offered = (request.tools ?? []).map((tool) => tool.function.name)
  const facts = {
    toolResults: results > 0,
    tools: offered.length > 0,
    format: typeof request.format === 'object' && request.format !== null,
    model: request.model,
  }
  const matching = scripts
    .flatMap(({ turns }) => turns)
    .filter(
      ({ when }) =>
        (when.user === undefined || user.toLowerCase().includes(when.user.toLowerCase())) &&
        (when.toolResults === undefined || when.toolResults === facts.toolResults) &&
        (when.results === undefined || when.results === results) &&
        (when.tools === undefined || when.tools === facts.tools) &&
        (when.offered === undefined || offered.includes(when.offered)) &&
        (when.format === undefined || when.format === facts.format) &&
        (when.model === undefined || when.model === facts.model),
    )
    .sort((a, b) => Object.keys(b.when).length - Object.keys(a.when).length)
  const reply = matching[0]?.reply
  if (reply === undefined) return null
  const schemaUri = /"schema_uri":\{[^{}]*"enum":\["([^"]*)"\]/.exec(
    JSON.stringify([request.tools ?? [], request.format ?? {}]),
  )
  const quoted = (text: string) => JSON.stringify(text).slice(1, -1)
  const filled = JSON.stringify(reply)
    .replaceAll('{{user}}', () => quoted(user))
    .replaceAll('{{schema_uri}}', () => quoted(schemaUri?.[1] ?? ''))
  return replySchema.parse(JSON.parse(filled))
}
