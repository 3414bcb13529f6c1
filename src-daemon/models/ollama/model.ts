import { z } from 'zod'
import type { NetworkGuard } from '../../bindings/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { contextWindowFor } from '../context-window.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelInfo, ModelToolCall } from '../types.ts'
import { openOllama } from './client.ts'
import { toOllamaMessages, toOllamaTools, wasTruncated } from './messages.ts'
import { badCall, createStructuredReader, structuredFormat, structuredMessages } from './structured.ts'

/** A line of `/api/chat`, as far as it is used. `thinking` is left aside: it is neither an answer nor meant for the user. */
const lineSchema = z.object({
  message: z.object({
    content: z.string().nullish(),
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

/**
 * One model of an Ollama server. Errors of `chat`: `model_not_found`, `model_refused`, `model_failed`, `model_interrupted`,
 * `model_bad_tool_call`, and those of the network guard.
 */
export const createOllamaModel = (deps: {
  guard: NetworkGuard
  url: string
  info: ModelInfo
  /** Tokens of context to ask for, unless a request needs more. */
  contextWindow: number
}): LanguageModel => {
  const { guard, url, info } = deps
  const windowOf = ({ minContextWindow: needed }: ChatRequest): number =>
    contextWindowFor({ own: info.contextWindow, wanted: deps.contextWindow, needed })

  async function* chat(request: ChatRequest): AsyncGenerator<ModelChunk> {
    if (request.signal.aborted) return
    try {
      yield* answer(request)
    } catch (thrown) {
      if (aborted(request.signal)) return
      throw explain(thrown)
    }
  }

  async function* answer(request: ChatRequest): AsyncGenerator<ModelChunk> {
    const structured = !info.tools && request.tools.length > 0 ? createStructuredReader(newId) : null
    for await (const line of lines(request, structured !== null)) {
      if (aborted(request.signal)) return
      const content = line.message.content ?? ''
      const delta = structured === null ? content : structured.push(content)
      if (delta !== '') yield { type: 'text', delta }
      for (const { id, function: called } of line.message.tool_calls ?? []) {
        yield { type: 'tool_call', call: toCall(id, called.name, called.arguments) }
      }
      if (!line.done) continue
      if (structured !== null) yield* structured.finish()
      yield usage(request, line)
    }
  }

  async function* lines(request: ChatRequest, structured: boolean): AsyncGenerator<Line> {
    const { messages, tools, signal } = request
    const client = await openOllama({ guard, url, signal })
    const stream = await client.chat({
      model: info.name,
      stream: true,
      options: { num_ctx: windowOf(request) },
      ...(structured
        ? { messages: structuredMessages(messages, tools), format: structuredFormat(tools) }
        : {
            messages: toOllamaMessages(messages),
            ...(tools.length > 0 ? { tools: toOllamaTools(tools) } : {}),
          }),
    })
    try {
      for await (const line of stream) yield lineSchema.parse(line)
    } finally {
      // A consumer that stops reading must not leave the server generating.
      stream.abort()
    }
  }

  const usage = (request: ChatRequest, line: Line): ModelChunk => ({
    type: 'usage',
    reported: line.prompt_eval_count !== undefined || line.eval_count !== undefined,
    promptTokens: line.prompt_eval_count ?? 0,
    outputTokens: line.eval_count ?? 0,
    truncated: wasTruncated(request, {
      promptTokens: line.prompt_eval_count ?? 0,
      contextWindow: windowOf(request),
      doneReason: line.done_reason ?? '',
    }),
  })

  const explain = (thrown: unknown): unknown => {
    if (thrown instanceof SatchelError) {
      return thrown.code === 'network_interrupted' ? interrupted(thrown) : thrown
    }
    if (!(thrown instanceof Error)) return thrown
    const model = info.name
    const status =
      'status_code' in thrown && typeof thrown.status_code === 'number' ? thrown.status_code : null
    if (status === 404)
      return new SatchelError('model_not_found', { params: { model }, details: { model }, cause: thrown })
    if (status !== null) {
      return new SatchelError('model_refused', {
        params: { model, status, problem: thrown.message },
        details: { model, status, problem: thrown.message },
        cause: thrown,
      })
    }
    if (thrown.message.startsWith('Did not receive done')) return interrupted(thrown)
    return new SatchelError('model_failed', {
      params: { model, problem: thrown.message },
      details: { model, problem: thrown.message },
      cause: thrown,
    })
  }

  const interrupted = (cause: unknown): SatchelError =>
    new SatchelError('model_interrupted', {
      params: { model: info.name },
      details: { model: info.name },
      cause,
    })

  return { info, chat }
}

/** Read anew each time: the signal changes while the stream is awaited. */
const aborted = (signal: AbortSignal): boolean => signal.aborted

/** Some templates leave arguments as text, and older servers give calls no id. Errors: `model_bad_tool_call`. */
const toCall = (id: string | undefined, name: string, args: unknown): ModelToolCall => {
  let value = args
  if (typeof args === 'string') {
    try {
      value = JSON.parse(args)
    } catch {
      throw badCall(name, args)
    }
  }
  const parsed = z.record(z.string(), z.unknown()).safeParse(value ?? {})
  if (!parsed.success) throw badCall(name, JSON.stringify(args))
  return { id: id ?? newId(), name, arguments: parsed.data }
}
