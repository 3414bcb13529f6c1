import { z } from 'zod'
import type { Message, Tool } from 'ollama'
import type { NetworkGuard, IdleTimeout } from '../../network/index.ts'
import { createAnswerReader } from '../answer/reader.ts'
import { IDLE_TIMEOUT } from '../answer/idle-timeout.ts'
import { withResultMedia } from '../answer/result-media.ts'
import { structuredFormat, structuredMessages } from '../answer/structured.ts'
import { wasTruncated } from '../answer/truncation.ts'
import { contextWindowFor } from '../core/context-window.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelMessage, ModelTool } from '../core/types.ts'
import type { ModelInfo } from '../../contract/models.ts'
import { openOllama } from './client.ts'
import { explainOllama, unreadableCallOf } from './errors.ts'

/** A line of `/api/chat`, the parts that are used. */
const lineSchema = z.object({
  message: z.object({
    content: z.string().nullish(),
    thinking: z.string().nullish(),
    tool_calls: z
      .array(
        z.object({
          id: z.string().optional(),
          function: z.object({ name: z.string(), arguments: z.unknown() }),
        }),
      )
      .nullish(),
  }),
  done: z.boolean(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.int().optional(),
  eval_count: z.int().optional(),
})
type Line = z.infer<typeof lineSchema>

export interface OllamaModelDeps {
  readonly guard: NetworkGuard
  readonly url: string
  readonly info: ModelInfo
  /** Context window to request, in tokens, unless a request needs more. */
  readonly contextWindow: number
  /**
   * Minutes the server keeps the model in memory after an answer; -1 = for good, null = the server's default.
   */
  readonly keepAliveMinutes: number | null
  /** Whether a model that supports thinking should think. */
  readonly think: boolean
  readonly idleTimeout?: IdleTimeout | undefined
}

/**
 * One model of an Ollama server. Errors of `chat`: `model_not_found`, `model_refused`, `model_failed`, `model_interrupted`,
 * `model_silent`, and those of the network guard.
 */
export const createOllamaModel = (deps: OllamaModelDeps): LanguageModel => {
  const { guard, url, info, keepAliveMinutes, idleTimeout = IDLE_TIMEOUT } = deps
  const windowOf = ({ minContextWindow: needed }: ChatRequest): number =>
    contextWindowFor({ own: info.contextWindow, wanted: deps.contextWindow, needed })

  async function* chat(request: ChatRequest): AsyncGenerator<ModelChunk> {
    if (request.signal.aborted) return
    try {
      yield* answer(request)
    } catch (thrown) {
      if (aborted(request.signal)) return
      throw explainOllama(thrown, info)
    }
  }

  async function* answer(request: ChatRequest): AsyncGenerator<ModelChunk> {
    const structured = !info.tools && request.tools.length > 0
    const reader = createAnswerReader(request, structured)
    try {
      for await (const line of lines(request, structured)) {
        if (aborted(request.signal)) return
        const { content, thinking, tool_calls: calls } = line.message
        yield* reader.push({
          text: content,
          thinking,
          calls: calls?.map(({ id, function: called }) => ({ id, ...called })),
        })
        if (!line.done) continue
        yield* reader.finish()
        yield usage(request, line)
      }
    } catch (thrown) {
      const written = unreadableCallOf(thrown)
      if (written === null) throw thrown
      yield* reader.push({ calls: [{ name: '', arguments: written }] })
      yield* reader.finish()
    }
  }

  async function* lines(request: ChatRequest, structured: boolean): AsyncGenerator<Line> {
    const { messages, tools, signal } = request
    const client = await openOllama({ guard, url, signal, idleTimeout })
    const stream = await client.chat({
      model: info.name,
      stream: true,
      options: { num_ctx: windowOf(request) },
      ...(keepAliveMinutes === null ? {} : { keep_alive: keepAliveMinutes * 60 }),
      ...(info.thinking ? { think: deps.think } : {}),
      messages: toOllamaMessages(structured ? structuredMessages(messages, tools) : messages),
      ...(structured ? { format: structuredFormat(tools) } : {}),
      ...(!structured && tools.length > 0 ? { tools: toOllamaTools(tools) } : {}),
    })
    let ended = false
    try {
      for await (const line of stream) yield lineSchema.parse(line)
      ended = true
    } finally {
      // If the consumer stops reading, the server must not go on generating.
      if (!ended) stream.abort()
    }
  }

  const usage = (request: ChatRequest, line: Line): ModelChunk => ({
    type: 'usage',
    // Some versions do not count a fully cached prompt, but all count the answer.
    reported: line.eval_count !== undefined,
    promptTokens: line.prompt_eval_count ?? 0,
    outputTokens: line.eval_count ?? 0,
    truncated: wasTruncated(request, {
      promptTokens: line.prompt_eval_count ?? 0,
      contextWindow: windowOf(request),
      endedByLength: line.done_reason === 'length',
    }),
  })

  return { info, chat }
}

/** A function, so that TypeScript does not narrow it: the signal changes during an await. */
const aborted = (signal: AbortSignal): boolean => signal.aborted

/** A conversation in the form of `/api/chat`. */
const toOllamaMessages = (messages: readonly ModelMessage[]): Message[] =>
  withResultMedia(messages).map(toOllamaMessage)

const toOllamaMessage = (message: ModelMessage): Message => {
  const { role, content } = message
  if (message.role === 'tool') return { role, content, tool_name: message.name }
  if (message.role === 'user' && message.images !== undefined && message.images.length > 0) {
    return { role, content, images: message.images.map(({ base64 }) => base64) }
  }
  if (message.role !== 'assistant' || message.toolCalls.length === 0) return { role, content }
  return {
    role,
    content,
    tool_calls: message.toolCalls.map((call) => ({
      function: { name: call.name, arguments: { ...call.arguments } },
    })),
  }
}

const toOllamaTools = (tools: readonly ModelTool[]): Tool[] =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))
