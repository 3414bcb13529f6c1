import { z } from 'zod'
import {
  argumentsOf,
  startScriptedModels,
  type ScriptedModels,
  type ScriptedModelsOptions,
  type ScriptedProtocol,
} from './scripted-models.ts'

const blockSchema = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  content: z.unknown().optional(),
})
const bodySchema = z.object({
  model: z.string(),
  system: z.array(z.object({ text: z.string() })).optional(),
  messages: z.array(z.object({ role: z.string(), content: z.array(blockSchema) })),
  tools: z.array(z.looseObject({ name: z.string(), input_schema: z.unknown().optional() })).optional(),
  tool_choice: z.object({ type: z.string() }).optional(),
})

/** Starts a server that speaks Anthropic's protocol. */
export const startAnthropicServer = (
  options: ScriptedModelsOptions & { readonly models?: readonly Readonly<Record<string, unknown>>[] } = {},
): Promise<ScriptedModels> => {
  const data = options.models ?? [{ type: 'model', id: 'claude-test', max_input_tokens: 100_000 }]
  const protocol: ScriptedProtocol = {
    keyOf: ({ authorization }) => String(authorization).replace(/^Bearer /, ''),
    refusal: (status, message) => ({ type: 'error', error: { type: `error_${String(status)}`, message } }),
    other: (what) => (what === 'GET /v1/models' ? { data, has_more: false } : undefined),
    asked: ({ what, body }) => {
      if (what !== 'POST /v1/messages') return null
      const { model, messages, tools, tool_choice: choice } = bodySchema.parse(body)
      const held = choice?.type === 'tool'
      return {
        model,
        stream: true,
        messages: messages.flatMap(({ role, content }) =>
          content.map(({ type, text, content: result }) =>
            type === 'tool_result'
              ? { role: 'tool', content: String(result) }
              : { role, content: text ?? '' },
          ),
        ),
        tools: held
          ? null
          : tools?.map(({ name, input_schema: parameters }) => ({ function: { name, parameters } })),
        format: held ? (tools?.[0]?.input_schema as Record<string, unknown>) : null,
      }
    },
    events: () => {
      let index = -1
      let isHeld = false
      const event = (type: string, more: object) =>
        `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
      const block = (content: object, deltas: readonly object[]) => {
        index += 1
        return [
          event('content_block_start', { index, content_block: content }),
          ...deltas.map((delta) => event('content_block_delta', { index, delta })),
          event('content_block_stop', { index }),
        ]
      }
      return {
        begin: [
          event('message_start', {
            message: {
              id: 'm',
              role: 'assistant',
              content: [],
              usage: { input_tokens: 12, cache_read_input_tokens: 3, output_tokens: 1 },
            },
          }),
          event('ping', {}),
        ],
        chunk: ({ content, thinking, tool_calls: calls, error }) => [
          ...(error === undefined
            ? []
            : [event('error', { error: { type: 'overloaded_error', message: error } })]),
          ...(thinking === undefined
            ? []
            : block({ type: 'thinking', thinking: '' }, [{ type: 'thinking_delta', thinking }])),
          ...(content === undefined
            ? []
            : block({ type: 'text', text: '' }, [{ type: 'text_delta', text: content }])),
          ...(calls ?? []).flatMap(({ id, function: { name, arguments: args } }) => {
            isHeld = true
            const pieces = argumentsOf(args).match(/[\s\S]{1,7}/gu) ?? []
            return block(
              { type: 'tool_use', id: id ?? `toolu_${String(index)}`, name, input: {} },
              pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
            )
          }),
        ],
        end: ({ done_reason: reason, eval_count: output, chunks }) => [
          event('message_delta', {
            delta: { stop_reason: isHeld ? 'tool_use' : reason === 'stop' ? 'end_turn' : reason },
            usage: { output_tokens: output ?? chunks.length },
          }),
          event('message_stop', {}),
        ],
      }
    },
  }
  return startScriptedModels(protocol, options)
}
