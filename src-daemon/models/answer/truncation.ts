import { isAscii } from 'node:buffer'
import type { ChatRequest } from '../core/types.ts'

/**
 * Whether the prompt was truncated, judged by the number of tokens the server says it read. Token counts
 * differ by model, so the number must be impossibly low for the text, or low when the text does not fit the
 * window anyway.
 *
 * @param answer `promptTokens` 0 = the server does not count; `contextWindow` null = unknown; `leavesOutCached`: what the
 * server may not count text it has cached from this or another conversation, so a low number says nothing if it is far
 * from filling the window
 */
export const wasTruncated = (
  request: Pick<ChatRequest, 'messages' | 'tools'>,
  answer: { promptTokens: number; contextWindow: number | null; leavesOutCached?: boolean },
): boolean => {
  const { promptTokens } = answer
  if (promptTokens === 0) return false
  const window = answer.contextWindow ?? Infinity
  const all = estimateOf(request.messages, request.tools)
  const { least } = answer.leavesOutCached === true ? uncached(request, all.usual > window / 2) : all
  return (
    promptTokens >= window || promptTokens < least || (all.usual > window && promptTokens < all.usual * 0.9)
  )
}

const estimateOf = (messages: ChatRequest['messages'], tools: ChatRequest['tools']) =>
  estimateTokens(JSON.stringify([messages.map(withoutMedia), tools]))

const uncached = ({ messages }: Pick<ChatRequest, 'messages'>, mayBeCut: boolean) =>
  estimateOf(mayBeCut ? newIn(messages) : [], [])

/** What can't be cached: messages and results since the model's last answer. */
const newIn = (messages: ChatRequest['messages']): ChatRequest['messages'] =>
  messages
    .slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
    .filter(({ role }) => role !== 'system')

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
