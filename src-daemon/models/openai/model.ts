import type { OpenAI } from 'openai'
import { z } from 'zod'
import type { IdleTimeout } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { createAnswerReader, type SaidCall } from '../answer/reader.ts'
import { IDLE_TIMEOUT } from '../answer/idle-timeout.ts'
import { withResultMedia } from '../answer/result-media.ts'
import { structuredFormat, structuredMessages } from '../answer/structured.ts'
import { wasTruncated } from '../answer/truncation.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelMessage, ModelTool } from '../core/types.ts'
import type { ModelInfo } from '../../contract/models.ts'
import { openOpenAi, type EndpointAccess } from './client.ts'
import { explainOpenAi, problemOf, statusOf, unreadableCallOf } from './errors.ts'

/** An event of the stream, the parts that are used. Servers differ in what they omit. */
const eventSchema = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            /** DeepSeek, vLLM, LM Studio; OpenRouter and Groq say `reasoning`. */
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().optional(),
                  id: z.string().nullish(),
                  function: z.object({ name: z.string().nullish(), arguments: z.unknown() }).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: z.object({ prompt_tokens: z.int().default(0), completion_tokens: z.int().default(0) }).nullish(),
})
type StreamEvent = z.infer<typeof eventSchema>

/** What a server does not support; learned from its refusals, once per run of the daemon. */
export interface Quirks {
  noTools: boolean
  noUsage: boolean
  noFormat: boolean
}

export interface OpenAiModelDeps extends EndpointAccess {
  readonly info: ModelInfo
  /** The wire name. */
  readonly model: string
  readonly quirks: Quirks
  readonly idleTimeout?: IdleTimeout | undefined
}

/**
 * One model of an OpenAI-compatible endpoint. Errors of `chat`: `model_not_found`, `model_refused`, `model_server_failed`,
 * `model_failed`, `model_interrupted`, `model_silent`, `model_key_refused`, `model_rate_limited`, `model_busy`,
 * `model_quota_used`, `model_context_exceeded`, and those of the network guard and of the key store.
 */
export const createOpenAiModel = (deps: OpenAiModelDeps): LanguageModel => {
  const { info, model, endpoint, quirks, idleTimeout = IDLE_TIMEOUT } = deps
  const requested = { id: info.id, model: info.name, server: endpoint.name }

  async function* chat(request: ChatRequest): AsyncGenerator<ModelChunk> {
    if (request.signal.aborted) return
    try {
      yield* answer(request)
    } catch (thrown) {
      if (aborted(request.signal)) return
      throw explainOpenAi(thrown, requested)
    }
  }

  async function* answer(request: ChatRequest): AsyncGenerator<ModelChunk> {
    try {
      yield* streamed(request)
    } catch (thrown) {
      const written = unreadableCallOf(thrown)
      if (written === null || aborted(request.signal)) throw thrown
      yield* createAnswerReader(request, false).push({ calls: [{ name: '', arguments: written }] })
    }
  }

  async function* streamed(request: ChatRequest): AsyncGenerator<ModelChunk> {
    const { stream, structured } = await open(request)
    const reader = createAnswerReader(request, structured)
    const fragments = createFragments()
    let usage: StreamEvent['usage'] = null
    let ended: string | null = null
    try {
      for await (const raw of stream) {
        if (aborted(request.signal)) return
        const event = eventSchema.parse(raw)
        usage = event.usage ?? usage
        const [choice] = event.choices
        ended = choice?.finish_reason ?? ended
        const { delta } = choice ?? {}
        yield* reader.push({
          text: delta?.content ?? delta?.refusal,
          thinking: delta?.reasoning_content ?? delta?.reasoning,
        })
        for (const fragment of delta?.tool_calls ?? []) fragments.add(fragment)
      }
    } finally {
      // If the consumer stops reading, the server must not go on generating.
      stream.controller.abort()
    }
    if (aborted(request.signal)) return
    // A stream without an end event was cut, even if the connection closed normally.
    if (ended === null) throw interrupted()
    yield* reader.push({ calls: fragments.calls() })
    yield* reader.finish()
    yield usageOf(request, usage, ended)
  }

  /**
   * Sends the request, and again without what the server says it does not support: nothing was generated yet.
   */
  const open = async (request: ChatRequest) => {
    const client = await openOpenAi(deps, { idleTimeout })
    for (;;) {
      const structured = request.tools.length > 0 && (!info.tools || quirks.noTools)
      try {
        const stream = await client.chat.completions.create(bodyOf(request, structured), {
          signal: request.signal,
        })
        return { stream, structured }
      } catch (thrown) {
        if (!learnFrom(thrown, structured)) throw thrown
      }
    }
  }

  const bodyOf = (
    { messages, tools }: ChatRequest,
    structured: boolean,
  ): OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming => ({
    model,
    stream: true,
    messages: toOpenAiMessages(structured ? structuredMessages(messages, tools) : messages),
    ...(quirks.noUsage ? {} : { stream_options: { include_usage: true } }),
    ...(!structured && tools.length > 0 ? { tools: toOpenAiTools(tools) } : {}),
    ...(structured && !quirks.noFormat
      ? {
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'call_or_answer', strict: false, schema: structuredFormat(tools) },
          },
        }
      : {}),
  })

  /** Whether the refusal names something that can be left out and has not been yet. */
  const learnFrom = (thrown: unknown, structured: boolean): boolean => {
    const status = statusOf(thrown)
    if (status !== 400 && status !== 422 && status !== 501) return false
    const problem = problemOf(thrown)
    if (/stream_options|include_usage/i.test(problem) && !quirks.noUsage) return (quirks.noUsage = true)
    if (structured && /response_format|json_schema/i.test(problem) && !quirks.noFormat)
      return (quirks.noFormat = true)
    if (
      !structured &&
      endpoint.tools === 'auto' &&
      /\btools?\b|tool[_-]choice|function calling/i.test(problem)
    )
      return quirks.noTools ? false : (quirks.noTools = true)
    return false
  }

  const usageOf = (request: ChatRequest, usage: StreamEvent['usage'], ended: string): ModelChunk => ({
    type: 'usage',
    reported: usage !== null && usage !== undefined,
    promptTokens: usage?.prompt_tokens ?? 0,
    outputTokens: usage?.completion_tokens ?? 0,
    truncated: wasTruncated(request, {
      promptTokens: usage?.prompt_tokens ?? 0,
      contextWindow: info.contextWindow,
      endedByLength: ended === 'length',
    }),
  })

  const interrupted = (): SatchelError =>
    new SatchelError('model_interrupted', {
      params: { model: info.name },
      details: { model: info.id, name: info.name, server: endpoint.name },
    })

  return { info, chat }
}

/** A function, so that TypeScript does not narrow it: the signal changes during an await. */
const aborted = (signal: AbortSignal): boolean => signal.aborted

/** One fragment of a call in a stream. */
interface CallFragment {
  readonly index?: number | undefined
  readonly id?: string | null | undefined
  readonly function?:
    { readonly name?: string | null | undefined; readonly arguments?: unknown } | null | undefined
}

/** Assembles calls from fragments, even from servers that omit the index or give every call the same one. */
const createFragments = () => {
  const calls: { index: number; id: string; name: string; arguments: string }[] = []

  const add = ({ index, id, function: part }: CallFragment): void => {
    const last = calls.at(-1)
    const named = part?.name ?? ''
    const found = index === undefined ? last : calls.findLast((call) => call.index === index)
    // Another id under the same index is another call.
    const isNew =
      found === undefined || (typeof id === 'string' && id !== '' && found.id !== '' && id !== found.id)
    const call = isNew ? { index: index ?? calls.length, id: '', name: '', arguments: '' } : found
    if (isNew) calls.push(call)
    if (typeof id === 'string' && call.id === '') call.id = id
    // A name comes whole; some servers repeat it in every fragment.
    if (call.name === '') call.name = named
    const text = part?.arguments
    if (typeof text === 'string') call.arguments += text
    else if (typeof text === 'object' && text !== null) call.arguments += JSON.stringify(text)
  }

  return {
    add,
    /** The calls so far; complete once the stream has ended. */
    calls: (): readonly SaidCall[] =>
      calls
        .filter((call) => call.name !== '' || call.arguments.trim() !== '')
        .map(({ id, name, arguments: args }) => ({ id, name, arguments: args })),
  }
}

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam

/** A conversation in the form of `/chat/completions`. */
const toOpenAiMessages = (messages: readonly ModelMessage[]): Message[] =>
  withResultMedia(messages).map(toMessage)

const toMessage = (message: ModelMessage): Message => {
  const { role, content } = message
  switch (role) {
    case 'system':
      return { role, content }
    case 'tool':
      return { role, content, tool_call_id: message.callId }
    case 'user':
      return { role, content: withMedia(message) }
    case 'assistant':
      if (message.toolCalls.length === 0) return { role, content }
      return {
        role,
        content: content === '' ? null : content,
        tool_calls: message.toolCalls.map(({ id, name, arguments: args }) => ({
          id,
          type: 'function',
          function: { name, arguments: JSON.stringify(args) },
        })),
      }
  }
}

const withMedia = (
  message: Extract<ModelMessage, { role: 'user' }>,
): OpenAI.Chat.Completions.ChatCompletionUserMessageParam['content'] => {
  const { content, images = [], sounds = [] } = message
  if (images.length + sounds.length === 0) return content
  return [
    { type: 'text', text: content },
    ...images.map(({ mediaType, base64 }) => ({
      type: 'image_url' as const,
      image_url: { url: `data:${mediaType};base64,${base64}` },
    })),
    ...sounds.map(({ mediaType, base64 }) => ({
      type: 'input_audio' as const,
      input_audio: { data: base64, format: mediaType === 'audio/wav' ? ('wav' as const) : ('mp3' as const) },
    })),
  ]
}

const toOpenAiTools = (tools: readonly ModelTool[]): OpenAI.Chat.Completions.ChatCompletionFunctionTool[] =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))
