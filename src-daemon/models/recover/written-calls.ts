import { isRecord } from '../../platform/is-record.ts'
import { createCodeContext } from '../core/code-context.ts'
import { createMarkFinder } from '../core/mark-finder.ts'
import { escaped } from '../core/pattern.ts'
import type { ModelTool } from '../core/types.ts'
import { CALL_MARKS, FUNCTOOLS, TAG_MARKS, TOKEN_MARKS } from './call-marks.ts'
import { createValueReader, readLenientJson, Unreadable, withoutFence } from '../../platform/lenient-json.ts'
import { markedCalls, namesIn } from './marked-calls.ts'
import { meantTool } from './tool-names.ts'
import type { WrittenCall } from './written-call.ts'

/** The result for a complete answer: the text before the calls, and the calls. */
export interface Recovered {
  readonly text: string
  readonly calls: readonly WrittenCall[]
}

/**
 * The calls in a complete answer, or null if it is an ordinary answer. Only offered tools count, only if the
 * calls are the whole answer or are at its end after a marker, and never if a tool's result contains them.
 *
 * @param results what tools returned in this conversation: a call that appears there was quoted
 */
export const recoverCalls = (
  answer: string,
  tools: readonly ModelTool[],
  results: readonly string[],
): Recovered | null => {
  const whole = answer.trim()
  const start = whole === '' ? -1 : startOfMarked(whole)
  const body = start === -1 ? whole : whole.slice(start)
  const found = start === -1 ? (callsOf(whole) ?? pythonCalls(whole, tools)) : callsBehindMark(body, tools)
  if (found === null || found.length === 0) return null
  const calls = found.map((call) => ({ ...call, name: meantTool(call.name, tools) }))
  if (!calls.every(isOffered)) return null
  if (isQuoted(body, calls, results)) return null
  return { text: start === -1 ? '' : whole.slice(0, start).trimEnd(), calls }
}

const isOffered = (call: Omit<WrittenCall, 'name'> & { readonly name: string | null }): call is WrittenCall =>
  call.name !== null

const marks = createMarkFinder(CALL_MARKS)

/** What precedes a template token: the end of a sentence, or a word without a space between. */
const FOLLOWED = /(?:[^\s([{"'“‘«/|-]|[.!?。！？]\s+)$/u

/**
 * The start of the part with markers; -1 if there is none. In code, in a quotation or in the middle of a sentence, it is
 * text about calls.
 */
export const startOfMarked = (text: string): number => {
  const found = marks.find(text)
  if (found === null) return -1
  const context = createCodeContext()
  context.add(text.slice(0, found.at))
  if (context.isSample()) return -1
  const isToken = TOKEN_MARKS.some((mark) => mark === found.mark)
  const follows = isToken && FOLLOWED.test(text.slice(0, found.at).slice(-40))
  return found.at === 0 || context.isLineStart() || follows ? found.at : -1
}

const callsBehindMark = (text: string, tools: readonly ModelTool[]): readonly WrittenCall[] | null => {
  // Llama also writes `tool.call(a=1)`.
  const python = (part: string) => pythonCalls(part.replace(/^([\w-]+)\.call\(/, '$1('), tools)
  const read = markedCalls(text, [callsOf, functools, python])
  if (read !== null) return read
  // Tokens followed by tool names aren't shown to people, even if the call is cut off or wrong.
  if (TAG_MARKS.some((mark) => text.startsWith(mark))) return null
  const names = namesIn(text)
  const [first = ''] = names
  return names.every((name) => meantTool(name, tools) !== null) ? [{ name: first, arguments: text }] : null
}

/** Phi: `functools[{…}, {…}]`. */
const functools = (text: string): WrittenCall[] | null =>
  text.startsWith(FUNCTOOLS) ? callsOf(text.slice(FUNCTOOLS.length - 1)) : null

/** JSON that is a call or a list of calls, bare or in a code fence; or one after another, as Llama and MiniMax write them. */
const callsOf = (text: string): WrittenCall[] | null => {
  const value = readLenientJson(text) ?? valuesIn(text)
  const items: unknown[] = Array.isArray(value) ? value : [value]
  const calls = items.map(callIn)
  return items.length > 0 && calls.every((call) => call !== null) ? calls : null
}

/** The values of a text that is nothing else, with `;` or spaces between; null if it is more. */
const valuesIn = (text: string): unknown[] | null => {
  const reader = createValueReader(text.trim())
  const values: unknown[] = []
  try {
    do values.push(reader.value(0))
    while (reader.take(';') || !reader.atEnd())
    return values
  } catch (thrown) {
    if (thrown instanceof Unreadable) return null
    throw thrown
  }
}

/**
 * The forms models are trained on: `name` or `tool`, with `arguments` or `parameters`; or either inside
 * `function`.
 */
const callIn = (value: unknown): WrittenCall | null => {
  if (!isRecord(value)) return null
  if (isRecord(value['function'])) return callIn(value['function'])
  const name = value['name'] ?? value['tool'] ?? value['tool_name'] ?? value['function']
  const given = value['arguments'] ?? value['parameters'] ?? value['args']
  const args = typeof given === 'string' ? readLenientJson(given) : given
  // Without arguments, an object with a name is just an object.
  return typeof name === 'string' && isRecord(args) ? { name, arguments: args } : null
}

/** `tool(a=1, b='x')`, several, or a list of such calls: named arguments only, no expressions. */
const pythonCalls = (answer: string, tools: readonly ModelTool[]): WrittenCall[] | null => {
  const text = withoutFence(answer)
  if (!tools.some(({ name }) => new RegExp(`^\\[?\\s*${escaped(name)}\\s*\\(`).test(text))) return null
  const reader = createValueReader(text)
  try {
    const listed = reader.take('[')
    const calls: WrittenCall[] = []
    do calls.push(pythonCall(reader))
    while (listed ? reader.take(',') : !reader.atEnd())
    return (!listed || reader.take(']')) && reader.atEnd() ? calls : null
  } catch (thrown) {
    if (thrown instanceof Unreadable) return null
    throw thrown
  }
}

const pythonCall = (reader: ReturnType<typeof createValueReader>): WrittenCall => {
  const name = reader.match(/[A-Za-z_][\w.-]*/y)
  if (name === null || !reader.take('(')) throw new Unreadable()
  const args: [string, unknown][] = []
  while (!reader.take(')')) {
    const key = reader.match(/[A-Za-z_]\w*/y)
    if (key === null || !reader.take('=')) throw new Unreadable()
    args.push([key, reader.value(0)])
    if (reader.take(',')) continue
    if (!reader.take(')')) throw new Unreadable()
    break
  }
  if (new Set(args.map(([key]) => key)).size !== args.length) throw new Unreadable()
  return { name, arguments: Object.fromEntries(args) }
}

/** Whether a tool's result contains the same call, regardless of spacing and escaping. */
const isQuoted = (body: string, calls: readonly WrittenCall[], results: readonly string[]): boolean =>
  results
    .map(bareText)
    .some(
      (result) =>
        result.includes(bareText(body)) ||
        calls.some(
          ({ name, arguments: args }) =>
            result.includes(bareText(name)) && result.includes(bareText(JSON.stringify(args))),
        ),
    )

const bareText = (text: string): string => text.replace(/\\+[nrt]|[\s\\'"`]/g, '').toLowerCase()
