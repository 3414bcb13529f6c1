import { createRequire } from 'node:module'
import type * as Re2 from 're2js'
import type { AcpPackage, Trigger } from '../packages/types.ts'
import { isLeadIn } from './remainder.ts'
import { fingerprint, similarity, type Fingerprint } from './similarity.ts'
import { characterAt, characterBefore, fold, hasCjk, isBorder, normalise, tokensOf } from './text.ts'

/** Where a trigger matched: UTF-16 indexes into the NFC message, and what its groups caught. */
export interface TriggerMatch {
  readonly start: number
  readonly end: number
  readonly captures: readonly string[]
}

/** One trigger's word on a message. `matched` says it for a person: `regex "add note about"`. */
export interface Signal {
  readonly score: number
  readonly matched: string
  readonly match: TriggerMatch | null
}

/** A trigger ready to be asked. Null when it does not fire. */
export type CompiledTrigger = (message: RoutedText) => Signal | null

/** A message prepared once for all triggers. */
export interface RoutedText {
  readonly text: string
  readonly tokens: readonly string[]
  readonly print: Fingerprint
}

/** The engine is loaded with the first pattern: starting does not wait for it. */
const load = createRequire(import.meta.url)

/** More than any spoken sentence; the words that call a capability stand well inside. */
const LOOKED_AT = 2_000

const WHOLE_WORD = 0.6
const INFLECTED = 0.55
const INSIDE_A_WORD = 0.2
const AT_START = 0.2
const SEVERAL_WORDS = 0.1
const COVERAGE = 0.1
/** Likeness to an example speaks as loudly as a matched word only when nearly every word is shared. */
const EXAMPLE_WEIGHT = 0.95

/** Prepares a message for `scorePackage`. */
export const prepareText = (text: string): RoutedText => {
  const seen = normalise(text).slice(0, LOOKED_AT)
  return { text: seen, tokens: tokensOf(seen), print: fingerprint(seen) }
}

/** Compiles what calls a package: its triggers, and its examples as likeness. Patterns were checked when it was installed. */
export const compileTriggers = (
  acp: Pick<AcpPackage, 'triggers' | 'examples'>,
): readonly CompiledTrigger[] => [...acp.triggers.map(compileTrigger), likeness(acp.examples)]

/**
 * All signals of a package as one score: independent hints add up, none can exceed 1. The strongest explains it, and words
 * that stand in the message explain it better than likeness to an example.
 */
export const scoreTriggers = (triggers: readonly CompiledTrigger[], message: RoutedText): Signal | null => {
  const signals = triggers.map((trigger) => trigger(message)).filter((signal) => signal !== null)
  const [strongest] = signals.toSorted((a, b) => explains(b) - explains(a))
  if (strongest === undefined) return null
  const doubt = signals.reduce((product, signal) => product * (1 - signal.score), 1)
  const score = Math.round((1 - doubt) * 1000) / 1000
  const match = strongest.match ?? signals.find((signal) => signal.match !== null)?.match ?? null
  return { score, matched: strongest.matched, match }
}

/** A pattern that fired inside a word explains nothing; one that fired on words does. */
const explains = ({ match, score }: Signal): number =>
  match === null || score <= INSIDE_A_WORD ? score : 1 + score

const compileTrigger = (trigger: Trigger): CompiledTrigger => {
  if (trigger.type === 'regex') return regex(trigger.value)
  if (trigger.type === 'keyword') return keyword(trigger.value)
  return likeness([...(trigger.value === undefined ? [] : [trigger.value]), ...(trigger.examples ?? [])])
}

const regex = (pattern: string): CompiledTrigger => {
  const { RE2JS } = load('re2js') as typeof Re2
  const compiled = RE2JS.compile(normalise(pattern), RE2JS.CASE_INSENSITIVE)
  return ({ text }) => {
    const matcher = compiled.matcher(text)
    let best: Signal | null = null
    while (matcher.find()) {
      const start = matcher.start()
      const end = matcher.end()
      // An empty match says nothing about the message.
      if (end === start) continue
      const captures = groups(matcher.groupCount(), (index) => matcher.group(index))
      const found = place('regex', text, { start, end, captures })
      if (best === null || found.score > best.score) best = found
    }
    return best
  }
}

const groups = (count: number, group: (index: number) => string | null): string[] =>
  Array.from({ length: count }, (_, index) => group(index + 1)?.trim() ?? '').filter(
    (caught) => caught !== '',
  )

const keyword = (value: string): CompiledTrigger => {
  const wanted = tokensOf(value)
  const folded = fold(value)
  return ({ text, tokens }) => {
    if (wanted.length === 0) return null
    const fires = hasCjk(value) ? fold(text).includes(folded) : containsRun(tokens, wanted)
    if (!fires) return null
    // Case folding may change lengths; then the place is unknown and the message is kept whole.
    const start = fold(text).length === text.length ? fold(text).indexOf(folded) : -1
    if (start === -1) return { score: WHOLE_WORD, matched: `keyword "${value}"`, match: null }
    return place('keyword', text, { start, end: start + folded.length, captures: [] })
  }
}

const containsRun = (tokens: readonly string[], run: readonly string[]): boolean =>
  tokens.some((_, index) => run.every((token, offset) => tokens[index + offset] === token))

const likeness = (examples: readonly string[]): CompiledTrigger => {
  const prints = examples.map((example) => ({ example, print: fingerprint(example) }))
  return ({ print }) => {
    let best: Signal | null = null
    for (const known of prints) {
      const score = EXAMPLE_WEIGHT * similarity(print, known.print)
      if (score > (best?.score ?? 0.1)) best = { score, matched: `example "${known.example}"`, match: null }
    }
    return best
  }
}

/** A match is worth more as a whole word, at the start, of several words, and covering the message; little inside a word. */
const place = (kind: string, text: string, match: TriggerMatch): Signal => {
  const { start, end } = match
  const literal = text.slice(start, end)
  const base = wordScore(text, start, end)
  const extra =
    base === INSIDE_A_WORD
      ? 0
      : (isLeadIn(text.slice(0, start)) ? AT_START : 0) +
        (tokensOf(literal).length > 1 ? SEVERAL_WORDS : 0) +
        COVERAGE * Math.min(1, literal.length / Math.max(1, text.trim().length))
  return { score: Math.min(1, base + extra), matched: `${kind} "${literal}"`, match }
}

const wordScore = (text: string, start: number, end: number): number => {
  if (!isBorder(characterBefore(text, start), characterAt(text, start))) return INSIDE_A_WORD
  if (isBorder(characterBefore(text, end), characterAt(text, end))) return WHOLE_WORD
  const ending = /^(?:es|s)/iu.exec(text.slice(end))?.[0].length ?? 0
  const inflected =
    ending > 0 && isBorder(characterBefore(text, end + ending), characterAt(text, end + ending))
  return inflected ? INFLECTED : INSIDE_A_WORD
}
