import type { ChatRequest, LanguageModel, ModelChunk, ModelMessage } from '../core/types.ts'
import { onlyAnswer } from '../answer/structured.ts'

type UsageChunk = Extract<ModelChunk, { type: 'usage' }>

/** The requests that one answer of a guided model takes. */
export interface Steps {
  /** An answer held to a schema, and whether it was cut off. `asked`: what is asked at the end, or turns instead of the last message. */
  held(
    asked: string | readonly ModelMessage[],
    schema: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly text: string; readonly isCut: boolean }>
  /** An answer in words, as it is written. */
  words(instruction: string): AsyncIterable<ModelChunk>
  /** What all of them cost. */
  usage(): readonly UsageChunk[]
}

/** Steps towards the answer of a request. What a step asks for comes last, so that a server finds the rest in its cache. */
export const createSteps = (model: LanguageModel, request: ChatRequest): Steps => {
  let sum: UsageChunk | null = null

  const before = request.messages.slice(
    0,
    request.messages.findLastIndex(({ role }) => role === 'user'),
  )

  const chat = (
    asked: string | readonly ModelMessage[],
    format?: ChatRequest['format'],
  ): AsyncIterable<ModelChunk> => {
    const messages = onlyAnswer(
      typeof asked !== 'string'
        ? [...before, ...asked]
        : asked === ''
          ? request.messages
          : [...request.messages, { role: 'user', content: asked }],
    )
    return model.chat({ ...request, messages, tools: [], ...(format !== undefined && { format }) })
  }

  return {
    held: async (asked, schema) => {
      let text = ''
      let isCut = false
      for await (const chunk of chat(asked, schema)) {
        if (chunk.type === 'text') text += chunk.delta
        if (chunk.type !== 'usage') continue
        isCut = chunk.endedBy !== undefined
        sum = added(sum, chunk)
      }
      return { text, isCut }
    },
    words: async function* (instruction) {
      for await (const chunk of chat(instruction)) {
        if (chunk.type === 'usage') sum = added(sum, chunk)
        else yield chunk
      }
    },
    usage: () => (sum === null ? [] : [sum]),
  }
}

/** Both together; what ended the later one ended the answer. */
const added = (before: UsageChunk | null, next: UsageChunk): UsageChunk =>
  before === null
    ? next
    : {
        ...next,
        reported: before.reported && next.reported,
        promptTokens: before.promptTokens + next.promptTokens,
        outputTokens: before.outputTokens + next.outputTokens,
        truncated: before.truncated || next.truncated,
      }
