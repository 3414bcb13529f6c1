import type { Anthropic } from '@anthropic-ai/sdk'
import { withResultMedia } from '../answer/result-media.ts'
import type { ModelMessage, ModelTool } from '../core/types.ts'

type Block = Anthropic.Messages.ContentBlockParam
type Message = Anthropic.Messages.MessageParam

/** A conversation in the form of `/v1/messages`: system prompts apart, and neighbours of one role as one message. */
export const toAnthropicMessages = (
  messages: readonly ModelMessage[],
): { system: string; messages: Message[] } => {
  const said: { role: 'user' | 'assistant'; content: Block[] }[] = []
  for (const message of withResultMedia(messages)) {
    if (message.role === 'system') continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const blocks = blocksOf(message)
    const last = said.at(-1)
    if (blocks.length === 0) continue
    if (last?.role === role) last.content.push(...blocks)
    else said.push({ role, content: blocks })
  }
  const system = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n')
  return { system, messages: said }
}

const blocksOf = (message: Exclude<ModelMessage, { role: 'system' }>): Block[] => {
  // An empty text is refused.
  const words: Block[] = message.content.trim() === '' ? [] : [{ type: 'text', text: message.content }]
  switch (message.role) {
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: message.callId, content: message.content }]
    case 'assistant':
      return [
        ...words,
        ...message.toolCalls.map(({ id, name, arguments: input }): Block => ({
          type: 'tool_use',
          id,
          name,
          input,
        })),
      ]
    case 'user':
      return [
        ...(message.images ?? []).flatMap(({ mediaType, base64 }): Block[] =>
          isImage(mediaType)
            ? [{ type: 'image', source: { type: 'base64', media_type: mediaType, data: base64 } }]
            : [],
        ),
        ...words,
      ]
  }
}

const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
const isImage = (type: string): type is (typeof IMAGES)[number] => IMAGES.some((one) => one === type)

export const toAnthropicTools = (tools: readonly ModelTool[]): Anthropic.Messages.Tool[] =>
  tools.map(({ name, description, parameters }) => ({
    name,
    description,
    input_schema: { ...parameters, type: 'object' },
  }))
