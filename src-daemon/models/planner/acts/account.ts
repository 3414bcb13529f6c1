import { escaped } from '../../core/pattern.ts'
import { cutTextsOf, deedsOf, ranksOf, rolesOf, textsOf, valuesIn } from '../base/effects.ts'
import type { Effect } from '../base/program.ts'
import type { Situation } from '../base/situation.ts'
import { DURATION } from '../grammar/durations.ts'
import type { Deed } from '../grammar/index.ts'
import { NUMBERS } from '../grammar/numbers.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { withoutNames } from '../reading/keywords.ts'
import { withoutCourtesy } from '../reading/phrasing.ts'
import { sentencesOf } from '../reading/sentences.ts'
import { withoutSlips } from '../reading/slips.ts'
import { findDates, findTime } from '../time/dates.ts'
import { dayOf, isoDay } from '../time/days.ts'
import { findRecurrences } from '../time/recurrence.ts'
import { asidesIn } from './asides.ts'
import { closed } from './closed-words.ts'
import { isLong } from './content.ts'
import { goesOn } from './goes-on.ts'

/**
 * The account of a message: every word of it must be explained by what is about to change, or say nothing. It is made from the
 * message and the changes alone, whatever was read how, so that two mistakes would be needed for a wrong change.
 */

type Told = Pick<Situation, 'message' | 'grammar' | 'nouns' | 'now' | 'recent'>

/** Whether all of a message is explained by these changes, and none of their texts hides more of an order. */
export const isAccountedFor = (effects: readonly Effect[], told: Told): boolean => {
  return (
    leftOf(effects, told).length === 0 &&
    !effects.some((effect, at) =>
      textsOf(effect).some((text) => goesOn({ text, effect, at, count: effects.length }, told)),
    )
  )
}

/** The words of a message that neither its changes nor the closed classes of its language explain, whatever slipped in its verbs. */
export const leftOf = (effects: readonly Effect[], told: Told): string[] => {
  const { message, grammar } = told
  const left = leftIn(message, effects, told)
  if (left.length === 0 || isLong(message)) return left
  const plain = sentencesOf(message)
    .map((sentence) => withoutCourtesy(sentence, grammar))
    .join(' ')
  return leftIn(withoutSlips(plain, grammar), effects, told)
}

const leftIn = (
  message: string,
  effects: readonly Effect[],
  { grammar, nouns, now, recent }: Told,
): string[] => {
  const { cues } = grammar
  const { before, behind } = grammar.dateEdges
  const deeds = effects.flatMap(deedsOf)
  let left = message.normalize('NFKC').replaceAll(grammar.hesitations, hidden)
  for (const aside of asidesIn(effects, { message: left, grammar, nouns, now }))
    left = left.replace(aside, hidden)
  const hide = (pattern: RegExp): void => {
    left = left.replaceAll(pattern, hidden)
  }
  // "The second one", which is the second of what was listed.
  for (const [ordinal, place] of grammar.ordinals) {
    const listed = recent.objects.at(place > 0 ? place - 1 : place)
    if (listed !== undefined && effects.some(({ item }) => item?.id === listed.item.id))
      left = left.replace(ordinal, hidden)
  }
  const dates = new Set(
    effects.flatMap(({ args }) => valuesIn(args).flatMap((value) => ISO.exec(value)?.[0] ?? [])),
  )
  // "Move it from Monday to Thursday"
  const moved = new Set(
    deeds.includes('date')
      ? effects.flatMap(({ item }) => valuesIn(item?.object).flatMap((value) => ISO.exec(value)?.[0] ?? []))
      : [],
  )
  const recurring = findRecurrences(left, now)
  const days = [...recurring, ...findDates(left, now)].filter((day) =>
    'first' in day
      ? day.first === null || dates.has(day.first)
      : // The day on which it was done.
        dates.has(day.date) ||
        moved.has(day.date) ||
        (deeds.includes('tick') && day.date <= isoDay(dayOf(now))),
  )
  for (const { source } of days)
    left = left.replace(patternFrom(`${before}${escaped(source)}${behind}`, 'iu'), hidden)
  for (const cut of effects.flatMap(cutTextsOf)) {
    const at = left.toLowerCase().indexOf(cut.toLowerCase())
    if (at !== -1) left = left.slice(0, at) + hidden(left.slice(at))
  }
  const texts = effects.flatMap(textsOf).toSorted((a, b) => b.length - a.length)
  // A title may be a part of its text, which is said once.
  const apart = texts.filter(
    (text, at) => !texts.slice(0, at).some((longer) => longer.toLowerCase().includes(text.toLowerCase())),
  )
  for (const text of apart) left = withoutText(left, text)
  const roles = [...new Set(effects.flatMap(rolesOf))]
  if (deeds.includes('date')) hide(patternFrom(DURATION, 'giu'))
  // "Stick that in the note": one that is kept, which nothing new explains.
  const kept = effects.flatMap(({ kind, item }) => {
    const isKept = patternFrom(
      grammar.ledger.keptIn.replaceAll('{kind}', `(?:${nouns[kind.noun] ?? '(?!)'})`),
      'iu',
    )
    return item === null ? (isKept.exec(left) ?? []) : []
  })
  // An object by its whole title, of which some characters alone are no words.
  for (const { item } of effects)
    if (item !== null && item.title.trim().length > 1)
      left = left.replace(
        patternFrom(
          `(?<!\\p{Script=Latin})${escaped(item.title.normalize('NFKC').trim())}(?!\\p{Script=Latin})`,
          'iu',
        ),
        hidden,
      )
  for (const { kind } of effects)
    hide(patternFrom(`(?<!\\p{Script=Latin})(?:${nouns[kind.noun] ?? '(?!)'})(?!\\p{Script=Latin})`, 'giu'))
  // Before single characters of names are.
  const also = (['tags', 'priority'] as const).filter((role): role is Deed & typeof role =>
    roles.includes(role),
  )
  for (const value of effects.flatMap(ranksOf))
    hide(patternFrom(`(?<![\\p{Script=Latin}])(?:${grammar.values[value]})(?![\\p{Script=Latin}])`, 'giu'))
  const said = closed(grammar, [...new Set([...deeds, ...also])], roles)
  if (!/^[\p{Script=Latin}\P{L}]*$/u.test(left)) hide(said)
  left = withoutNames(left, texts.filter((text) => !isLong(text)).join(' '), grammar, hidden)
  if (dates.size > 0) {
    const time = findTime(left)
    if (time !== null && effects.some(({ args }) => valuesIn(args).some((value) => /T\d\d:\d\d/.test(value))))
      left = left.replace(time, hidden)
  }
  for (const { item } of effects)
    if (item !== null) left = withoutNames(left, valuesIn(item.object).join(' '), grammar, hidden)
  hide(cues.politeIfs)
  if (effects.length > 1)
    left = left.replaceAll(COUNTS, (count) => (countOf(count) === effects.length ? hidden(count) : count))
  hide(said)
  return [...kept, ...(left.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])]
}

/** "Two tasks: …" */
const COUNTS = /(?<!\p{L})\p{Script=Latin}+(?!\p{L})|\d+|[两二三四五六七八九十]/giu
const countOf = (word: string): number =>
  /^\d/u.test(word) ? Number(word) : (NUMBERS[word.toLowerCase()] ?? 0)

const ISO = /^\d{4}-\d\d-\d\d/
const HIDDEN = '\uE00F'
const hidden = (text: string): string => HIDDEN.repeat(text.length)

/** A message without a text, in one piece or in as few as it has. */
const withoutText = (message: string, text: string): string => {
  let left = message
  const lower = (): string => left.toLowerCase()
  const plain = text.normalize('NFKC').trim()
  const whole = isAt(lower(), plain.toLowerCase())
  const at = (begin: number, length: number): void => {
    left = left.slice(0, begin) + hidden(left.slice(begin, begin + length)) + left.slice(begin + length)
  }
  if (whole !== -1) {
    at(whole, plain.length)
    return left
  }
  // Not in one piece: what stood between was taken out of it.
  let rest = plain.toLowerCase()
  while (rest !== '') {
    let length = rest.length
    while (length > 0 && !(isPiece(rest, length) && isAt(lower(), rest.slice(0, length)) !== -1)) length -= 1
    if (length > 0) at(isAt(lower(), rest.slice(0, length)), length)
    rest = rest.slice(Math.max(length, 1))
  }
  return left
}

/** Whether a piece ends where a word does. */
const isPiece = (text: string, length: number): boolean =>
  !/[\p{Script=Latin}\p{N}]{2}/u.test(text.slice(length - 1, length + 1)) &&
  /[\p{L}\p{N}]/u.test(text.slice(0, length))
const isAt = (text: string, piece: string): number => {
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + 1))
    if (
      !/[\p{Script=Latin}\p{N}]{2}/u.test(text.slice(Math.max(at - 1, 0), at + 1).padStart(2)) &&
      !/[\p{Script=Latin}\p{N}]{2}/u.test(text.slice(at + piece.length - 1, at + piece.length + 1))
    )
      return at
  return -1
}
