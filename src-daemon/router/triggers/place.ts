import { isLeadIn } from '../text/remainder.ts'
import { characterAt, characterBefore, isBorder, tokensOf } from '../text/text.ts'

/** Where a trigger matched: UTF-16 indexes into the NFC message, and the content of its groups. */
export interface TriggerMatch {
  readonly start: number
  readonly end: number
  readonly captures: readonly string[]
}

/** The evidence of one trigger for a message. `matched` describes it for people: `regex "add note about"`. */
export interface Signal {
  readonly kind: 'regex' | 'keyword'
  readonly score: number
  readonly matched: string
  readonly match: TriggerMatch
}

const WHOLE_WORD = 0.6
const INFLECTED = 0.55
const INSIDE_A_WORD = 0.2
const AT_START = 0.2
const SEVERAL_WORDS = 0.1
const COVERAGE = 0.1

/**
 * A match scores higher as a whole word, at the start, with several words, and covering the message; little
 * inside a word.
 */
export const signalAt = (kind: Signal['kind'], text: string, match: TriggerMatch): Signal => {
  const { start, end } = match
  const literal = text.slice(start, end)
  const base = wordScore(text, start, end)
  const extra =
    base === INSIDE_A_WORD
      ? 0
      : (isLeadIn(text.slice(0, start)) ? AT_START : 0) +
        (tokensOf(literal).length > 1 ? SEVERAL_WORDS : 0) +
        COVERAGE * Math.min(1, literal.length / Math.max(1, text.trim().length))
  return { kind, score: Math.min(1, base + extra), matched: `${kind} "${literal}"`, match }
}

/** A match inside a word explains nothing; a match of whole words does. */
export const explains = ({ score }: Signal): boolean => score > INSIDE_A_WORD

const wordScore = (text: string, start: number, end: number): number => {
  if (!isBorder(characterBefore(text, start), characterAt(text, start))) return INSIDE_A_WORD
  if (isBorder(characterBefore(text, end), characterAt(text, end))) return WHOLE_WORD
  const ending = /^(?:es|s)/iu.exec(text.slice(end))?.[0].length ?? 0
  const inflected =
    ending > 0 && isBorder(characterBefore(text, end + ending), characterAt(text, end + ending))
  return inflected ? INFLECTED : INSIDE_A_WORD
}
