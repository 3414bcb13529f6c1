import type { Grammar } from '../grammar/index.ts'
import type { ActName } from '../grammar/types.ts'
import { bared, withoutCourtesy, withoutManners } from './phrasing.ts'
import { toldBefore } from './story.ts'
import { joinedToOrder, orderBehind } from './order-behind.ts'
import { sentencesOf } from './sentences.ts'
import { kindNamed } from './rules.ts'
import { nounIn, wish, wishOf, type Reader, type Wish } from './wish.ts'
import { patternFrom } from '../grammar/pattern.ts'

/** How much of a message is read for what it asks; the rest of a longer one is content. */
const READ = 600

/**
 * The wishes of a message, in its order; `none` for a sentence that asks for nothing, empty for one that is not
 * understood. What follows a new object without asking for something else is a part of its content.
 */
export const wishesOf = (message: string, reader: Reader): Wish[] => {
  // In quotes, every sound was meant.
  const said = /["“«「『]/u.test(message)
    ? message.trim()
    : message.replace(reader.grammar.hesitations, '').trim()
  if (said.length > READ) return longWish(said, reader)
  if (reader.grammar.cues.takenBack.test(said) && !/["“«「『:：]/u.test(said)) return [nothing(said, reader)]
  const text = joinedToOrder(said, reader)
  if (reader.grammar.labels.test(text)) {
    const [whole] = wishesIn(text, reader)
    if (whole?.act === 'make') return [whole]
  }
  const wishes: Wish[] = []
  /** The mark that ended the last sentence. */
  let end = ''
  for (const sentence of sentencesOf(text)) {
    const read = wishesIn(sentence, reader)
    const last = wishes.at(-1)
    if (last !== undefined && isManners(sentence, reader)) continue
    if (last?.act === 'tick' && last.isReport && read.length === 1 && read.every(isTickOf(reader))) continue
    const rank = last?.act === 'make' ? rankAlone(sentence, reader) : null
    if (last !== undefined && rank !== null) {
      wishes[wishes.length - 1] = { ...last, what: `${last.what}, ${rank}`, text: `${last.text} ${sentence}` }
      continue
    }
    const goesOn = last?.act === 'make' && !read.some(standsAlone)
    const joined = (part: string): string => `${part.endsWith(end) ? part : part + end} ${sentence}`
    if (goesOn) wishes[wishes.length - 1] = { ...last, what: joined(last.what), text: joined(last.text) }
    else wishes.push(...read)
    end = /[.!?。！？…]*$/u.exec(sentence)?.[0] ?? ''
  }
  const asked = wishes.filter(({ act }) => act !== 'none')
  return asked.length > 0 ? asked : wishes.slice(0, 1)
}

/** The priority that a sentence says and nothing else: "It's urgent."; null where it says more. */
const rankAlone = (sentence: string, { grammar }: Reader): string | null => {
  const match = grammar.rankBehind.exec(`。 ${bared(sentence)}`)
  return match?.index === 0 || match?.index === 1 ? (match.groups?.['rank'] ?? null) : null
}

const nothing = (said: string, reader: Reader): Wish =>
  wish({ act: 'none', form: '' }, {}, said, reader, (part) => part)

/** "Thank you, dear." */
const THANKS =
  /^[¡\s]*(?:(?:many |ok(?:ay)?,? )?(?:thanks|thank you|thx|cheers|ta)|(?:muchas |mil )?gracias|谢谢|多谢|感谢|辛苦|ありがとう|助かり|よろしく|頼み)(?!\p{L}*(?:giving))/iu
const MOST_THANKS = 24

/** "Report done! Check it off." says it twice. */
const isTickOf =
  (reader: Reader) =>
  (wish: Wish): boolean =>
    wish.act === 'tick' && wish.value !== 'open' && pointsBack(wish, reader)

/** "Cheers" */
const isManners = (sentence: string, { grammar }: Reader): boolean =>
  (sentence.length <= MOST_THANKS && THANKS.test(sentence)) ||
  withoutManners(sentence, grammar) === '' ||
  withoutManners(`x ${sentence}`, grammar) === 'x'

/** Whether a sentence behind a new object is a wish of its own: it names a kind of object. */
const standsAlone = ({ act, kind }: Wish): boolean => act === 'undo' || (act !== 'none' && kind !== null)

const longWish = (text: string, reader: Reader): Wish[] => {
  const [head] = wishesIn(text.slice(0, READ) + CUT, reader)
  return head?.act === 'make' && head.what.endsWith(CUT)
    ? [{ ...head, what: head.what.slice(0, -CUT.length) + text.slice(READ), text }]
    : []
}
/** Stands for the rest of a long message. */
const CUT = '\uE002'

/** A sentence's wishes, also where it tells a story first. */
const wishesIn = (sentence: string, reader: Reader): Wish[] => {
  const whole = wishOf(sentence, reader)
  if (whole?.isUndivided === true) return [whole]
  const behind = keptBehind(sentence, reader)
  if (behind !== null) return [behind]
  const told = toldBefore(sentence, reader.grammar)
    .toReversed()
    .flatMap(({ story, order, isStory }) => {
      const read = plainWishesIn(order, reader)
      const isOrder = read.length > 0 && read.every(({ act }) => act !== 'none')
      const isMeant = isStory || read.every((wish) => pointsBack(wish, reader))
      return isOrder && isMeant && !wishesIn(story, reader).some(isOrdered) ? [{ story, read, isStory }] : []
    })
  const storied = told.find(({ read, isStory }) => isStory && read.every((wish) => isWhole(wish, reader)))
  if (storied !== undefined) return [...reportsIn(storied.story, reader), ...storied.read]
  const plain = plainWishesIn(sentence, reader)
  const [near] = told
  const [only] = near?.read ?? []
  if (
    near === undefined ||
    only === undefined ||
    near.read.length > 1 ||
    plain.some(({ act }) => DECIDED.has(act))
  )
    return plain
  return pointedBack(only, near.story, plain[0] ?? null, reader) ?? plain
}

/** A new object in front of the order to keep it, unless what stands there orders or only tells something. */
const keptBehind = (sentence: string, reader: Reader): Wish | null => {
  const { grammar } = reader
  const text = bared(withoutManners(withoutCourtesy(sentence, grammar), grammar))
  const found = orderBehind(text, reader)
  if (found === null || grammar.cues.unsaid.test(found.what) || STAYS.test(found.what)) return null
  const rule = { act: 'make', form: '' } as const
  const { what: said, noun } = found
  const read = wish(rule, { kind: noun, what: said }, text, reader, (part) => part)
  const what = read.kind === 'task' ? grammar.plainly(said) : said
  const isOther = ({ act, kind, isUndivided }: Wish): boolean =>
    OTHERS.has(act) || (act === 'make' && kind !== null && !isUndivided)
  if (isPointed(what, grammar) || (read.kind === 'task' && grammar.tells.test(what))) return null
  return plainWishesIn(said, reader).some(isOther) ? null : { ...read, what }
}
/** What stays on a list is there. */
const STAYS = /^(?:keep|leave|deja|mant[eé]n)(?!\p{L})/iu
const OTHERS: ReadonlySet<ActName> = new Set(['delete', 'undo', 'all', 'cut'])

/** What a story says is done: "the milk is bought, and remind me to …". It counts only where it names a kept object. */
const reportsIn = (story: string, reader: Reader): Wish[] => {
  const [only, ...more] = wishesIn(story, reader)
  return only?.act === 'tick' && only.isReport && more.length === 0 ? [only] : []
}

const DECIDED: ReadonlySet<ActName> = new Set(['make', 'undo', 'all'])

/** An order about what the story before it named: "I've bought the milk, so you can tick that off". */
const pointedBack = (
  order: Wish,
  story: string,
  otherwise: Wish | null,
  { grammar, nouns }: Reader,
): Wish[] | null => {
  const clause = (divider: RegExp): string =>
    story.split(divider).findLast((part) => part.trim().length > 1) ?? story
  // What has to be done is new; what was met or heard may be worth a note.
  if (order.act === 'make') {
    const kind = order.kind ?? (grammar.cues.obliged.test(story) ? 'task' : null)
    const [, pointed = order.what, rank = ''] = WITH_RANK.exec(order.what) ?? []
    return kind === null || !isPointed(pointed, grammar)
      ? null
      : [
          {
            ...order,
            kind,
            isPlural: false,
            what: [grammar.plainly(clause(SENTENCE_PART).trim()), rank]
              .filter((part) => part !== '')
              .join(', '),
            text: story,
          },
        ]
  }
  const act = order.act === 'undo' ? 'delete' : order.act
  if (order.isReport || !(act === 'tick' || act === 'delete' || act === 'change')) return null
  if (!isPointed(order.target, grammar)) return [{ ...order, otherwise }]
  const kind = order.kind ?? nounIn(order.text, nouns)
  return [{ ...order, act, kind, target: clause(CLAUSE), isReport: act === 'tick', isTold: true, otherwise }]
}
/** Whether an order says no more of its object than "that one". */
const pointsBack = ({ act, target, isReport, isStatement, follows }: Wish, { grammar }: Reader): boolean =>
  (act === 'tick' || act === 'delete' || act === 'change' || act === 'undo') &&
  !isReport &&
  !isStatement &&
  !follows &&
  (act === 'undo' || isPointed(target, grammar))
const SENTENCE_PART = /[;；.。]/u
const WITH_RANK = /^(\p{L}{2,4}),? ((?:as|with|at|como|con) .*(?:priority|urgent|prioridad|urgente).*)$/iu
const CLAUSE = /[,，;；、.。]|(?<!\p{L})(?:and|y)(?!\p{L})/iu

/** Whether an order says all that it needs: what is new, or which object is meant. */
const isWhole = ({ act, what, target, isReport, follows }: Wish, { grammar }: Reader): boolean => {
  if (act === 'make') {
    const said = what.replace(grammar.joints, '').trim()
    const isRank = said.length < 12 && patternFrom(grammar.fields.priority, 'iu').test(said)
    return said.length > 1 && !isRank && !isPointed(said, grammar)
  }
  if (act === 'ask' || follows) return true
  return (
    !isReport &&
    !grammar.pointing.test(target.trim()) &&
    (act === 'tick' || act === 'delete' || act === 'change' || act === 'append' || act === 'cut')
  )
}
const POINTED = /^(?:l[oae]s?|it|that|this|them|these|those|es[oae]|est[oae])$/iu
const isPointed = (words: string, { pointing }: Grammar): boolean =>
  POINTED.test(words.trim()) || pointing.test(words.trim())
const isOrdered = ({ act, isReport, isStatement }: Wish): boolean =>
  act !== 'none' && act !== 'ask' && !isReport && !isStatement

/** The wishes of a sentence that tells no story: several only if each part names what it is about. */
const plainWishesIn = (sentence: string, reader: Reader): Wish[] => {
  const ranked = rankedBehind(sentence, reader)
  if (ranked !== null) return ranked
  for (const { index, length, isThen } of joinsIn(sentence)) {
    const left = wishOf(sentence.slice(0, index), reader)
    if (left?.act === 'ask' && ASKS.test(sentence.slice(index + length))) {
      const more = plainWishesIn(sentence.slice(index + length), reader)
      if (more.length > 0 && more.every(({ act }) => act === 'ask')) return [left, ...more]
    }
    if (left === null || !canBeJoined(left)) continue
    const other = sameVerb(left, sentence.slice(index + length), reader)
    if (other !== null) return [left, other]
    const rest = sentence.slice(index + length)
    const right = sameObject(left, wishOf(rest, reader), reader)
    if (
      right === null ||
      !canBeJoined(right) ||
      (right.act === 'make' && isPointed(right.what, reader.grammar))
    )
      continue
    // What is new may say anything; the words that name an object say nothing of another act.
    const rightKind = right.kind ?? (isImperative(right) ? nounIn(right.target, reader.nouns) : null)
    const isNew = right.act === 'make' && right.kind !== null && !right.isBare
    const areNamed =
      (left.kind !== null && (rightKind !== null || (isThen && isImperative(right)))) ||
      (isImperative(left) && isNew)
    if (!areNamed && !(isImperative(left) && isImperative(right))) continue
    if (right.act === 'make' && right.isBare && !left.isBare && right.kind !== left.kind) continue
    const [next, ...others] = plainWishesIn(rest, reader)
    return [left, sameObject(left, next ?? null, reader) ?? right, ...others]
  }
  const wish = wishOf(sentence, reader)
  return wish === null ? [] : [wish]
}

/** "Move the report to Friday, high priority": a change and the priority of what it changes; null where it says no such thing. */
const rankedBehind = (sentence: string, reader: Reader): Wish[] | null => {
  const said = bared(withoutManners(sentence, reader.grammar))
  const match = reader.grammar.rankBehind.exec(said)
  const rank = match?.groups?.['rank']
  if (match === null || rank === undefined) return null
  // A form that links two orders stays with the first one: て.
  const head = said.slice(0, match.index) + (/^[てで]/u.exec(match[0])?.[0] ?? '')
  const [first, ...more] = plainWishesIn(head, reader)
  if (first?.act !== 'change' || first.field === 'priority' || more.length > 0) return null
  if (first.isReport || first.isStatement) return null
  const value = rank === '上' ? 'high' : rank === '下' ? 'low' : rank
  const second = { ...first, field: 'priority', value, shift: null, isWhole: false } as const
  return [first, { ...second, otherwise: null, text: said }]
}

/** "Move the report to Friday and make it urgent": two changes of one object. */
const sameObject = <W extends Wish>(left: Wish, right: W | null, { grammar }: Reader): W | null =>
  right?.act === 'change' &&
  isImperative(left) &&
  (right.target.trim() === '' || isPointed(right.target, grammar))
    ? { ...right, kind: left.kind, isPlural: left.isPlural, target: left.target }
    : right

/** "Add the note X and the task Y": one verb for both, unless the note is about the task. */
const sameVerb = (left: Wish, rest: string, { nouns }: Reader): Wish | null => {
  if (left.act !== 'make' || left.kind === null || ABOUT.test(left.what)) return null
  const noun = Object.values(nouns).join('|')
  const { kind = '', what = '' } =
    patternFrom(
      `^(?:an?|the|una?|la|el|otra?) (?<kind>${noun})(?!\\p{L})[\\s:]+(?<what>\\S+\\s+\\S.*)$`,
      'isu',
    ).exec(rest)?.groups ?? {}
  const more = ANOTHER.exec(rest)
    ?.slice(1)
    .find((part: string | undefined) => part !== undefined)
  if (more !== undefined) return { ...left, what: more, value: '', text: rest }
  const named = kindNamed(nouns, kind)
  return named === null || named === left.kind
    ? null
    : { ...left, kind: named, what, isPlural: false, value: '', text: rest }
}
const ANOTHER =
  /^(?:another|one more)(?: one)? (?:to|for|about|called)\s+(\S.*)$|^otr[oa] (?:para|de|sobre|que diga)\s+(\S.*)$/isu
const ABOUT = /^(?:about|regarding|on|for|of|sobre|acerca|de|para)(?!\p{L})/iu

/** How a second question begins. */
const ASKS =
  /^¿?(?:what|when|where|who|which|how|qué|cuándo|dónde|quién|cuáles?|cómo|cuánt[oa]s?)(?:['’]s)?(?!\p{L})/iu

const canBeJoined = ({ act, isReport }: Wish): boolean => act !== 'none' && act !== 'ask' && !isReport
/** A change that its own verb says, of an object that it names. */
const isImperative = ({ act, target, field }: Wish): boolean =>
  (act === 'tick' || act === 'delete' || (act === 'change' && field !== 'title')) && target.trim() !== ''

const JOINS =
  /[,;，；、]?\s*(?<!\p{L})(?:and then|and also|and second(?:ly)?|and|then|also|y por otro(?: lado)?|y también|y luego|y|luego)\s+|[，,；;]\s*(?:然后|再|并且|并|还有|另一个是)?\s*|(?<=て)、(?:それから|あと|次に)?、?/giu
const joinsIn = (sentence: string): { index: number; length: number; isThen: boolean }[] =>
  [...sentence.matchAll(JOINS)].map((match) => ({
    index: match.index,
    length: match[0].length,
    isThen: THEN.test(match[0]),
  }))
/** Between two orders, not two things. */
const THEN = /then|also|second|luego|también|然后|再|并|て、/iu
