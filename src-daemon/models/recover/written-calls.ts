import { isRecord } from '../../platform/is-record.ts'
import { escaped } from '../core/pattern.ts'
import type { ModelTool } from '../core/types.ts'
import { createValueReader, readLenientJson, Unreadable, withoutFence } from './lenient-json.ts'

/** A call a model wrote as text. */
export interface WrittenCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** The result for a complete answer: the text before the calls, and the calls. */
export interface Recovered {
  readonly text: string
  readonly calls: readonly WrittenCall[]
}

/** Markers before calls in models' templates; a call with a marker may follow text. */
export const CALL_MARKS = ['<tool_call>', '[TOOL_CALLS]', '<|python_tag|>', '<function='] as const

/**
 * The calls in a complete answer, or null if it is an ordinary answer. Only offered tools count, only if the
 * calls are the whole answer or are at its end after a marker on a line of its own, and never if a tool's
 * result contains them.
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
  const marked = start === -1 ? null : callsBehindMark(whole.slice(start))
  const calls = marked ?? (start === -1 ? (callsOf(whole) ?? pythonCalls(whole, tools)) : null)
  if (calls === null || calls.length === 0) return null
  if (!calls.every(({ name }) => tools.some((tool) => tool.name === name))) return null
  const body = marked === null ? whole : whole.slice(start)
  if (isQuoted(body, calls, results)) return null
  return { text: marked === null ? '' : whole.slice(0, start).trimEnd(), calls }
}

/**
 * Where the part with markers begins; -1 if there is none. In a code fence or a quotation, it is text about
 * calls.
 */
const startOfMarked = (text: string): number => {
  const places = CALL_MARKS.map((mark) => text.indexOf(mark)).filter((place) => place !== -1)
  const start = Math.min(...places)
  if (!Number.isFinite(start)) return -1
  const before = text.slice(0, start)
  const ownLine = before === '' || /\n[ \t]*$/.test(before)
  const fenced = (before.match(/^[ \t]*```/gm) ?? []).length % 2 === 1
  return ownLine && !fenced ? start : -1
}

const callsBehindMark = (text: string): WrittenCall[] | null => {
  if (text.startsWith('[TOOL_CALLS]')) return mistralCalls(text.slice('[TOOL_CALLS]'.length))
  if (text.startsWith('<|python_tag|>')) {
    return callsOf(text.slice('<|python_tag|>'.length).replace(/<\|eo[mt]_id\|>\s*$/, ''))
  }
  return text.startsWith('<function=') ? functionTags(text) : toolCallTags(text)
}

/** Hermes and Qwen: one or more `<tool_call>{…}</tool_call>`, and nothing else. */
const toolCallTags = (text: string): WrittenCall[] | null => {
  const bodies = text.split('<tool_call>').slice(1)
  const calls: WrittenCall[] = []
  for (const [index, body] of bodies.entries()) {
    const end = body.indexOf('</tool_call>')
    // The last closing tag is a token of its own, which some servers drop.
    if (end === -1 && index < bodies.length - 1) return null
    const inside = end === -1 ? body : body.slice(0, end)
    if (end !== -1 && body.slice(end + '</tool_call>'.length).trim() !== '') return null
    const read = inside.trim().startsWith('<function=') ? functionTags(inside.trim()) : callsOf(inside)
    if (read === null) return null
    calls.push(...read)
  }
  return calls
}

/** Llama: `<function=name>{…}</function>`; Qwen coders: `<parameter=name>value</parameter>` inside. */
const functionTags = (text: string): WrittenCall[] | null => {
  const calls: WrittenCall[] = []
  const rest = text.replace(
    /<function=([\w.-]+)>([\s\S]*?)<\/function>/g,
    (_whole, name: string, body: string) => {
      const args = parametersIn(body) ?? readLenientJson(body)
      if (isRecord(args)) calls.push({ name, arguments: args })
      return isRecord(args) ? '' : 'unreadable'
    },
  )
  return rest.trim() === '' && calls.length > 0 ? calls : null
}

const parametersIn = (body: string): Record<string, string> | null => {
  if (!body.includes('<parameter=')) return null
  const found = [...body.matchAll(/<parameter=([\w.-]+)>\n?([\s\S]*?)\n?<\/parameter>/g)]
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]))
}

/** `[TOOL_CALLS][{"name": …}]`, or of newer models `[TOOL_CALLS]name[ARGS]{…}`. */
const mistralCalls = (text: string): WrittenCall[] | null => {
  if (!text.includes('[ARGS]')) return callsOf(text)
  const calls: WrittenCall[] = []
  for (const part of text.split('[TOOL_CALLS]')) {
    const [name = '', args = ''] = part.split('[ARGS]')
    const read = readLenientJson(args)
    if (!isRecord(read)) return null
    calls.push({ name: name.trim().replace(/\[CALL_ID\].*$/, ''), arguments: read })
  }
  return calls
}

/** JSON that is a call or a list of calls, bare or in a code fence. */
const callsOf = (text: string): WrittenCall[] | null => {
  const value = readLenientJson(text)
  const items = Array.isArray(value) ? value : [value]
  const calls = items.map(callIn)
  return items.length > 0 && calls.every((call) => call !== null) ? calls : null
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

/** `tool(a=1, b='x')`, or a list of such calls: named arguments only, no expressions. */
const pythonCalls = (answer: string, tools: readonly ModelTool[]): WrittenCall[] | null => {
  const text = withoutFence(answer)
  if (!tools.some(({ name }) => new RegExp(`^\\[?\\s*${escaped(name)}\\s*\\(`).test(text))) return null
  const reader = createValueReader(text)
  try {
    const listed = reader.take('[')
    const calls: WrittenCall[] = []
    do calls.push(pythonCall(reader))
    while (listed && reader.take(','))
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
