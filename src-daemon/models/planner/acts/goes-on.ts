import { escaped } from '../../core/pattern.ts'
import type { Grammar } from '../grammar/index.ts'
import { patternFrom } from '../grammar/pattern.ts'
import type { Kind } from '../base/kinds.ts'
import type { Effect } from '../base/program.ts'
import { valuesIn } from '../base/effects.ts'
import { withoutNames } from '../reading/keywords.ts'
import { record } from '../base/results.ts'
import type { Situation } from '../base/situation.ts'
import { wishesOf } from '../reading/wishes.ts'
import type { Wish } from '../reading/wish.ts'
import { findDates } from '../time/dates.ts'
import { findRecurrences } from '../time/recurrence.ts'
import { closed } from './closed-words.ts'
import { isLong } from './content.ts'

/** What is hidden in a text that is to be kept: the rest of the order, which was taken for its words. */

type Told = Pick<Situation, 'message' | 'grammar' | 'nouns' | 'now'>

/** A text that a change keeps, and where the change stands among all. */
export interface Kept {
  readonly text: string
  readonly effect: Effect
  readonly at: number
  readonly count: number
}

/**
 * Whether a text to be kept has more of the order in it: another order, a value for a field, a correction. What stands in quotes was
 * meant, and what a text begins with too, where the order to keep it stands before it.
 */
export const goesOn = ({ text, effect: { kind, args, item }, at, count }: Kept, told: Told): boolean => {
  const { message, grammar, nouns, now } = told
  const { ledger, fields, values } = grammar
  if (isLong(text) || isQuoted(text, message)) return false
  const bare = withoutSet(text.replaceAll(QUOTED, ' '), record(args['object']) ?? {}, kind).trim()
  const { title } = kind.roles
  const isTitle = title !== undefined && record(args['object'])?.[title.name] === text
  if (bare !== '' && (POINTED.test(bare) || (isTitle && saysNothing(bare, grammar) && !isAbout(bare, told))))
    return true
  if (PAIRS.some(([open, close]) => text.split(open).length !== text.split(close).length)) return true
  const edge = `(?:${ledger.between})`
  // Behind another one, it begins where one may go on.
  if (ledger.goesOn.test(at > 0 ? `; ${bare}` : bare) || patternFrom(`^${edge}|${edge}$`, 'iu').test(bare))
    return true
  // "… with a deadline", whose day was taken out.
  const field = [fields.date, fields.priority, fields.tags].join('|')
  if (patternFrom(`(?<!\\p{Script=Latin})(?:${field})$`, 'iu').test(bare)) return true
  const [head = '', ...body] = bare.split(/[:：]/u)
  const value = patternFrom(
    `(?<!\\p{Script=Latin})(?:${[...Object.values(fields), values.high, values.low].join('|')})(?!\\p{Script=Latin})`,
    'giu',
  )
  const isValue = (clause: string): boolean => {
    const rest = clause.replaceAll(value, ' ')
    return rest !== clause && !isWord(rest.replaceAll(closed(grammar, [], []), ' '))
  }
  // "This text: …", "high: …"
  const order = closed(grammar, ['make', 'append', 'body'], ['title', 'body'])
  if (body.length > 0 && isWord(head) && !isWord(head.replaceAll(value, ' ').replaceAll(order, ' ')))
    return true
  const clauses = bare.replaceAll(ABBREVIATIONS, '$1').split(ledger.clauses).filter(isWord)
  const isBehind = at > 0 || followsOther(text, item, told)
  const isWhole = isBehind || (count > 1 && isHead(text, told))
  return clauses.slice(isWhole ? 0 : 1).some((clause, index) => {
    const isFirst = isWhole && index === 0
    const said = ordered(clause, told)
    const isOrdered = (words: string, isMeant: (wish: Wish) => boolean): boolean =>
      wishesOf(words, { grammar, nouns, now }).some((wish) => isOrder(wish) && isMeant(wish))
    if (isValue(clause) || isAboutKept(isFirst ? clause : said, told)) return true
    // One of a list may begin as a verb does ("bin bags"), and what stands behind it may order all of them.
    return isFirst
      ? isOrdered(clause, ({ act }) => act !== 'delete') ||
          isOrdered(said, ({ act }) => act !== 'delete' && act !== 'make')
      : isOrdered(said, () => true)
  })
}

/** A text without clauses that are values of its object: "urgent" where that is true, "on hold" for `on_hold`. */
const withoutSet = (
  text: string,
  object: Readonly<Record<string, unknown>>,
  { roles: { title, body } }: Kind,
): string => {
  const values = Object.entries(object).flatMap(([name, value]) => {
    if (name === title?.name || name === body?.name) return []
    if (typeof value === 'boolean') return [value ? name : `not ${name}`]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  return values.reduce((rest, value) => {
    const words = escaped(value.replaceAll(/[_-]/g, ' '))
    return rest.replaceAll(patternFrom(`[,;，、]\\s*${words}(?=\\s*(?:[,;，、]|$))`, 'giu'), '')
  }, text)
}

/** Whether something else than an order to keep it, and its values, stands before a text. */
const followsOther = (
  text: string,
  item: Effect['item'],
  { message, grammar, nouns, now }: Told,
): boolean => {
  const at = message.toLowerCase().indexOf(text.toLowerCase())
  if (at <= 0) return false
  const before = message.slice(0, at)
  const values = [...findRecurrences(before, now), ...findDates(before, now)].map(({ source }) => source)
  const undated = values.reduce((rest, source) => rest.replace(source, ' '), before)
  const bare = withoutNames(undated, valuesIn(item?.object).join(' '), grammar, () => ' ')
  const said = [...Object.values(nouns), grammar.values.high, grammar.values.low, grammar.values.normal]
  return isWord(
    bare
      .replaceAll(patternFrom(`(?<!\\p{Script=Latin})(?:${said.join('|')})(?!\\p{Script=Latin})`, 'giu'), ' ')
      .replaceAll(closed(grammar, ['make', 'append'], ['title', 'body', 'priority', 'date', 'tags']), ' '),
  )
}

/** A clause as the message has it, where something was taken out of it, and without what stands between two orders. */
const ordered = (clause: string, { message, grammar: { ledger } }: Told): string => {
  const at = message.indexOf(clause.trim())
  const [said = clause] = at === -1 ? [] : message.slice(at).split(ledger.clauses)
  return said.trim().replace(patternFrom(`^(?:(?:${ledger.between})[\\s,，、]*)+`, 'iu'), '')
}

/** Whether a clause begins as an order does, and names a kind of what is kept: "tag the dentist task health". */
const isAboutKept = (clause: string, { grammar: { ledger }, nouns }: Told): boolean => {
  const { make: _make, append: _append, ...orders } = ledger.orders
  return (
    patternFrom(`^(?:${Object.values(orders).join('|')})`, 'iu').test(clause) &&
    patternFrom(`(?<!\\p{L})(?:${Object.values(nouns).join('|')})(?!\\p{L})`, 'iu').test(clause)
  )
}

/** "都给我", but not a word in Hiragana, where grammar can't be told from words. */
const saysNothing = (text: string, grammar: Grammar): boolean =>
  !/^\p{Script=Hiragana}+$/u.test(text) && !isWord(text.replaceAll(closed(grammar, [], []), ' '))

/** "A note about more of the same" */
const isAbout = (text: string, { message, grammar: { ledger } }: Told): boolean =>
  patternFrom(ledger.about.replaceAll('{text}', escaped(text)), 'iu').test(message)

/** "Put that on my list" */
const POINTED =
  /^(?:it|that|this|them|these|those|l[oae]s?|es[oae]|est[oae]|它|这个|那个|[そこあ]れ)[.!。]?$/iu
/** Their points end no clause. */
const ABBREVIATIONS = /(?<!\p{L})(mr|mrs|ms|dr|st|sr|sra|no|vs|etc|approx)\./giu
const QUOTED = /"[^"]*"|“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』/gu
const isWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Whether a text stands before the order to keep it, or behind another one. */
const isHead = (text: string, { message, grammar }: Told): boolean => {
  const at = message.toLowerCase().indexOf(text.toLowerCase())
  return at !== -1 && !isWord(message.slice(0, at).replaceAll(closed(grammar, [], []), ' '))
}

/** Whether a clause orders something of its own, rather than saying what is to be done. */
const isOrder = ({ act, kind, follows }: Wish): boolean =>
  !follows && (act === 'make' ? kind !== null : act !== 'none' && act !== 'ask')

/** Half a pair is left of a name that was quoted. */
const PAIRS = ['“”', '«»', '「」', '『』'].map((pair) => [pair.charAt(0), pair.charAt(1)] as const)

const isQuoted = (text: string, message: string): boolean =>
  ['""', '“”', '«»', '「」', '『』', "''"].some((quotes) =>
    message.includes(`${quotes[0] ?? ''}${text}${quotes[1] ?? ''}`),
  )
