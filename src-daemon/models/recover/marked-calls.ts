import { isRecord } from '../../platform/is-record.ts'
import { createMarkFinder, patternOf } from '../core/mark-finder.ts'
import { CALL_SEPARATORS, ARGUMENT_MARKS } from './call-marks.ts'
import { readLenientJson } from '../../platform/lenient-json.ts'
import { minimaxCalls } from './minimax-calls.ts'
import type { WrittenCall } from './written-call.ts'

const SEPARATORS = patternOf(CALL_SEPARATORS)
const ARGUMENT_MARK = patternOf(ARGUMENT_MARKS)
const argumentMarks = createMarkFinder(ARGUMENT_MARKS)

/** Reads one of the forms between marks; null if it isn't that form. */
type Form = (text: string) => readonly WrittenCall[] | null

/**
 * The calls in a text that begins with a mark: each part between marks must be a call in one of the forms, and nothing else.
 *
 * @param others further forms
 */
export const markedCalls = (text: string, others: readonly Form[]): readonly WrittenCall[] | null => {
  const forms = [
    ...others,
    functionTags,
    invokeTags,
    minimaxCalls,
    xtmlArguments,
    namedArguments,
    keyedArguments,
    byName,
  ]
  const calls = partsOf(text.replace(NAME_ALONE, NAME_AS_JSON)).map((part) => {
    for (const form of forms) {
      const read = form(part)
      if (read !== null) return read
    }
    return null
  })
  return calls.every((call) => call !== null) ? calls.flat() : null
}

/** GLM: a call without arguments. */
const NAME_ALONE = /<tool_call>\s*([\w.:-]+)\s*<\/tool_call>/g
const NAME_AS_JSON = '<tool_call>{"name": "$1", "arguments": {}}</tool_call>'

const partsOf = (text: string): readonly string[] =>
  text
    .split(SEPARATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The names of unreadable calls between the marks; '' for one without a name. */
export const namesIn = (text: string): readonly string[] => {
  const parts = partsOf(text).map((part) => {
    const xtml = TOOL_ATTRIBUTE.exec(part)?.[1]
    if (xtml !== undefined) return xtml
    const [name = '', args] = withoutKind(part).split(ARGUMENT_MARK)
    if (args !== undefined) return withoutCallId(name)
    return /^([\w.:/-]+)\s*\{/.exec(name)?.[1] ?? /^[[{][\s\S]*?"name"\s*:\s*"([^"]+)"/.exec(part)?.[1] ?? ''
  })
  return parts.length === 0 ? [''] : parts
}

/** Llama: `<function=name>{…}</function>`; Qwen coders: `<parameter=name>value</parameter>` inside. */
const functionTags: Form = (text) =>
  tagged(text, /<function=([\w.:-]+)>([\s\S]*?)<\/function>/g, (body) =>
    body.includes('<parameter=')
      ? entriesOf(body, /<parameter=([\w.:-]+)>\n?([\s\S]*?)\n?(?:<\/parameter>|(?=<parameter=)|\s*$)/g)
      : bareArguments(body),
  )

/** Claude, MiniMax, DeepSeek and Step: `<invoke name="name"><parameter name="key">value</parameter></invoke>`, or JSON inside. */
const invokeTags: Form = (text) =>
  tagged(
    text.replace(/｜DSML｜|steptml:/g, ''),
    /<invoke name="?([\w.:-]+)"?>([\s\S]*?)<\/invoke>/g,
    (body) =>
      body.includes('<parameter ')
        ? entriesOf(body, /<parameter name="?([\w.:-]+)"?[^>]*>\n?([\s\S]*?)\n?<\/parameter>/g)
        : bareArguments(body),
  )

const bareArguments = (body: string): unknown => (body.trim() === '' ? {} : readLenientJson(body))

const tagged = (
  text: string,
  pattern: RegExp,
  argumentsIn: (body: string) => unknown,
): readonly WrittenCall[] | null => {
  const calls: WrittenCall[] = []
  const rest = text.replace(pattern, (_whole, name: string, body: string) => {
    const args = argumentsIn(body)
    if (isRecord(args)) calls.push({ name, arguments: args })
    return isRecord(args) ? '' : 'unreadable'
  })
  return rest.trim() === '' && calls.length > 0 ? calls : null
}

/** Kimi K3's `tool="name" index="1"<|sep|>`, behind the mark of a call. */
const TOOL_ATTRIBUTE = /^tool="([^"]+)"/
const XTML_ARGUMENT = /<\|open\|>argument\s+([^<]*)<\|sep\|>([\s\S]*?)<\|close\|>argument<\|sep\|>/g

/** Kimi K3: arguments as `<|open|>argument key="key" type="string"<|sep|>value<|close|>argument<|sep|>`. */
const xtmlArguments: Form = (text) => {
  const name = TOOL_ATTRIBUTE.exec(text)?.[1]
  const head = text.indexOf('<|sep|>')
  if (name === undefined || head === -1) return null
  const body = text.slice(head + '<|sep|>'.length)
  if (body.replace(XTML_ARGUMENT, '').trim() !== '') return null
  const args = [...body.matchAll(XTML_ARGUMENT)].map(([, attributes = '', value = '']) => {
    const key = /key="([^"]*)"/.exec(attributes)?.[1] ?? ''
    const isText = !/type="(?!string")/.test(attributes)
    return [unescaped(key), isText ? value : (readLenientJson(value) ?? value)] as const
  })
  return [{ name: unescaped(name), arguments: Object.fromEntries(args) }]
}

const unescaped = (attribute: string): string => attribute.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Apertus: `[{"name": {…}}]`. */
const byName: Form = (text) => {
  const value = readLenientJson(text)
  const calls = (Array.isArray(value) ? value : []).map((item): WrittenCall | null => {
    const [only, ...others] = isRecord(item) ? Object.entries(item) : []
    if (only === undefined || others.length > 0 || !isRecord(only[1])) return null
    return { name: only[0], arguments: only[1] }
  })
  return calls.length > 0 && calls.every((call) => call !== null) ? calls : null
}

/** GLM: the name, and then `<arg_key>key</arg_key><arg_value>value</arg_value>`. */
const keyedArguments: Form = (text) => {
  const [, name = '', body = ''] = /^([\w.:-]+)\s*((?:<arg_key>[\s\S]*)?)$/.exec(text) ?? []
  if (name === '' || body === '') return null
  const args = entriesOf(body, /<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g)
  return [{ name, arguments: args }]
}

const entriesOf = (body: string, pattern: RegExp): Record<string, string> =>
  Object.fromEntries([...body.matchAll(pattern)].map(([, key = '', value = '']) => [key.trim(), value]))

/** Kimi, DeepSeek, Mistral, Gemma, gpt-oss: the name, a mark or nothing, and the arguments as JSON, maybe in a fence. */
const namedArguments: Form = (given) => {
  const text = withoutKind(given)
  const found = argumentMarks.find(text)
  const at = found?.at ?? text.search(/[\s{]/)
  if (at === -1) return null
  // DeepSeek R1 has the fence after a line with the name.
  const [name, args] = split(text, at, found?.mark.length ?? 0)
  const value = readLenientJson(
    args.replace(GEMMA_TEXT, (_whole, _mark, said: string) => JSON.stringify(said)),
  )
  return /^[\w.:/-]+$/.test(name) && isRecord(value) ? [{ name, arguments: value }] : null
}

const split = (text: string, at: number, length: number): [name: string, args: string] => [
  withoutCallId(text.slice(0, at)),
  text.slice(at + length).trim(),
]

/** A text among Gemma's arguments, between marks in place of quotes. */
const GEMMA_TEXT = /(<escape>|<\|"\|>)([\s\S]*?)\1/g

/** DeepSeek and Gemma write the kind of call before its name. */
const withoutKind = (text: string): string => text.replace(/^(?:function<｜tool▁sep｜>|call:)/, '')

/** Mistral's `name[CALL_ID]id`, and gpt-oss's `name <|constrain|>json`. */
const withoutCallId = (text: string): string =>
  text.replace(/(?:\[CALL_ID\]|<\|constrain\|>)[\s\S]*$/, '').trim()
