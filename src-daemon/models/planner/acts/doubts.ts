import type { Kind } from '../base/kinds.ts'
import type { Situation } from '../base/situation.ts'
import { likenessOf } from '../reading/keywords.ts'
import type { Wish } from '../reading/wishes.ts'
import { findDates } from '../time/dates.ts'
import { isLong } from './content.ts'

/** What shows that a sentence wasn't read to its end, so that what it changes is asked about first. */

/** Whether words of the order, or a time that was not understood, are left in what a new object is called. */
export const isHalfRead = (
  title: string,
  { roles }: Kind,
  { isVerbatim }: Pick<Wish, 'isVerbatim'>,
  { grammar }: Pick<Situation, 'grammar'>,
): boolean => {
  if (isLong(title)) return false
  // What stands in quotes was meant so.
  const bare = title.replaceAll(/"[^"]*"|“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』/gu, '').trim()
  if (bare === '') return false
  const { leftovers, unreadTimes } = grammar.cues
  const isToDo = roles.status !== undefined
  if (LABELLED.test(bare)) return true
  return (
    (!isVerbatim && grammar.orders.test(bare)) ||
    (isToDo && leftovers.test(bare)) ||
    (isToDo && roles.date !== undefined && unreadTimes.test(bare))
  )
}

/** A word for the title in front of it, without what divides it from the text. */
const LABELLED =
  /^(?:me|for me|saying|that says|namely|diciendo|que diga|就说|说是|(?:two|three|\d+|dos|tres) (?:things|cosas)|title|titled|called|named|t[íi]tulo|llamad[oa]|标题|题目|タイトル|件名)(?!\p{L})[:：]?/iu

/** Whether a report says more than that this object is done, or something else of it. */
export const isElse = (wish: Wish, known: string, { grammar }: Pick<Situation, 'grammar'>): boolean =>
  wish.isStatement ||
  (wish.isReport &&
    wish.value !== 'open' &&
    (grammar.cues.unsaid.test(wish.text) ||
      likenessOf(wish.target, known, grammar).said < leastSaid(wish.target)))

/** The share of a report's words that its object must have; of its characters, where words aren't parted. */
const leastSaid = (target: string): number => (/\p{Script=Han}/u.test(target) ? 0.15 : 0.25)

/** Whether words for a date say more than one. */
export const isManyDates = (value: string, { now }: Pick<Situation, 'now'>): boolean =>
  new Set(findDates(value, now).map(({ date }) => date)).size > 1
