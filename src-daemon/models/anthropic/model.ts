import type { Anthropic } from '@anthropic-ai/sdk'
import { createCallFragments, fragmentsIn } from '../answer/call-fragments.ts'
import { endingOf } from '../answer/ending.ts'
import { IDLE_TIMEOUT } from '../answer/idle-timeout.ts'
import { createAnswerReader } from '../answer/reader.ts'
import { structuredFormat, structuredMessages } from '../answer/structured.ts'
import { tokenCount } from '../answer/token-count.ts'
import type { ChatRequest, LanguageModel, ModelChunk } from '../core/types.ts'
import { endpointModel, interrupted, isStopped, type EndpointModelDeps } from '../endpoint/endpoint-model.ts'
import { usageChunk } from '../endpoint/usage-chunk.ts'
import { openAnthropic } from './client.ts'
import { toAnthropicMessages, toAnthropicTools } from './messages.ts'

/** Tokens an answer may have; every model since version 3.5 takes them. */
const MAX_TOKENS = 8192
/** The tool through which an answer is held to a schema. */
const HELD = 'answer'

/** One model of Anthropic's API. */
export const createAnthropicModel = (deps: EndpointModelDeps): LanguageModel => {
  const { info, idleTimeout = IDLE_TIMEOUT } = deps

  async function* answer(request: ChatRequest): AsyncGenerator<ModelChunk> {
    const structured = request.tools.length > 0 && !info.tools
    const format = structured ? structuredFormat(request.tools) : request.format
    const reader = createAnswerReader(request, structured)
    const fragments = createCallFragments(request.tools)
    const usage = { input: null as number | null, cached: 0, output: null as number | null }
    let ended: string | null = null
    const client = await openAnthropic(deps, { idleTimeout })
    const stream = await client.messages.create(bodyOf(request, structured, format), {
      signal: request.signal,
    })
    // Ending this loop in any way ends the request: the server must not go on generating.
    for await (const event of stream) {
      if (isStopped(request)) return
      if (event.type === 'message_start') {
        const {
          input_tokens: input,
          cache_read_input_tokens: read,
          cache_creation_input_tokens: made,
        } = event.message.usage
        usage.input = tokenCount(input)
        usage.cached = (tokenCount(read) ?? 0) + (tokenCount(made) ?? 0)
      } else if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') {
        const { id, name } = event.content_block
        if (name !== HELD || format === undefined)
          for (const begun of fragmentsIn({ index: event.index, id, name, arguments: '' }))
            fragments.add(begun)
      } else if (event.type === 'content_block_delta') {
        const { delta } = event
        if (delta.type === 'text_delta') yield* reader.push({ text: delta.text })
        else if (delta.type === 'thinking_delta') yield* reader.push({ thinking: delta.thinking })
        else if (delta.type === 'input_json_delta' && format !== undefined)
          yield* reader.push({ text: delta.partial_json })
        else if (delta.type === 'input_json_delta')
          for (const more of fragmentsIn({ index: event.index, arguments: delta.partial_json }))
            fragments.add(more)
      } else if (event.type === 'message_delta') {
        ended = event.delta.stop_reason ?? ended
        usage.output = tokenCount(event.usage.output_tokens)
      } else if (event.type === 'message_stop') ended ??= ''
    }
    if (isStopped(request)) return
    if (ended === null || endingOf(ended) === 'broken') throw interrupted(deps)
    yield* reader.push({ calls: fragments.calls() })
    yield* reader.finish()
    const prompt = usage.input === null ? null : usage.input + usage.cached
    yield usageChunk(
      request,
      { prompt, output: usage.output, atMost: prompt ?? 0 },
      { ended, contextWindow: info.contextWindow },
    )
  }

  const bodyOf = (
    { messages, tools }: ChatRequest,
    structured: boolean,
    format: ChatRequest['format'],
  ): Anthropic.Messages.MessageCreateParamsStreaming => {
    const said = toAnthropicMessages(structured ? structuredMessages(messages, tools) : messages)
    return {
      model: info.name,
      stream: true,
      max_tokens: MAX_TOKENS,
      messages: said.messages,
      // What stands first in a prompt changes least, so it's worth keeping in the server's cache.
      ...(said.system === ''
        ? {}
        : { system: [{ type: 'text', text: said.system, cache_control: { type: 'ephemeral' } }] }),
      ...(format !== undefined
        ? {
            tools: [{ name: HELD, description: 'The answer.', input_schema: { ...format, type: 'object' } }],
            tool_choice: { type: 'tool', name: HELD },
          }
        : tools.length > 0
          ? { tools: toAnthropicTools(tools) }
          : {}),
    }
  }

  return endpointModel(deps, answer)
}
