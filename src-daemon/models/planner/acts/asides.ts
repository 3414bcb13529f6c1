import { likenessOf } from '../reading/keywords.ts'
import type { Effect } from '../base/program.ts'
import { deedsOf, valuesIn } from '../base/effects.ts'
import { dayOf, isoDay } from '../time/days.ts'
import type { Situation } from '../base/situation.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { wishesOf } from '../reading/wishes.ts'
import { findDates } from '../time/dates.ts'

type Told = Pick<Situation, 'message' | 'grammar' | 'nouns' | 'now'>

/**
 * Clauses beside an order about something kept that only tell more: "scrap the milk task, *we've gone vegan*". They order nothing,
 * deny, suppose or correct nothing, name no day and no value, and report nothing of another object.
 */
export const asidesIn = (effects: readonly Effect[], told: Told): string[] => {
  const { message, grammar, nouns, now } = told
  if (/[?？]/u.test(message)) return []
  const [only] = effects
  // Beside several orders, what is told of one of their objects may be one more.
  if (only === undefined || effects.length > 1) return []
  if (only.item === null) return reasonsIn(only, told)
  const clauses = message
    .replaceAll(QUOTED, '"')
    .split(grammar.ledger.clauses)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
  if (clauses.length < 2) return []
  const { cues, fields, values, ledger } = grammar
  const said = [...Object.values(fields), ...Object.values(values), ...Object.values(nouns)].join('|')
  const value = patternFrom(`(?<!\\p{Script=Latin})(?:${said})(?!\\p{Script=Latin})`, 'iu')
  const object = valuesIn(only.item.object).join(' ')
  const isOfEffect = (clause: string): boolean => likenessOf(clause, object, grammar).said > 0
  const isTicked = deedsOf(only).includes('tick')
  return clauses.filter(
    (clause) =>
      clause.length <= MOST &&
      !clause.includes('"') &&
      (ledger.excuses.test(clause) ||
        (ledger.asides.test(clause) &&
          !grammar.doing.test(clause) &&
          !ledger.noAside.test(clause) &&
          !ledger.goesOn.test(clause) &&
          !cues.unsaid.test(clause) &&
          !value.test(clause) &&
          // The day on which it was done.
          findDates(clause, now).every(({ date }) => isTicked && date <= isoDay(dayOf(now))) &&
          wishesOf(clause, told).every(
            ({ act, isReport }) =>
              act === 'none' || act === 'ask' || (isReport && (POINTS.test(clause) || isOfEffect(clause))),
          ))),
  )
}

/** Why something is to be done, which is no part of what is: "book the check-up, I can do that on the way". */
const reasonsIn = ({ kind }: Effect, told: Told): string[] => {
  const { message, grammar, now } = told
  if (kind.roles.status === undefined) return []
  const reason =
    grammar.reasons
      .exec(message)?.[0]
      .trim()
      .replace(/^[,;.\s]+/u, '') ?? ''
  return reason !== '' &&
    reason.length <= MOST &&
    !/["“«「『]/u.test(reason) &&
    !grammar.cues.unsaid.test(reason.replace(/^\p{L}+/u, '')) &&
    findDates(reason, now).length === 0 &&
    wishesOf(reason, told).every(({ act, isReport }) => act === 'none' || act === 'ask' || isReport)
    ? [reason]
    : []
}

const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』/gu
/** What was done with it: "got it on the way home". */
const POINTS = /(?<!\p{L})(?:it|them|l[oa]s?)(?!\p{L})|它/iu
const MOST = 60
