import { withoutBytes } from '../../contract/result-bytes.ts'
import { wordsOf } from '../../state/index.ts'
import type { ActivityRecord } from '../../contract/capabilities.ts'

/** How much text of arguments and result is searchable, in UTF-16 units. More is logged, but not indexed. */
const SEARCHED = 8 * 1024

/** What the word index keeps of a line: its tool, its target, and the texts in arguments and result. */
export const searchText = ({ capabilityId, target, arguments: args, result }: ActivityRecord): string =>
  [
    capabilityId,
    target ?? '',
    textsIn(args),
    textsIn(withoutBytes([result.output, result.x_content ?? []])),
    result.error === null ? '' : `${result.error.code} ${result.error.message}`,
  ]
    .flatMap(wordsOf)
    .join(' ')

/** A query for FTS5: every word has to be a prefix of a word in the line. Null without words. */
export const matchOf = (question: string): string | null => {
  const words = wordsOf(question)
  return words.length === 0 ? null : words.map((word) => `"${word}" *`).join(' AND ')
}

const textsIn = (value: unknown): string => {
  const texts: string[] = []
  let room = SEARCHED
  const collect = (inner: unknown): void => {
    if (room <= 0) return
    if (typeof inner === 'string' || typeof inner === 'number') {
      const text = String(inner).slice(0, room)
      texts.push(text)
      room -= text.length
    } else if (typeof inner === 'object' && inner !== null)
      for (const one of Object.values(inner)) collect(one)
  }
  collect(value)
  return texts.join(' ')
}
