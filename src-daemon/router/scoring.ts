import type { Likeness } from './classifier/likeness.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { type Signal, explains } from './triggers/index.ts'
import type { RouteCandidate, RouteSignal } from '../contract/router.ts'

/** All evidence for one capability. */
export interface Evidence {
  readonly triggers: Signal[]
  /** The message is an example of the author, or a correction of the user. */
  said: 'example' | 'correction' | null
  words: Likeness | null
  embedding: Likeness | null
}

/** A candidate, and the trigger whose words are removed from the message. */
export interface Scored extends RouteCandidate {
  readonly signals: RouteSignal[]
  readonly match: Signal['match'] | null
  /** Its description is unsigned: it counts only if no signed capability claims the message. */
  readonly isUnsigned: boolean
}

/** The learners that know anything about a message: one that knows none of its words says nothing against a capability either. */
export interface Learners {
  readonly words: boolean
  readonly embedding: boolean
}

/** Upper limit of a learner's score. */
const MAX_LEARNED = 0.95
const SAID = { example: 0.95, correction: 1 } as const
const EVEN = 0.5

/**
 * All evidence as one score, 0..1, that grows with each part of it: triggers are independent hints, `1 - (1 - a)(1 - b)`; learned
 * similarity is one more hint, the quadratic mean of the learners used: one that is quite sure is enough, because meaning
 * needs no common word, and two that are half sure are no surer together. A similarity that wouldn't be enough by itself counts
 * less (`2 x²`), so that vague similarity and a chance match don't add up to a choice. A message that equals an example
 * gets nearly the highest score, and a corrected one is certain.
 */
export const scoreOf = ({ triggers, said, words, embedding }: Evidence, asked: Learners): number => {
  const parts = [
    ...(asked.words ? [words?.score ?? 0] : []),
    ...(asked.embedding ? [embedding?.score ?? 0] : []),
  ]
  const learned = Math.sqrt(parts.reduce((sum, part) => sum + part ** 2, 0) / (parts.length || 1))
  const likely = counted(learned)
  const sure = said === null ? likely : Math.max(SAID[said], likely)
  const doubt = triggers.reduce((product, { score }) => product * (1 - score), 1 - sure)
  return Math.round((1 - doubt) * 1000) / 1000
}

/** A similarity's weight: reduced if it would not be enough by itself. */
export const counted = (likeness: number): number => (likeness < EVEN ? 2 * likeness ** 2 : likeness)

/** The similarity with this weight. */
export const uncounted = (weight: number): number => (weight < EVEN ? Math.sqrt(weight / 2) : weight)

/**
 * Maps a learner's score to the router's scale, on which the learner's threshold is 0.5.
 *
 * @example
 * onScale(0.3, 0.3) // 0.5
 */
export const onScale = (score: number, threshold: number): number => {
  const scaled =
    score < threshold
      ? (EVEN * score) / threshold
      : EVEN + ((MAX_LEARNED - EVEN) * (score - threshold)) / Math.max(1 - threshold, Number.EPSILON)
  return Math.min(MAX_LEARNED, Math.max(0, scaled))
}

/** A capability as a candidate. Words in the message explain it better than similarity. */
export const candidateOf = (
  { name, title, claim }: Pick<AcpPackage, 'name' | 'title' | 'claim'>,
  text: string,
  evidence: Evidence,
  asked: Learners,
): Scored => {
  const triggers = evidence.triggers.toSorted(
    (a, b) => b.score - a.score || a.match.start - b.match.start || b.match.end - a.match.end,
  )
  const signals: RouteSignal[] = triggers.map(({ kind, score, matched, match: { start, end } }) => ({
    kind,
    score: round(score),
    matched,
    start,
    end,
  }))
  const { said } = evidence
  if (said !== null) signals.push({ kind: said, score: SAID[said], matched: `${said} "${text.trim()}"` })
  for (const kind of ['words', 'embedding'] as const) {
    const likeness = evidence[kind]
    if (likeness !== null && likeness.score > 0)
      signals.push({ kind, score: round(likeness.score), matched: `${kind} "${likeness.matched}"` })
  }
  const [best] = triggers
  const explained = best !== undefined && explains(best) && said !== 'correction'
  const shown = explained ? signals : signals.toSorted((a, b) => b.score - a.score)
  return {
    name,
    title,
    score: scoreOf(evidence, asked),
    matched: shown[0]?.matched ?? '',
    signals: shown,
    match: best?.match ?? null,
    isUnsigned: claim !== undefined,
  }
}

const round = (score: number): number => Math.round(score * 1000) / 1000
