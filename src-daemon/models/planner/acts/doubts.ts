import type { Kind } from '../base/kinds.ts'
import type { Situation } from '../base/situation.ts'
import { keywordsOf, likenessOf } from '../reading/keywords.ts'
import type { Wish } from '../reading/wish.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { findDates } from '../time/dates.ts'
import { dayOf, isoDay } from '../time/days.ts'
import { isLong } from './content.ts'

/** What shows that a sentence wasn't read to its end, so that what it changes is asked about first. */

/** Whether words of the order, or a time that was not understood, are left in what a new object is called. */
export const isHalfRead = (
  title: string,
  { kind: { roles }, due }: { readonly kind: Kind; readonly due: string | null },
  { isVerbatim }: Pick<Wish, 'isVerbatim'>,
  situation: Pick<Situation, 'grammar' | 'now'>,
): boolean => {
  const { grammar, now } = situation
  if (isLong(title)) return false
  if (due !== null && isPast(due, situation)) return true
  // What stands in quotes was meant so.
  const bare = title.replaceAll(/"[^"]*"|“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』/gu, '').trim()
  if (bare === '') return false
  const { leftovers, unreadTimes } = grammar.cues
  const isToDo = roles.status !== undefined
  if (LABELLED.test(bare) || grammar.cues.turns.others.test(BEFORE_COLON.exec(bare)?.[0] ?? '')) return true
  // A second day that isn't the one it is for.
  if (due !== null && findDates(bare, now).some(({ date }) => date !== due)) return true
  return (
    (!isVerbatim && grammar.orders.test(bare)) ||
    (isToDo && leftovers.test(bare)) ||
    (isToDo && roles.date !== undefined && unreadTimes.test(bare))
  )
}

/** Who said something, before what was said: "a message from Anna: …". */
const BEFORE_COLON = /^[^:：]{0,60}[:：](?!\d|\/\/)/u

/** A word for the title in front of it, without what divides it from the text. */
const LABELLED =
  /^(?:me|for me|saying|that says|namely|diciendo|que diga|就说|说是|(?:two|three|\d+|dos|tres) (?:things|cosas)|title|titled|called|named|(?:nueva )?t[íi]tulo|(?:nueva )?llamad[oa])(?!\p{L})[:：]?|^(?:标题|题目|タイトル|件名)/iu

/** Whether what is to change is only said to be so, or a report says more than that this object is done. */
export const isElse = (wish: Wish, known: string, situation: Pick<Situation, 'grammar' | 'now'>): boolean => {
  if (wish.isStatement) return true
  const { grammar } = situation
  if (!wish.isReport) return false
  if (wish.isTold)
    return (
      grammar.cues.unsaid.test(wish.text) ||
      likenessOf(wish.target, known, grammar).said < leastSaid(wish.target)
    )
  return saysMore(wish, known, situation)
}

/** The share of a story's words that its object must have; of its characters, where words aren't parted. */
const leastSaid = (target: string): number => (/\p{Script=Han}/u.test(target) ? 0.15 : 0.25)

/**
 * Whether a report has words besides those of its object and those that may stand around any: it could be a dream, a plan, or
 * about somebody else. A clause of its own may deny something else: "the milk is bought, but not the bread".
 */
const saysMore = (
  { text, value }: Wish,
  known: string,
  { grammar, now }: Pick<Situation, 'grammar' | 'now'>,
): boolean => {
  const { unsaid, around, denials } = grammar.cues
  const undated = findDates(text, now).reduce((rest, { source }) => rest.replace(source, ' '), text)
  return undated.split(CLAUSES).some((clause) => {
    const rest = clause.replace(around, ' ')
    const { said, covered } = likenessOf(rest, known, grammar)
    if (covered === 0) return keywordsOf(rest, grammar).length > 0 && !denials.test(clause)
    return said < 1 || (value !== 'open' && (unsaid.test(clause) || denials.test(clause)))
  })
}
const CLAUSES = /[,，、;；.。!！]|(?<!\p{L})(?:but|pero|aunque|though)(?!\p{L})/iu

/** Whether a report of something done denies that it is: "the milk still isn't bought". */
export const isDenied = (
  { isReport, isTold, value, text }: Wish,
  { grammar }: Pick<Situation, 'grammar'>,
): boolean =>
  isReport &&
  !isTold &&
  value !== 'open' &&
  text
    .split(CLAUSES)
    .filter((clause) => clause.trim() !== '')
    .every((clause) => grammar.cues.denials.test(clause))

/** Whether words begin as no thing does, but as the rest of an order: "give the gifts note *of name* …". */
export const areRest = (words: string): boolean =>
  /^(?:de|con|como|por|para|a (?:la|el|los|las)|al|to|with|as|by|of|for|say|saying|that|also)\s/iu.test(words)

/** Whether words for what is added to a text may be meant for a field: "give the bread high priority". */
export const areForField = (words: string, { grammar: { fields } }: Pick<Situation, 'grammar'>): boolean =>
  patternFrom(
    `(?<![\\p{Script=Latin}])(?:${fields.priority}|${fields.tags})(?![\\p{Script=Latin}])`,
    'iu',
  ).test(words)

/** Whether a day has passed: what is to be done on it is rather told. */
export const isPast = (date: string, { now }: Pick<Situation, 'now'>): boolean => date < isoDay(dayOf(now))

/** Whether words for a date say more than one. */
export const isManyDates = (value: string, { now }: Pick<Situation, 'now'>): boolean =>
  new Set(findDates(value, now).map(({ date }) => date)).size > 1
