import type { Grammar } from '../grammar/index.ts'
import type { Kind } from '../base/kinds.ts'
import type { Wish } from '../reading/wish.ts'
import type { Situation } from '../base/situation.ts'
import { escaped } from '../../core/pattern.ts'
import { patternFrom } from '../grammar/pattern.ts'
import { NUMBERS } from '../grammar/numbers.ts'
import { findDates } from '../time/dates.ts'
import { contentOf, unquoted } from './content.ts'

/** What a wish for new objects says of each: "milk, eggs and bread" are three things to do, but one note. */
export const partsOf = (wish: Wish, kind: Kind, { grammar, now }: Situation): string[] => {
  const said = wish.what.trim()
  if (kind.roles.body?.required === true) return [said]
  const list = unquoted(said.replace(grammar.joints, ''))
  const quoted = QUOTED_LIST.test(list) ? (list.match(QUOTED) ?? []) : []
  if (quoted.length > 1) return quoted
  const divided = list.split(grammar.between).filter((piece) => piece.trim() !== '')
  // "One to water the ferns and one to buy compost".
  const pieces = divided.every((piece) => ONE.test(piece))
    ? divided.map((piece) => piece.replace(ONE, ''))
    : divided
  if (pieces.length > 1 && pieces.every((piece) => /^\s*["“«「『]/u.test(piece))) return pieces
  if (wish.isPlural && pieces.length > 1 && pieces.length === countIn(wish.text)) return pieces
  const parts = isOneDoing(list, grammar) ? [said] : thingsIn(list, grammar, now)
  const isList =
    parts.length > 1 &&
    // A request for one thing doesn't mean several, but for things to do that each have a date.
    (wish.isPlural ||
      parts.every((part) => isDoing(part, grammar, now) && findDates(part, now).length > 0)) &&
    // "Pay the bill, high priority" is one.
    parts.every((part) => contentOf(part, kind, { grammar, now, isVerbatim: false }).text !== '')
  return isList ? parts : [said]
}

/** "Buy eggs, flour and butter" is one thing to do: only the end that the verb stands at has one. */
const isOneDoing = (list: string, grammar: Grammar): boolean => {
  const marked = list.split(/[、，,]/u).filter((piece) => piece.trim() !== '')
  const [first = '', ...rest] = marked
  if (rest.length === 0) return false
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(list))
    return (
      /を\p{L}*[うくぐすつぬぶむる]$/u.test(rest.at(-1) ?? '') &&
      !marked.slice(0, -1).some((piece) => grammar.doing.test(piece))
    )
  return list.includes('、') && BUYING.test(first) && !rest.some((piece) => BUYING.test(piece))
}
const BUYING = /^(?:去)?(?:买|带|取|拿|洗|订|寄|准备|打扫|收拾|整理|采购|还|修|找|做)/u

const ONE = /^(?:one|another(?: one)?|una|otra)(?: is)? (?:to|for|about|para|de)\s+/iu

const QUOTED = /"[^"]+"|'[^']+'|“[^”]+”|«[^»]+»|「[^」]+」|『[^』]+』/gu
const QUOTED_LIST =
  /^(?:(?:"[^"]+"|'[^']+'|“[^”]+”|«[^»]+»|「[^」]+」|『[^』]+』)\s*(?:[,、，]\s*)?(?:(?:and|y|e|と|和|以及|&)\s*)?)+$/u

/** How many the order speaks of: "two new tasks: …"; null if it doesn't say. */
const countIn = (text: string): number | null => {
  const said =
    /(?<![\p{L}\d])(\d|two|three|four|five|six|dos|tres|cuatro|cinco|seis)(?![\p{L}\d])|([两二三四五六])(?=[个条项样件つ])/iu.exec(
      text.slice(0, 60),
    )
  const word = said?.[1] ?? said?.[2]
  return word === undefined ? null : /\d/u.test(word) ? Number(word) : (NUMBERS[word.toLowerCase()] ?? null)
}

/** Divides at commas, and at "and" where what stands beside it is of one sort: items, or things to do. */
const thingsIn = (list: string, grammar: Grammar, now: Date): string[] => {
  const marked = list
    .split(/[,，、;；\n]/u)
    .map((part) => part.trim().replace(/^(?:and|y|e|和)\s+/iu, ''))
    .filter((part) => part !== '')
  return marked.flatMap((part) => {
    const pieces = part
      .split(grammar.between)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '')
    // Behind a comma, "and" stands before the last of a list.
    const areItems =
      !marked.some((one) => grammar.doing.test(one) && !/^\p{Script=Hiragana}+$/u.test(one)) &&
      (marked.length > 1 || pieces.every((piece) => isItem(piece) || (pieces.length > 2 && isWord(piece))))
    return areItems || pieces.every((piece) => isDoing(piece, grammar, now)) ? pieces : [part]
  })
}

/** Whether a part says what is to be done, behind its day too: "on Monday pay the rent". */
const isDoing = (part: string, { doing, dateEdges: { before, behind } }: Grammar, now: Date): boolean => {
  if (doing.test(part)) return true
  const [date] = findDates(part, now)
  if (date === undefined) return false
  return doing.test(
    part.replace(patternFrom(`^\\s*${before}${escaped(date.source)}${behind}[\\s,，、]*`, 'iu'), ''),
  )
}

/** A word of Japanese letters alone. */
const isWord = (part: string): boolean => /^\p{Script=Hiragana}{2,5}$/u.test(part)

const isItem = (part: string): boolean =>
  /\p{Script=Latin}/u.test(part)
    ? part.replaceAll(/(?<!\p{L})(?:of|de|del|the|la|el)\s/giu, '').split(/\s+/u).length <= 3
    : (part.length <= 4 && !/\p{Script=Hiragana}/u.test(part)) || /^[\p{Script=Katakana}ー]+$/u.test(part)
