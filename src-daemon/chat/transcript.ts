import type { ExposedTool } from '../capabilities/index.ts'
import type { ModelMessage } from '../models/types.ts'
import type { Message, ToolPart } from './types.ts'

/** What a tool may put before a model, in characters; earlier turns get less. */
const RESULT_LIMIT = 16_000
const OLD_RESULT_LIMIT = 2_000

/** Share of the context window for what was said before; the rest is for prompt, tools, results and the answer. */
const HISTORY_SHARE = 0.4
const LARGEST_HISTORY = 24_000

/**
 * Earlier messages as a model reads them, the newest that fit its window, oldest first. Tool calls of the same capability are
 * repeated with their results, so that "change it" has an id to point at; those of others are left out.
 */
export const historyOf = (input: {
  messages: readonly Message[]
  tools: readonly ExposedTool[]
  /** Tokens the request is made with. */
  contextWindow: number
}): ModelMessage[] => {
  const budget = Math.min(LARGEST_HISTORY, input.contextWindow * HISTORY_SHARE)
  const kept: ModelMessage[][] = []
  let used = 0
  for (const message of input.messages.toReversed()) {
    const spoken = message.role === 'user' ? userWords(message) : assistantWords(message, input.tools)
    used += spoken.reduce((sum, item) => sum + estimateTokens(JSON.stringify(item)), 0)
    // The newest is what is to be answered: it is never left out.
    if (used > budget && kept.length > 0) break
    kept.push(spoken)
  }
  return kept.reverse().flat()
}

/** A tool's result as a model reads it: JSON, marked as data, cut to a bound and saying so. */
export const toolContent = (
  result: Pick<ToolPart, 'output' | 'error'> & { readonly note?: string },
  limit = RESULT_LIMIT,
): string => {
  const { output, error, note } = result
  const body = {
    ok: error === null,
    ...(error === null ? { output } : { error }),
    ...(note === undefined ? {} : { note }),
  }
  const text = JSON.stringify(body)
  if (text.length <= limit) return text
  return JSON.stringify({
    ok: error === null,
    cut: true,
    characters: text.length,
    beginning: text.slice(0, limit),
  })
}

/** A rough count of tokens: four letters, or one Chinese or Japanese character. */
export const estimateTokens = (text: string): number => {
  const wide = text.match(/[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/gu)?.length ?? 0
  return wide + Math.ceil((text.length - wide) / 4)
}

/** The words of a message, without its other parts. */
export const textOf = (message: Message): string =>
  message.parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim()

const userWords = (message: Message): ModelMessage[] => [{ role: 'user', content: textOf(message) }]

const assistantWords = (message: Message, tools: readonly ExposedTool[]): ModelMessage[] => {
  const words: ModelMessage[] = []
  for (const part of message.parts) {
    if (part.type === 'text' && part.text.trim() !== '') {
      words.push({ role: 'assistant', content: part.text, toolCalls: [] })
    }
    const tool =
      part.type === 'tool' ? tools.find(({ ref }) => ref.capability_id === part.ref.capability_id) : undefined
    if (part.type !== 'tool' || tool === undefined || (part.status !== 'ok' && part.status !== 'failed'))
      continue
    const call = { id: part.callId, name: tool.wireName, arguments: part.arguments }
    words.push(
      { role: 'assistant', content: '', toolCalls: [call] },
      {
        role: 'tool',
        callId: part.callId,
        name: tool.wireName,
        content: toolContent(part, OLD_RESULT_LIMIT),
      },
    )
  }
  return words
}
