import type { Message, Tool } from 'ollama'
import type { NetworkGuard, IdleTimeout } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { endingOf } from '../answer/ending.ts'
import { createLeftOut, type LeftOutLog } from '../answer/left-out.ts'
import { createAnswerReader } from '../answer/reader.ts'
import { IDLE_TIMEOUT } from '../answer/idle-timeout.ts'
import { withResultMedia } from '../answer/result-media.ts'
import { structuredFormat, structuredMessages } from '../answer/structured.ts'
import { wasTruncated } from '../answer/truncation.ts'
import { tokenCount } from '../answer/token-count.ts'
import { ASSUMED_WINDOW, windowOf } from '../core/context-window.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelMessage, ModelTool } from '../core/types.ts'
import type { ModelInfo } from '../../contract/models.ts'

import { AnswerFailure, failureIn } from '../stream/failures.ts'
import { readJsonEvents } from '../stream/json-events.ts'
import { readAnswerLine, type AnswerLine } from './answer-line.ts'
import { openOllamaChat } from './client.ts'
import { explainOllama, lacksMemory, unreadableCallOf } from './errors.ts'

/** What the machine of a server turned out to hold, once per run of the daemon; null while nothing was refused. */
export interface FittingWindow {
  tokens: number | null
}

export interface OllamaModelDeps {
  readonly guard: NetworkGuard
  readonly url: string
  readonly info: ModelInfo
  /** Tokens to request at most, unless a request needs more; null = the model's own window. */
  readonly contextWindow: number | null
  readonly fitting?: FittingWindow
  /**
   * Minutes the server keeps the model in memory after an answer; -1 = for good, null = the server's default.
   */
  readonly keepAliveMinutes: number | null
  /** Whether a model that supports thinking should think. */
  readonly think: boolean
  readonly log: LeftOutLog
  readonly idleTimeout?: IdleTimeout | undefined
}

/**
 * One model of an Ollama server. Errors of `chat`: `model_not_found`, `model_refused`, `model_failed`, `model_server_failed`,
 * `model_out_of_memory`, `model_interrupted`, `model_silent`, and those of the network guard.
 */
export const createOllamaModel = (deps: OllamaModelDeps): LanguageModel => {
  const { guard, url, info, keepAliveMinutes, fitting = { tokens: null }, idleTimeout = IDLE_TIMEOUT } = deps
  const windowFor = ({ minContextWindow: needed }: ChatRequest): number =>
    Math.min(
      windowOf({ own: info.contextWindow, limit: deps.contextWindow, needed }),
      fitting.tokens ?? Infinity,
    )

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
    const leftOut = createLeftOut(deps.log, info.id)
    try {
      // Ending this loop in any way ends the request: the server must not go on generating.
      for await (const said of readJsonEvents(await open(request, structured), leftOut.noJson)) {
        if (aborted(request.signal)) return
        if (said.type === 'done') continue
        const failure = failureIn(said.value, said.event)
        if (failure !== null) throw new AnswerFailure(failure)
        const line = readAnswerLine(said.value)
        leftOut.add(line)
        yield* reader.push(line)
        if (line.ended === null) continue
        if (endingOf(line.ended) === 'broken') throw interrupted()
        yield* reader.finish()
        yield usage(request, line)
        return
      }
      if (!aborted(request.signal)) throw interrupted()
    } catch (thrown) {
      const written = unreadableCallOf(thrown)
      if (written === null) throw thrown
      yield* reader.push({ calls: [{ name: '', arguments: written }] })
      yield* reader.finish()
    } finally {
      leftOut.tell()
    }
  }

  /** Halves the window as long as the server says that its machine lacks the memory: nothing was generated yet. */
  const open = async (request: ChatRequest, structured: boolean): Promise<ReadableStream<Uint8Array>> => {
    for (;;) {
      try {
        return await send(request, structured)
      } catch (thrown) {
        const window = windowFor(request)
        if (!lacksMemory(thrown) || window <= ASSUMED_WINDOW) throw thrown
        fitting.tokens = Math.max(ASSUMED_WINDOW, Math.floor(window / 2))
      }
    }
  }

  const send = (request: ChatRequest, structured: boolean): Promise<ReadableStream<Uint8Array>> => {
    const { messages, tools, signal } = request
    const format = structured ? structuredFormat(tools) : request.format
    return openOllamaChat(
      { guard, url, signal, idleTimeout },
      {
        model: info.name,
        stream: true,
        options: { num_ctx: windowFor(request) },
        ...(keepAliveMinutes === null ? {} : { keep_alive: keepAliveMinutes * 60 }),
        ...(info.thinking ? { think: deps.think } : {}),
        messages: toOllamaMessages(structured ? structuredMessages(messages, tools) : messages),
        ...(format === undefined ? {} : { format: { ...format } }),
        ...(!structured && tools.length > 0 ? { tools: toOllamaTools(tools) } : {}),
      },
    )
  }

  const usage = (request: ChatRequest, { prompt, output, ended }: AnswerLine): ModelChunk => {
    const ending = endingOf(ended ?? '')
    return {
      type: 'usage',
      // Some versions do not count a fully cached prompt, but all count the answer.
      reported: output !== null,
      promptTokens: tokenCount(prompt) ?? 0,
      outputTokens: tokenCount(output) ?? 0,
      truncated: wasTruncated(request, {
        promptTokens: prompt ?? 0,
        contextWindow: windowFor(request),
        leavesOutCached: true,
      }),
      ...(ending === 'length' || ending === 'filter' ? { endedBy: ending } : {}),
    }
  }

  const interrupted = (): SatchelError =>
    new SatchelError('model_interrupted', {
      params: { model: info.name },
      details: { model: info.id, name: info.name },
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
  if (message.role === 'user') {
    // Ollama takes sounds among the pictures, and tells them by their first bytes.
    const media = [...(message.images ?? []), ...(message.sounds ?? [])]
    return { role, content, ...(media.length > 0 && { images: media.map(({ base64 }) => base64) }) }
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
