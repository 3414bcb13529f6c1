import type { Message, Tool } from 'ollama'
import type { ModelMessage, ModelTool } from '../types.ts'

/** A conversation as `/api/chat` takes it. */
export const toOllamaMessages = (messages: readonly ModelMessage[]): Message[] =>
  messages.map(toOllamaMessage)

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

export const toOllamaTools = (tools: readonly ModelTool[]): Tool[] =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))
