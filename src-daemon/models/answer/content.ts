import { isRecord } from '../../platform/is-record.ts'

/** Reads the value of an answer's content member. */
export interface Content {
  readonly text: string
  readonly thinking: string
  /** Kinds of parts that are neither, such as `image_url`. */
  readonly others: readonly string[]
}

const NOTHING: Content = { text: '', thinking: '', others: [] }
const DEEPEST = 8

/**
 * Reads the words of an answer, whatever shape they come in: text, a number, a list of parts (Mistral's are `text` and
 * `thinking`, which is a list again), or an object with the text in it (OpenRouter's `reasoning_details`). `as`: what plain
 * text is here.
 */
export const contentIn = (value: unknown, as: 'text' | 'thinking', depth = 0): Content => {
  if (value === null || value === undefined || depth > DEEPEST) return NOTHING
  if (typeof value === 'string') return { ...NOTHING, [as]: value }
  if (typeof value === 'number' || typeof value === 'boolean') return { ...NOTHING, [as]: String(value) }
  if (Array.isArray(value)) return joined(value.map((part) => contentIn(part, as, depth + 1)))
  if (!isRecord(value)) return NOTHING
  const type = typeof value['type'] === 'string' ? value['type'] : ''
  const kind = /think|reason|thought/i.test(type) ? 'thinking' : as
  const name = WORDS.find((member) => value[member] !== undefined && value[member] !== null)
  if (name === undefined) return type === '' || WORDLESS.test(type) ? NOTHING : { ...NOTHING, others: [type] }
  return contentIn(value[name], THOUGHTS.has(name) ? 'thinking' : kind, depth + 1)
}

/** Members that hold words, in the order they are looked for. */
const WORDS = [
  'text',
  'thinking',
  'reasoning',
  'summary',
  'content',
  'parts',
  'value',
  'refusal',
  'output_text',
] as const
const THOUGHTS = new Set<string>(['thinking', 'reasoning'])

/** Parts with nothing to show: encrypted thinking, and citations. */
const WORDLESS = /encrypted|redacted|reference|citation|^text$|^thinking$|^reasoning/i

const joined = (parts: readonly Content[]): Content => ({
  text: parts.map(({ text }) => text).join(''),
  thinking: parts.map(({ thinking }) => thinking).join(''),
  others: parts.flatMap(({ others }) => others),
})
