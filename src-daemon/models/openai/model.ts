import type { OpenAI } from 'openai'
import { createCallFragments } from '../answer/call-fragments.ts'
import { endingOf } from '../answer/ending.ts'
import { createLeftOut } from '../answer/left-out.ts'
import { createAnswerReader } from '../answer/reader.ts'
import { IDLE_TIMEOUT } from '../answer/idle-timeout.ts'
import { withResultMedia } from '../answer/result-media.ts'
import { structuredFormat, structuredMessages } from '../answer/structured.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelMessage, ModelTool } from '../core/types.ts'
import { readJsonEvents } from '../stream/json-events.ts'
import { readAnswerEvent } from './answer-event.ts'
import { openOpenAi } from './client.ts'
import { AnswerFailure, failureIn } from '../stream/failures.ts'
import { countsOf, type Usage } from './usage.ts'
import { endpointModel, interrupted, isStopped, type EndpointModelDeps } from '../endpoint/endpoint-model.ts'
import { problemOf, statusOf, unreadableCallOf } from '../endpoint/errors.ts'
import { usageChunk } from '../endpoint/usage-chunk.ts'

/** What a server does not support; learned from its refusals, once per run of the daemon. */
export interface Quirks {
  noTools: boolean
  noUsage: boolean
  noFormat: boolean
}

export interface OpenAiModelDeps extends EndpointModelDeps {
  /** The wire name. */
  readonly model: string
  readonly quirks: Quirks
}

/** One model of an OpenAI-compatible endpoint. */
export const createOpenAiModel = (deps: OpenAiModelDeps): LanguageModel => {
  const { info, model, endpoint, quirks, idleTimeout = IDLE_TIMEOUT } = deps

  async function* answer(request: ChatRequest): AsyncGenerator<ModelChunk> {
    try {
      yield* streamed(request)
    } catch (thrown) {
      const written = unreadableCallOf(thrown)
      if (written === null || isStopped(request)) throw thrown
      yield* createAnswerReader(request, false).push({ calls: [{ name: '', arguments: written }] })
    }
  }

  async function* streamed(request: ChatRequest): AsyncGenerator<ModelChunk> {
    const { body, structured } = await open(request)
    const reader = createAnswerReader(request, structured)
    const fragments = createCallFragments(request.tools)
    const leftOut = createLeftOut(deps.log, info.id)
    let usage: Usage | null = null
    let ended: string | null = null
    let hasBegun = false
    let chosen: number | null = null
    try {
      // Ending this loop in any way ends the request: the server must not go on generating.
      for await (const said of readJsonEvents(body, leftOut.noJson)) {
        if (isStopped(request)) return
        if (said.type === 'done') {
          ended ??= ''
          break
        }
        const event = readAnswerEvent(said.value, chosen)
        chosen ??= event.choice
        leftOut.add(event)
        usage = event.usage ?? usage
        ended = event.ended ?? ended ?? (event.isWhole && !hasBegun ? '' : null)
        // Some servers repeat the whole message at the end.
        if (!event.isWhole || !hasBegun) {
          yield* reader.push(event)
          for (const fragment of event.fragments) fragments.add(fragment)
        }
        hasBegun ||= event.text !== '' || event.thinking !== '' || event.fragments.length > 0
        const failure = failureIn(said.value, said.event)
        if (failure !== null) throw new AnswerFailure(failure)
      }
    } finally {
      leftOut.tell()
    }
    if (isStopped(request)) return
    // A stream without an end event was cut, even if the connection closed normally.
    if (ended === null || endingOf(ended) === 'broken') throw interrupted(deps)
    yield* reader.push({ calls: fragments.calls() })
    yield* reader.finish()
    yield usageChunk(request, countsOf(usage), { ended, contextWindow: info.contextWindow })
  }

  /**
   * Sends the request, and again without what the server says it does not support: nothing was generated yet.
   */
  const open = async (request: ChatRequest) => {
    const client = await openOpenAi(deps, { idleTimeout })
    for (;;) {
      const structured = request.tools.length > 0 && (!info.tools || quirks.noTools)
      try {
        const { body } = await client.chat.completions
          .create(bodyOf(request, structured), { signal: request.signal })
          .asResponse()
        if (body === null) throw interrupted(deps)
        return { body, structured }
      } catch (thrown) {
        if (!learnFrom(thrown, structured, request)) throw thrown
      }
    }
  }

  const bodyOf = (
    { messages, tools, format }: ChatRequest,
    structured: boolean,
  ): OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming => ({
    model,
    stream: true,
    messages: toOpenAiMessages(structured ? structuredMessages(messages, tools) : messages),
    ...(quirks.noUsage ? {} : { stream_options: { include_usage: true } }),
    ...(!structured && tools.length > 0 ? { tools: toOpenAiTools(tools) } : {}),
    ...heldTo(structured ? structuredFormat(tools) : format),
  })

  const heldTo = (schema: ChatRequest['format']) =>
    schema === undefined || quirks.noFormat
      ? {}
      : {
          response_format: {
            type: 'json_schema' as const,
            json_schema: { name: 'answer', strict: false, schema: { ...schema } },
          },
        }

  /** Whether the refusal names something that can be left out and has not been yet. */
  const learnFrom = (thrown: unknown, structured: boolean, { format }: ChatRequest): boolean => {
    const status = statusOf(thrown)
    if (status !== 400 && status !== 422 && status !== 501) return false
    const problem = problemOf(thrown)
    if (/stream_options|include_usage/i.test(problem) && !quirks.noUsage) return (quirks.noUsage = true)
    if (
      (structured || format !== undefined) &&
      /response_format|json_schema/i.test(problem) &&
      !quirks.noFormat
    )
      return (quirks.noFormat = true)
    if (
      !structured &&
      endpoint.tools === 'auto' &&
      /\btools?\b|tool[_-]choice|function calling/i.test(problem)
    )
      return quirks.noTools ? false : (quirks.noTools = true)
    return false
  }

  return endpointModel(deps, answer)
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
