import type { GenerateContentConfig, GenerateContentResponse } from '@google/genai/web'
import { newId } from '../../platform/ids.ts'
import { endingOf } from '../answer/ending.ts'
import { IDLE_TIMEOUT } from '../answer/idle-timeout.ts'
import { createAnswerReader, type SaidPiece } from '../answer/reader.ts'
import { structuredFormat, structuredMessages } from '../answer/structured.ts'
import { tokenCount } from '../answer/token-count.ts'
import type { ChatRequest, LanguageModel, ModelChunk } from '../core/types.ts'
import { endpointModel, interrupted, isStopped, type EndpointModelDeps } from '../endpoint/endpoint-model.ts'
import { usageChunk } from '../endpoint/usage-chunk.ts'
import { openGemini } from './client.ts'
import { toGeminiContents } from './contents.ts'

/** One model of Gemini's API. */
export const createGeminiModel = (deps: EndpointModelDeps): LanguageModel => {
  const { info, idleTimeout = IDLE_TIMEOUT } = deps
  /** Of the calls of this turn. */
  const signatures = new Map<string, string>()

  async function* answer(request: ChatRequest): AsyncGenerator<ModelChunk> {
    const structured = request.tools.length > 0 && !info.tools
    const reader = createAnswerReader(request, structured)
    const usage = { prompt: null as number | null, output: null as number | null }
    let ended: string | null = null
    const { messages, tools } = request
    const { system, contents } = toGeminiContents(
      structured ? structuredMessages(messages, tools) : messages,
      {
        model: info.name,
        signatures,
      },
    )
    const client = await openGemini(deps, { idleTimeout })
    const stream = await client.models.generateContentStream({
      model: info.name,
      contents,
      config: {
        ...configOf(request, structured),
        ...(system === '' ? {} : { systemInstruction: system }),
        abortSignal: request.signal,
      },
    })
    // Ending this loop in any way ends the request: the server must not go on generating.
    for await (const event of stream) {
      if (isStopped(request)) return
      yield* reader.push(pieceOf(event))
      const counts = event.usageMetadata
      usage.prompt = tokenCount(counts?.promptTokenCount) ?? usage.prompt
      const said = tokenCount(counts?.candidatesTokenCount)
      if (said !== null) usage.output = said + (tokenCount(counts?.thoughtsTokenCount) ?? 0)
      ended = event.candidates?.[0]?.finishReason ?? event.promptFeedback?.blockReason ?? ended
    }
    if (isStopped(request)) return
    if (ended === null || endingOf(ended) === 'broken') throw interrupted(deps)
    yield* reader.finish()
    yield usageChunk(
      request,
      { ...usage, atMost: usage.prompt ?? 0 },
      { ended, contextWindow: info.contextWindow },
    )
  }

  /** Calls come whole, each in a part of its own, without ids. */
  const pieceOf = ({ candidates }: GenerateContentResponse): SaidPiece => {
    const parts = candidates?.[0]?.content?.parts ?? []
    const words = (thought: boolean) =>
      parts.flatMap((part) => ((part.thought ?? false) === thought ? [part.text ?? ''] : [])).join('')
    return {
      text: words(false),
      thinking: words(true),
      others: parts.flatMap(({ inlineData }) =>
        inlineData === undefined ? [] : [inlineData.mimeType ?? 'data'],
      ),
      calls: parts.flatMap(({ functionCall, thoughtSignature }) => {
        if (functionCall === undefined) return []
        const id = newId()
        if (thoughtSignature !== undefined) signatures.set(id, thoughtSignature)
        return [{ id, name: functionCall.name ?? '', arguments: functionCall.args ?? {} }]
      }),
    }
  }

  const configOf = ({ tools, format }: ChatRequest, structured: boolean): GenerateContentConfig => {
    const schema = structured ? structuredFormat(tools) : format
    if (schema !== undefined) return { responseMimeType: 'application/json', responseJsonSchema: schema }
    if (tools.length === 0) return {}
    const functionDeclarations = tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parametersJsonSchema: parameters,
    }))
    return { tools: [{ functionDeclarations }] }
  }

  return endpointModel(deps, answer)
}
