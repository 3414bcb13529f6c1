import { z } from 'zod'
import { NOTE_TOOLS, requestOf } from '../core/language-model.acceptance.ts'
import type { LanguageModel, ModelChunk } from '../core/types.ts'
import { SatchelError } from '../../platform/errors.ts'

/** A model server's answer and its expected result: a file in `edges/`, or a part of one in `servers/`. */
export const answerSchema = z.strictObject({
  about: z.string(),
  protocol: z.enum(['openai', 'ollama']).default('openai'),
  status: z.int().default(200),
  headers: z.record(z.string(), z.string()).default({}),
  /** The events or lines, one JSON value each; text is written unchanged. */
  events: z.array(z.unknown()).optional(),
  /** Whether the stream ends as its protocol wants it (`[DONE]`). */
  done: z.boolean().default(true),
  /** The whole body, unchanged; non-text is written as JSON. */
  body: z.unknown().optional(),
  /** Whether tools are offered; `{{TOOL}}` is then the name of one. */
  tools: z.boolean().default(false),
  /** What tools returned before. */
  result: z.string().optional(),
  expect: z.strictObject({
    text: z.string().default(''),
    thinking: z.string().default(''),
    calls: z.array(z.unknown()).default([]),
    /** The code of the failure, after the text before it. */
    error: z.string().nullable().default(null),
    endedBy: z.string().nullable().default(null),
    truncated: z.boolean().default(false),
    /** Tokens of prompt and answer; null = not counted. */
    tokens: z.tuple([z.int(), z.int()]).nullable().optional(),
    /** Kinds of parts that are left out. */
    leftOut: z.array(z.string()).default([]),
    /** Whether the log records that something was left out. */
    told: z.boolean().default(false),
  }),
})
export type ScriptedAnswer = z.infer<typeof answerSchema>

const TOOL = 'state__query'

/** The bytes of an answer. */
export const bytesOf = ({ protocol, events, body, done }: ScriptedAnswer): Buffer => {
  const text = events === undefined ? asText(body) : streamOf(protocol, events, done)
  return Buffer.from(text.replaceAll('{{TOOL}}', TOOL))
}

const eventSchema = z.looseObject({ choices: z.tuple([z.looseObject({ delta: z.looseObject({}) })]) })

/**
 * The same answer with its words in other pieces: each character by itself, and, if `everywhere`, cut in two behind each one.
 * An answer without plain words in its events has none.
 */
export const inOtherPieces = (answer: ScriptedAnswer, everywhere: boolean): readonly ScriptedAnswer[] => {
  const events = answer.events ?? []
  const words = events.map((event) => [...wordsOf(event).replaceAll('{{TOOL}}', TOOL)])
  const cut = (piecesOf: (characters: readonly string[]) => readonly string[]): ScriptedAnswer => ({
    ...answer,
    events: events.flatMap((event, index) => {
      const characters = words[index] ?? []
      return characters.length < 2 ? [event] : piecesOf(characters).map((piece) => saying(event, piece))
    }),
  })
  const most = Math.max(0, ...words.map(({ length }) => length))
  if (most < 2) return []
  const cuts = everywhere ? Array.from({ length: most - 1 }, (_, index) => index + 1) : []
  return [
    cut((characters) => characters),
    ...cuts.map((at) =>
      cut((characters) => [characters.slice(0, at).join(''), characters.slice(at).join('')]),
    ),
  ]
}

/** The words of an event that has nothing else; '' otherwise. */
const wordsOf = (event: unknown): string => {
  const [choice] = eventSchema.safeParse(event).data?.choices ?? []
  const { content, role: _role, ...others } = choice?.delta ?? {}
  const isPlain = Object.keys(others).length === 0 && (choice?.['finish_reason'] ?? null) === null
  return isPlain && typeof content === 'string' ? content : ''
}

const saying = (event: unknown, content: string): unknown => {
  const { choices, ...rest } = eventSchema.parse(event)
  const [{ delta, ...choice }] = choices
  return { ...rest, choices: [{ ...choice, delta: { ...delta, content } }] }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

const streamOf = (protocol: 'openai' | 'ollama', events: readonly unknown[], done: boolean): string => {
  if (protocol === 'ollama') return events.map((event) => `${asText(event)}\n`).join('')
  const written = events.map((event) =>
    typeof event === 'string' ? `${event}\n\n` : `data: ${JSON.stringify(event)}\n\n`,
  )
  return [...written, done ? 'data: [DONE]\n\n' : ''].join('')
}

/** What a person would see of an answer, in the form of `expect`. */
export const seen = async (
  model: LanguageModel,
  { tools, result }: ScriptedAnswer,
): Promise<Omit<ScriptedAnswer['expect'], 'told'>> => {
  const messages =
    result === undefined
      ? 'hello there'
      : [
          { role: 'user' as const, content: 'hello there' },
          {
            role: 'assistant' as const,
            content: '',
            toolCalls: [{ id: 'a', name: TOOL, arguments: { query: {} } }],
          },
          { role: 'tool' as const, callId: 'a', name: TOOL, content: result },
        ]
  const chunks: ModelChunk[] = []
  let error: string | null = null
  try {
    for await (const chunk of model.chat(requestOf(messages, tools ? { tools: NOTE_TOOLS } : {})))
      chunks.push(chunk)
  } catch (thrown) {
    error = thrown instanceof SatchelError ? thrown.code : String(thrown)
  }
  return { ...sumOf(chunks), error }
}

const sumOf = (chunks: readonly ModelChunk[]) => {
  const sum = {
    text: '',
    thinking: '',
    calls: [] as unknown[],
    endedBy: null as string | null,
    truncated: false,
    tokens: null as [number, number] | null,
    leftOut: [] as string[],
  }
  const ids = new Set<string>()
  for (const chunk of chunks) {
    if (chunk.type === 'text') sum.text += chunk.delta
    else if (chunk.type === 'thinking') sum.thinking += chunk.delta
    else if (chunk.type === 'left_out') sum.leftOut.push(chunk.kind)
    else if (chunk.type === 'was_thinking') {
      sum.thinking += sum.text
      sum.text = ''
    } else if (chunk.type === 'tool_call') {
      const { id, ...call } = chunk.call
      if (id === '' || ids.has(id)) throw new Error('a call has an id of its own')
      ids.add(id)
      sum.calls.push({ ...call, name: call.name.replace(TOOL, '{{TOOL}}') })
    } else if (chunk.type === 'usage') {
      sum.endedBy = chunk.endedBy ?? null
      sum.truncated = chunk.truncated
      if (chunk.reported) sum.tokens = [chunk.promptTokens, chunk.outputTokens]
    }
  }
  return sum
}
