import { isRecord } from '../../platform/is-record.ts'
import type { ReadContent } from '../messages/read-content.ts'

/** An agent's answer, taken apart: its structured messages as they came, and the answer without them. */
export interface TakenApart {
  readonly content: readonly string[]
  readonly rest: Record<string, unknown>
  /** How they came: an answer to them goes back the same way. */
  readonly as: 'data' | 'text'
}

/**
 * Finds the structured messages in an answer over A2A: data parts that name a schema, a text that is one, and lines of a text that
 * are. Whatever else is said stays.
 */
export const takeApart = (answer: Readonly<Record<string, unknown>>, read: ReadContent): TakenApart => {
  const { data, text, ...others } = answer
  const isOurs = (raw: string): boolean => read(raw).kind !== 'text'
  const parts = Array.isArray(data) ? (data as unknown[]) : []
  const structured = parts.map((part) =>
    isRecord(part) && typeof part['$schema'] === 'string' ? JSON.stringify(part) : null,
  )
  const inData = structured.filter((raw) => raw !== null).filter(isOurs)
  const plain = parts.filter((_part, n) => !inData.includes(structured[n] ?? ''))
  const said = typeof text === 'string' ? text : ''
  const lines = isOurs(said.trim()) ? [said.trim()] : said.split('\n')
  const inText = lines.filter((line) => isOurs(line.trim())).map((line) => line.trim())
  const words = lines.filter((line) => !isOurs(line.trim())).join('\n')
  return {
    // The same message as data and as text is one.
    content: [...new Set([...inData, ...inText])],
    as: inData.length > 0 ? 'data' : 'text',
    rest: {
      ...others,
      text: inText.length === 0 ? text : words.trim(),
      ...(plain.length === 0 ? {} : { data: plain }),
    },
  }
}
