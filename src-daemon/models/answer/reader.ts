import { newId } from '../../platform/ids.ts'
import { createCallFinder } from '../recover/call-finder.ts'
import { fitArguments } from '../recover/fit-arguments.ts'
import { readLenientJson } from '../recover/lenient-json.ts'
import type { ChatRequest, ModelChunk, ModelToolCall } from '../core/types.ts'
import { createStructuredReader } from './structured.ts'
import { createThinkTags } from './think-tags.ts'

/** A piece of an answer, independent of the protocol. `arguments`: an object, or JSON as text. */
export interface SaidPiece {
  readonly text?: string | null | undefined
  readonly thinking?: string | null | undefined
  readonly calls?: readonly SaidCall[] | null | undefined
}
export interface SaidCall {
  readonly id?: string | undefined
  readonly name: string
  readonly arguments: unknown
}

/** Characters kept of an unreadable call. */
const MAX_UNREADABLE = 2000

/**
 * Turns what a server sends into chunks: thinking apart from the answer, calls with arguments of the right
 * types, even if the model wrote them as text. `structured`: the answer is constrained by `structuredFormat`.
 * A call that cannot be read becomes a chunk that says so.
 */
export const createAnswerReader = (request: Pick<ChatRequest, 'messages' | 'tools'>, structured: boolean) => {
  const { tools, messages } = request
  const tags = createThinkTags()
  const format = structured ? createStructuredReader() : null
  const results = messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))
  const finder = tools.length > 0 && !structured ? createCallFinder(tools, results) : null
  let called = false

  const push = ({ text, thinking, calls }: SaidPiece): ModelChunk[] => [
    ...(thinking ? [{ type: 'thinking', delta: thinking } as const] : []),
    ...tags.push(text ?? '').flatMap(chunksOf),
    ...(calls ?? []).map(toChunk),
  ]

  const chunksOf = ({ type, delta }: { type: 'text' | 'thinking'; delta: string }): ModelChunk[] => {
    if (type === 'thinking') return [{ type, delta }]
    if (format !== null) return words(format.push(delta))
    return words(finder === null ? delta : finder.push(delta))
  }

  const finish = (): ModelChunk[] => {
    const last = tags.finish().flatMap(chunksOf)
    if (format !== null) return [...last, ...structuredEnd(format.finish())]
    if (finder === null) return last
    // A model that calls tools properly does not also write calls as text.
    if (called) return [...last, ...words(finder.words())]
    const { text, calls } = finder.finish()
    return [...last, ...words(text), ...calls.map(toChunk)]
  }

  const structuredEnd = ({ text, call }: ReturnType<NonNullable<typeof format>['finish']>): ModelChunk[] => [
    ...words(text),
    ...(call === null ? [] : [toChunk(call)]),
  ]

  const toChunk = (call: SaidCall): ModelChunk => {
    called = true
    return fitted({ type: 'tool_call', call: toCall(call) })
  }

  const fitted = (chunk: ModelChunk): ModelChunk => {
    if (chunk.type !== 'tool_call') return chunk
    const tool = tools.find(({ name }) => name === chunk.call.name)
    if (tool === undefined) return chunk
    return {
      ...chunk,
      call: { ...chunk.call, arguments: fitArguments(chunk.call.arguments, tool.parameters) },
    }
  }

  return { push, finish }
}

/** Some templates leave arguments as text, and older servers omit the call's id. */
const toCall = ({ id, name, arguments: args }: SaidCall): ModelToolCall => {
  const written = typeof args === 'string' ? args.trim() : null
  const known = { id: id === undefined || id === '' ? newId() : id, name }
  const value = written === null ? (args ?? {}) : written === '' ? {} : readLenientJson(written)
  if (name === '' || typeof value !== 'object' || value === null || Array.isArray(value))
    return {
      ...known,
      arguments: {},
      unreadable: (written ?? JSON.stringify(value)).slice(0, MAX_UNREADABLE),
    }
  return { ...known, arguments: Object.fromEntries(Object.entries(value)) }
}

const words = (delta: string): ModelChunk[] => (delta === '' ? [] : [{ type: 'text', delta }])
