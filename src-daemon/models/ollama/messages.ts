import type { Message, Tool } from 'ollama'
import type { ChatRequest, ModelMessage, ModelTool } from '../types.ts'

/** A conversation as `/api/chat` takes it, for models that know tools. */
export const toOllamaMessages = (messages: readonly ModelMessage[]): Message[] =>
  messages.map((message) => {
    if (message.role === 'tool') return { role: 'tool', content: message.content, tool_name: message.name }
    if (message.role !== 'assistant' || message.toolCalls.length === 0) {
      return { role: message.role, content: message.content }
    }
    return {
      role: 'assistant',
      content: message.content,
      tool_calls: message.toolCalls.map((call) => ({
        function: { name: call.name, arguments: { ...call.arguments } },
      })),
    }
  })

export const toOllamaTools = (tools: readonly ModelTool[]): Tool[] =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))

/**
 * Whether something was cut, judged from what the server says it read. Token counts differ by model, so the server's count
 * must be impossibly low for the text, or low where the text does not fit the window anyway.
 */
export const wasTruncated = (
  request: Pick<ChatRequest, 'messages' | 'tools'>,
  answer: { promptTokens: number; contextWindow: number; doneReason: string },
): boolean => {
  const { least, usual } = estimateTokens(JSON.stringify([request.messages, request.tools]))
  return (
    answer.doneReason === 'length' ||
    answer.promptTokens >= answer.contextWindow ||
    (answer.promptTokens > 0 && answer.promptTokens < least) ||
    (usual > answer.contextWindow && answer.promptTokens < usual * 0.9)
  )
}

/** Tokens a text makes at least, and usually: 7 and 4 ASCII characters a token; other scripts take more. */
const estimateTokens = (text: string): { least: number; usual: number } => {
  const ascii = text.replace(/[^\p{ASCII}]/gu, '').length
  const other = text.length - ascii
  return { least: Math.floor(ascii / 7 + other / 4), usual: Math.ceil(ascii / 4 + other / 1.5) }
}
