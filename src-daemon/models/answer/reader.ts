import { deepWellFormed } from '../../platform/lenient.ts'
import { newId } from '../../platform/ids.ts'
import { isRecord } from '../../platform/is-record.ts'
import { createCallFinder } from '../recover/call-finder.ts'
import { fitArguments } from '../recover/fit-arguments.ts'
import { readLenientJson } from '../../platform/lenient-json.ts'
import { meantTool } from '../recover/tool-names.ts'
import type { ChatRequest, ModelChunk, ModelToolCall } from '../core/types.ts'
import { createStructuredReader } from './structured.ts'
import type { Piece } from './piece.ts'
import { createThinkingSplitter } from './thinking.ts'
import { createWholeCharacters } from './whole-characters.ts'

/** A piece of an answer, independent of the protocol. `others`: kinds of parts that aren't text. */
export interface SaidPiece {
  readonly text?: string
  readonly thinking?: string
  readonly others?: readonly string[]
  readonly calls?: readonly SaidCall[]
}
/** `arguments`: an object, or JSON as text. */
export interface SaidCall {
  readonly id?: string | undefined
  readonly name: string
  readonly arguments: unknown
}

/** Characters kept of an unreadable call. */
const MAX_UNREADABLE = 2000

/**
 * Turns a server's pieces into chunks: thinking separate from the answer, calls with arguments of the right
 * types, even if the model wrote them as text. `structured`: the answer is constrained by `structuredFormat`.
 * An unreadable call becomes a chunk that says so.
 */
export const createAnswerReader = (request: Pick<ChatRequest, 'messages' | 'tools'>, structured: boolean) => {
  const { tools, messages } = request
  const results = messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))
  const splitter = createThinkingSplitter()
  let ofThinking = createThinkingSplitter()
  const characters = { text: createWholeCharacters(), thinking: createWholeCharacters() }
  const ids = new Set<string>()
  const made: ModelToolCall[] = []

  const newFormat = () => (structured ? createStructuredReader() : null)
  const newFinder = () => (tools.length > 0 && !structured ? createCallFinder(tools, results) : null)
  let format = newFormat()
  let finder = newFinder()

  const push = ({ text = '', thinking = '', others = [], calls = [] }: SaidPiece): ModelChunk[] => [
    ...ofThinking.push(characters.thinking.push(thinking)).flatMap(withoutMarks),
    ...(text === '' ? [] : endThinking()),
    ...splitter.push(characters.text.push(text)).flatMap(chunksOf),
    ...others.map((kind): ModelChunk => ({ type: 'left_out', kind })),
    ...calls.map(toChunk),
  ]

  /** What was held of the thinking comes before the words that follow it. */
  const endThinking = (): ModelChunk[] => {
    const pieces = [...ofThinking.push(characters.thinking.finish()), ...ofThinking.finish()]
    ofThinking = createThinkingSplitter()
    return pieces.flatMap(withoutMarks)
  }

  const chunksOf = (piece: Piece): ModelChunk[] => {
    if (piece.type === 'thinking') return thought(piece.delta)
    if (piece.type === 'was_thinking') return turnIntoThinking()
    if (format !== null) return words(format.push(piece.delta))
    return words(finder === null ? piece.delta : finder.push(piece.delta))
  }

  const turnIntoThinking = (): ModelChunk[] => {
    const held = finder?.words() ?? ''
    format = newFormat()
    finder = newFinder()
    return [{ type: 'was_thinking' }, ...thought(held)]
  }

  const finish = (): ModelChunk[] => {
    const last = [
      ...endThinking(),
      ...[...splitter.push(characters.text.finish()), ...splitter.finish()].flatMap(chunksOf),
    ]
    if (format !== null) return [...last, ...structuredEnd(format.finish())]
    if (finder === null) return last
    const { text, calls } = finder.finish()
    // A model that calls tools properly does not also write calls as text, except for the same ones once more.
    if (made.length > 0 && !calls.every(isMade)) return [...last, ...words(finder.words())]
    return [...last, ...words(text), ...(made.length > 0 ? [] : calls.map(toChunk))]
  }

  const isMade = (call: SaidCall): boolean => {
    const { name, arguments: args } = toCall(call)
    const written = JSON.stringify(args)
    return made.some((known) => known.name === name && JSON.stringify(known.arguments) === written)
  }

  const structuredEnd = ({
    text,
    call,
  }: ReturnType<ReturnType<typeof createStructuredReader>['finish']>): ModelChunk[] => [
    ...words(text),
    ...(call === null ? [] : [toChunk(call)]),
  ]

  const toChunk = (said: SaidCall): ModelChunk => {
    const call = toCall(said)
    // Some servers restart the numbering of calls in each event.
    const id = call.id === '' || ids.has(call.id) ? newId() : call.id
    ids.add(id)
    made.push(call)
    return { type: 'tool_call', call: { ...call, id } }
  }

  /** The intended call: its tool under the offered name, its arguments converted to the types of their schema. */
  const toCall = (said: SaidCall): ModelToolCall => {
    const name = meantTool(said.name, tools) ?? said.name.trim().toWellFormed()
    const known = { id: said.id ?? '', name }
    const args = argumentsIn(said.arguments)
    if (name === '' || args === null)
      return { ...known, arguments: {}, unreadable: asWritten(said.arguments).slice(0, MAX_UNREADABLE) }
    const tool = tools.find((offered) => offered.name === name)
    return { ...known, arguments: tool === undefined ? args : fitArguments(args, tool.parameters) }
  }

  return { push, finish }
}

/** How often arguments may be JSON in a JSON string. */
const MAX_ENCODED = 3

/** The arguments as an object; null if they aren't one. Templates leave them as text, some encode them twice. */
const argumentsIn = (given: unknown): Readonly<Record<string, unknown>> | null => {
  let value: unknown = given ?? {}
  for (let times = 0; typeof value === 'string' && times < MAX_ENCODED; times += 1)
    value = value.trim() === '' ? {} : (readLenientJson(value) ?? readLenientJson(bareOf(value)) ?? null)
  if (value === null && typeof given === 'string' && /^(?:null|None)$/.test(given.trim())) return {}
  if (Array.isArray(value) && value.length === 0) return {}
  const whole = isRecord(value) ? deepWellFormed(value) : null
  return isRecord(whole) ? whole : null
}

/** What some servers leave around arguments: an empty object that they began with, and marks of a template at the end. */
const bareOf = (text: string): string =>
  text.replace(/^\s*\{\s*\}(?=\s*\{)/, '').replace(/(?:<\/\w+>|<\|[\w/]+\|>|\s)+$/, '')

const asWritten = (args: unknown): string =>
  (typeof args === 'string' ? args.trim() : JSON.stringify(args ?? null)).toWellFormed()

/** Some servers leave the marks around thinking that they tell from the answer themselves. */
const withoutMarks = (piece: Piece): ModelChunk[] =>
  piece.type === 'was_thinking' ? [] : thought(piece.delta)

const thought = (delta: string): ModelChunk[] => (delta === '' ? [] : [{ type: 'thinking', delta }])
const words = (delta: string): ModelChunk[] => (delta === '' ? [] : [{ type: 'text', delta }])
