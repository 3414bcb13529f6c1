import type { Grammar } from '../grammar/index.ts'
import type { Kind } from '../base/kinds.ts'
import type { Wish } from '../reading/wishes.ts'
import type { Situation } from '../base/situation.ts'
import { findDates } from '../time/dates.ts'
import { contentOf, unquoted } from './content.ts'

/** What a wish for new objects says of each: "milk, eggs and bread" are three things to do, but one note. */
export const partsOf = (wish: Wish, kind: Kind, { grammar, now }: Situation): string[] => {
  const said = wish.what.trim()
  if (kind.roles.body?.required === true) return [said]
  const list = unquoted(said.replace(grammar.joints, ''))
  const parts = thingsIn(list, grammar)
  const isList =
    parts.length > 1 &&
    // Nobody who asks for one thing means several, but for things to do that each have a date.
    (wish.isPlural || parts.every((part) => grammar.doing.test(part) && findDates(part, now).length > 0)) &&
    // "Pay the bill, high priority" is one.
    parts.every((part) => contentOf(part, kind, { grammar, now, isVerbatim: false }).text !== '')
  return isList ? parts : [said]
}

/** Divides at commas, and at "and" where what stands beside it is of one sort: items, or things to do. */
const thingsIn = (list: string, grammar: Grammar): string[] => {
  const marked = list
    .split(/[,，、;；\n]/u)
    .map((part) => part.trim().replace(/^(?:and|y|e|和)\s+/iu, ''))
    .filter((part) => part !== '')
  return marked.flatMap((part) => {
    const pieces = part
      .split(grammar.between)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '')
    const areItems = !marked.some((one) => grammar.doing.test(one)) && pieces.every(isItem)
    return areItems || pieces.every((piece) => grammar.doing.test(piece)) ? pieces : [part]
  })
}

const isItem = (part: string): boolean =>
  /\p{Script=Latin}/u.test(part)
    ? part.split(/\s+/u).length <= 2
    : part.length <= 4 && !/\p{Script=Hiragana}/u.test(part)
