import { createParser } from 'eventsource-parser'
import { readStrictJson } from '../../identity/index.ts'
import { isRecord } from '../../platform/is-record.ts'

/** An answer read: JSON as its value, everything else as text. */
export interface Answer {
  readonly value: unknown
  readonly isJson: boolean
}

/**
 * Reads an answer of whatever kind: JSON, text, or server-sent events, whose texts are put together and passed on as they come. Errors: those
 * of the network guard.
 */
export const readAnswer = async (response: Response, onText?: (text: string) => void): Promise<Answer> => {
  const type = response.headers.get('content-type') ?? ''
  if (/^text\/event-stream\b/i.test(type) && response.body !== null) return readEvents(response.body, onText)
  const text = await response.text()
  const looksLikeJson = /json\b/i.test(type) || /^\s*[{["]/.test(text)
  const parsed = looksLikeJson ? readStrictJson(text) : null
  return parsed?.ok === true ? { value: parsed.value, isJson: true } : { value: text, isJson: false }
}

const readEvents = async (
  body: ReadableStream<Uint8Array>,
  onText: ((text: string) => void) | undefined,
): Promise<Answer> => {
  let text = ''
  let last: unknown
  const end = { isReached: false }
  const parser = createParser({
    onEvent: ({ data }) => {
      if (end.isReached) return
      if (data.trim() === '[DONE]') {
        end.isReached = true
        return
      }
      const parsed = readStrictJson(data)
      const piece = parsed.ok ? pieceOf(parsed.value) : data
      if (parsed.ok && piece === null) last = parsed.value
      if (piece === null || piece === '') return
      text += piece
      onText?.(piece)
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    if (end.isReached) break
  }
  // Many servers end without the empty line after their last event.
  parser.feed('\n\n')
  return text === '' && last !== undefined ? { value: last, isJson: true } : { value: text, isJson: false }
}

/** Under which names servers put a piece of text; null: this event is none. */
const TEXT_MEMBERS = ['delta', 'content', 'text', 'answer', 'data', 'message', 'token']

const pieceOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value
  if (!isRecord(value)) return null
  const found = TEXT_MEMBERS.map((name) => value[name]).find((one) => typeof one === 'string')
  return typeof found === 'string' ? found : null
}
