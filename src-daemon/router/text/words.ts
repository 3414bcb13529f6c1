import { say } from '../../text/index.ts'
import type { Language } from '../../contract/language.ts'
import type { RouteCandidate, RouteDecision, RouteSignal } from '../../contract/router.ts'

/**
 * A decision in sentences, for `/why` and the terminal: the choice and its reason, each candidate with its
 * evidence, and the measures behind the scores.
 */
export const explained = (
  decision: RouteDecision,
  { language, titleOf }: { readonly language: Language; readonly titleOf: (name: string) => string },
): string[] => {
  const { capability, candidates, measure, expired = [] } = decision
  const names = new Intl.ListFormat(language, { type: 'conjunction' })
  const chosen = say(language, reasonKey(decision), {
    title: capability === null ? '' : titleOf(capability),
    names: names.format(decision.several?.map(titleOf) ?? candidates.map(({ title }) => title)),
  })
  const left = say(language, 'route_expired', { names: names.format(expired.map(titleOf)) })
  const nothing = say(language, 'route_no_candidates', { count: measure?.capabilities ?? 0 })
  return [
    chosen,
    ...(expired.length > 0 ? [left] : []),
    ...candidates.map((one) => candidateWords(one, language)),
    ...(candidates.length === 0 && measure !== undefined ? [nothing] : []),
    ...(measure === undefined
      ? []
      : [
          say(language, 'route_measure', {
            threshold: fixed(measure.threshold),
            margin: fixed(measure.margin),
            clearMargin: fixed(measure.clearMargin),
          }),
          say(language, `route_embedding_${measure.embedding}`),
        ]),
  ]
}

const reasonKey = ({ reason, open, saidNone }: RouteDecision) => {
  if (saidNone === true) return 'route_said_none'
  if (reason === 'several' || reason === 'follow_up' || reason === 'beyond')
    return `route_open_${reason}` as const
  return open === true && (reason === 'none' || reason === 'ambiguous')
    ? (`route_open_${reason}` as const)
    : (`route_${reason}` as const)
}

const candidateWords = (
  { title, score, matched, signals = [] }: RouteCandidate,
  language: Language,
): string =>
  say(language, 'route_candidate', {
    title,
    score: fixed(score),
    signals: signals.length === 0 ? matched : signals.map((one) => signalWords(one, language)).join('; '),
  })

const signalWords = ({ kind, score, matched }: RouteSignal, language: Language): string =>
  say(language, `route_signal_${kind}`, { matched: quotedIn(matched), score: fixed(score) })

/** `add note` of `regex "add note"`. */
const quotedIn = (matched: string): string => /^\w+ "([\s\S]*)"$/u.exec(matched)?.[1] ?? matched

const fixed = (score: number): string => score.toFixed(2)
