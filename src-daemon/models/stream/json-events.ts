import { isDeeper } from '../../platform/json-depth.ts'
import { readLines } from './lines.ts'

/** One value of a streamed answer. `event` is the name an event of its kind was given. */
export type JsonEvent =
  | { readonly type: 'value'; readonly value: unknown; readonly event: string | null }
  /** The server says that nothing follows (`[DONE]`). */
  | { readonly type: 'done' }

const MAX_DEPTH = 256
const UNREADABLE = Symbol('unreadable')

/**
 * The JSON values of an answer in any form: server-sent events, one per line, or one JSON text
 * although a stream was requested. Comments and events without data are skipped. Invalid JSON goes to `onNoJson`,
 * with its number; if there is nothing else, it is thrown, because then the whole answer isn't JSON.
 */
export async function* readJsonEvents(
  body: ReadableStream<Uint8Array>,
  onNoJson: (number: number) => void,
): AsyncGenerator<JsonEvent> {
  let reader: ReturnType<typeof createEventReader> | null = null
  let values = 0
  let unread = 0
  let beginning = ''

  function* said(texts: Iterable<Written>): Generator<JsonEvent> {
    for (const { text, event } of texts) {
      if (text.trim() === '') continue
      if (isDone(text)) {
        yield { type: 'done' }
        continue
      }
      const value = jsonIn(text)
      if (value === UNREADABLE) {
        if (beginning === '') beginning = text.trim()
        onNoJson(values + unread)
        unread += 1
        continue
      }
      values += 1
      yield { type: 'value', value, event }
    }
  }

  for await (const line of readLines(body)) {
    if (reader === null && line.trim() === '') continue
    reader ??= /^\s*[[{]/.test(line) ? createTextReader() : createEventReader()
    yield* said(reader.push(line))
  }
  if (reader !== null) yield* said(reader.finish())
  if (values === 0 && beginning !== '')
    throw new Error(`The answer is no JSON. It begins: ${beginning.slice(0, 120)}`)
}

interface Written {
  readonly text: string
  readonly event: string | null
}

/** Server-sent events, including ones without blank lines between them, and JSON between them without a field. */
const createEventReader = () => {
  let data: string[] = []
  let event: string | null = null

  const take = (): Written[] => {
    const text = data.join('\n')
    const name = event
    const lines = data
    data = []
    event = null
    if (lines.length < 2 || jsonIn(text) !== UNREADABLE) return [{ text, event: name }]
    return lines.map((line) => ({ text: line, event: name }))
  }

  return {
    push: (line: string): Written[] => {
      if (line === '') return take()
      const [, field = '', value = ''] = /^([^:]*):? ?([\s\S]*)$/.exec(line) ?? []
      if (field === 'event') event = value
      if (field === 'data') {
        const before = data.length === 1 && isWhole(data[0] ?? '') ? take() : []
        // A proxy may put the field's name before one that is there.
        data.push(value.replace(/^(?:data: ?)+/, ''))
        return before
      }
      // Comments and unknown fields are skipped.
      return data.length === 0 && /^\s*[[{<]/.test(line) ? [{ text: line, event: null }] : []
    },
    finish: take,
  }
}

/** JSON without events: a value a line, or one value over all lines. */
const createTextReader = () => {
  const pending: string[] = []
  let isByLine = false
  return {
    push: (line: string): Written[] => {
      isByLine ||= pending.length === 0 && isWhole(line)
      if (isByLine) return [{ text: line, event: null }]
      pending.push(line)
      return []
    },
    finish: (): Written[] => {
      const text = pending.join('\n')
      return jsonIn(text) === UNREADABLE
        ? pending.map((line) => ({ text: line, event: null }))
        : [{ text, event: null }]
    },
  }
}

const isWhole = (text: string): boolean => isDone(text) || jsonIn(text) !== UNREADABLE

const isDone = (text: string): boolean => /^"?\[done\]"?$/i.test(text.trim())

/** What Python writes for numbers that JSON has not; the first alternative passes over texts. */
const NO_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g

const jsonIn = (text: string): unknown => {
  const value = parsed(text)
  if (value !== UNREADABLE || !/NaN|Infinity/.test(text)) return value
  return parsed(text.replace(NO_NUMBER, (found) => (found.startsWith('"') ? found : 'null')))
}

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return isDeeper(value, MAX_DEPTH) ? UNREADABLE : value
  } catch {
    return UNREADABLE
  }
}
