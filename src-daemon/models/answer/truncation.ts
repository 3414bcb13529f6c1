import { isAscii } from 'node:buffer'
import type { ChatRequest } from '../core/types.ts'

/**
 * Whether the prompt was truncated, judged by the number of tokens the server says it read. Token counts
 * differ by model, so the number must be impossibly low for the text, or low when the text does not fit the
 * window anyway.
 *
 * @param answer `promptTokens` 0 = the server does not count; `contextWindow` null = unknown
 */
export const wasTruncated = (
  request: Pick<ChatRequest, 'messages' | 'tools'>,
  answer: { promptTokens: number; contextWindow: number | null; endedByLength: boolean },
): boolean => {
  if (answer.endedByLength) return true
  const { promptTokens } = answer
  if (promptTokens === 0) return false
  const window = answer.contextWindow ?? Infinity
  const { least, usual } = estimateTokens(JSON.stringify([request.messages.map(withoutMedia), request.tools]))
  return promptTokens >= window || promptTokens < least || (usual > window && promptTokens < usual * 0.9)
}

/** Images and sounds cost tokens too, but not in proportion to their bytes. */
const withoutMedia = (message: ChatRequest['messages'][number]): unknown =>
  message.role === 'user' || message.role === 'tool' ? { ...message, images: [], sounds: [] } : message

/**
 * The least and the usual number of tokens of a text: 7 and 4 ASCII characters per token; other scripts take
 * more.
 */
const estimateTokens = (text: string): { least: number; usual: number } => {
  const ascii = isAscii(Buffer.from(text)) ? text.length : text.replace(/[^\p{ASCII}]/gu, '').length
  const other = text.length - ascii
  return { least: Math.floor(ascii / 7 + other / 4), usual: Math.ceil(ascii / 4 + other / 1.5) }
}
