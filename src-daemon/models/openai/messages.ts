import type { OpenAI } from 'openai'
import type { ModelMessage, ModelTool } from '../types.ts'

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam

/** A conversation as `/chat/completions` takes it. */
export const toOpenAiMessages = (messages: readonly ModelMessage[]): Message[] => messages.map(toMessage)

const toMessage = (message: ModelMessage): Message => {
  const { role, content } = message
  switch (role) {
    case 'system':
      return { role, content }
    case 'tool':
      return { role, content, tool_call_id: message.callId }
    case 'user':
      return { role, content: withImages(message) }
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

const withImages = (
  message: Extract<ModelMessage, { role: 'user' }>,
): OpenAI.Chat.Completions.ChatCompletionUserMessageParam['content'] => {
  const { content, images = [] } = message
  if (images.length === 0) return content
  return [
    { type: 'text', text: content },
    ...images.map(({ mediaType, base64 }) => ({
      type: 'image_url' as const,
      image_url: { url: `data:${mediaType};base64,${base64}` },
    })),
  ]
}

export const toOpenAiTools = (
  tools: readonly ModelTool[],
): OpenAI.Chat.Completions.ChatCompletionFunctionTool[] =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))
