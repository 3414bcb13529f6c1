import type { FieldRole, Grammar } from '../grammar/index.ts'
import type { ActName, Rule } from '../grammar/types.ts'
import {
  bared,
  datedInFront,
  picturesAtEnd,
  withDateMarks,
  withoutCourtesy,
  withoutManners,
  withoutReason,
} from './phrasing.ts'
import { composed, isAside } from './composed.ts'
import { toldBefore } from './story.ts'
import { sentencesOf } from './sentences.ts'
import { fittingRule, kindNamed, type Fitting } from './rules.ts'
import { patternFrom } from '../grammar/pattern.ts'

/** One thing that is asked for, before it is known which capability could do it. */
export interface Wish {
  readonly act: ActName
  /** The kind of object it names, such as `note`; null if it names none. */
  readonly kind: string | null
  /** The noun was in the plural, so that there may be several objects. */
  readonly isPlural: boolean
  /** The content, in the user's own words. */
  readonly what: string
  /** The words that name an object. */
  readonly target: string
  readonly field: FieldRole | null
  readonly value: string
  readonly isReport: boolean
  /** Its target is what was told before it: "I bought the milk, so tick that off". */
  readonly isTold: boolean
  /** It only says that something is so, and orders nothing. */
  readonly isStatement: boolean
  /** Another reading, for where no object is found by this one. */
  readonly otherwise: Wish | null
  /** It only makes sense about what was just made or changed. */
  readonly follows: boolean
  /** `target` has to be all of the object's title, and nothing else. */
  readonly isWhole: boolean
  /** A colon stands before the content, which so begins with its own words. */
  readonly isVerbatim: boolean
  /** Which way a date moves, by the length of time that is the value. */
  readonly shift: 'later' | 'earlier' | null
  /** The whole wish, without greetings and polite words. */
  readonly text: string
}

export interface Reader {
  readonly grammar: Grammar
  readonly nouns: Readonly<Record<string, string>>
  readonly now: Date
}

/** How much of a message is read for what it asks; the rest of a longer one is content. */
const READ = 600

/**
 * The wishes of a message, in its order; `none` for a sentence that asks for nothing, empty for one that is not
 * understood. What follows a new object without asking for something else is a part of its content.
 */
export const wishesOf = (message: string, reader: Reader): Wish[] => {
  // In quotes, every sound was meant.
  const text = /["“«「『]/u.test(message)
    ? message.trim()
    : message.replace(reader.grammar.hesitations, '').trim()
  if (text.length > READ) return longWish(text, reader)
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
    const goesOn = last?.act === 'make' && !read.some(standsAlone)
    const joined = (part: string): string => `${part.endsWith(end) ? part : part + end} ${sentence}`
    if (goesOn) wishes[wishes.length - 1] = { ...last, what: joined(last.what), text: joined(last.text) }
    else wishes.push(...read)
    end = /[.!?。！？…]*$/u.exec(sentence)?.[0] ?? ''
  }
  const asked = wishes.filter(({ act }) => act !== 'none')
  return asked.length > 0 ? asked : wishes.slice(0, 1)
}

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
  const told = toldBefore(sentence, reader.grammar)
    .toReversed()
    .flatMap(({ story, order }) => {
      const read = plainWishesIn(order, reader)
      const isOrder = read.length > 0 && read.every(({ act }) => act !== 'none')
      return isOrder && !wishesIn(story, reader).some(isOrdered) ? [{ story, read }] : []
    })
  const whole = told.find(({ read }) => read.every((wish) => isWhole(wish, reader)))
  if (whole !== undefined) return [...reportsIn(whole.story, reader), ...whole.read]
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
  for (const { index, length, isThen } of joinsIn(sentence)) {
    const left = wishOf(sentence.slice(0, index), reader)
    if (left === null || !canBeJoined(left)) continue
    const other = sameVerb(left, sentence.slice(index + length), reader)
    if (other !== null) return [left, other]
    const rest = sentence.slice(index + length)
    const right = sameObject(left, wishOf(rest, reader), reader)
    if (right === null || !canBeJoined(right)) continue
    // What is new may say anything; the words that name an object say nothing of another act.
    const rightKind = right.kind ?? (isImperative(right) ? nounIn(right.target, reader.nouns) : null)
    const areNamed = left.kind !== null && (rightKind !== null || (isThen && isImperative(right)))
    if (!areNamed && !(isImperative(left) && isImperative(right))) continue
    if (right.act === 'make' && right.isBare && !left.isBare && right.kind !== left.kind) continue
    const [next, ...others] = plainWishesIn(rest, reader)
    return [left, sameObject(left, next ?? null, reader) ?? right, ...others]
  }
  const wish = wishOf(sentence, reader)
  return wish === null ? [] : [wish]
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

type ReadWish = Wish & { readonly isBare: boolean }

const wishOf = (sentence: string, reader: Reader): ReadWish | null => {
  const { grammar, nouns } = reader
  const { text: marked, restore } = withDateMarks(sentence, reader.now)
  const masked = withoutCourtesy(marked, grammar)
  const unmannered = fittingRule(grammar, nouns, bared(masked), () => true)
  const whole = unmannered?.rule.act === 'none' ? unmannered : null
  const polite = withoutManners(masked, grammar)
  // "Could you add …?" is no question.
  const text = polite.length < bared(masked).length ? polite.replace(/[?？]+$/u, '') : polite
  if (text === '' && whole === null)
    return wish({ act: 'none', form: '', value: 'greeting' }, {}, '', reader, restore)
  const ruled = whole ?? dated(text, reader) ?? reasoned(text, reader) ?? fit(text, reader)
  const parts = ruled === null || IN_PARTS.has(ruled.rule.act) ? partly(text, reader) : null
  // A report is the weaker reading: it may say more than that something was done.
  const isOrder = ruled?.rule.report === true && parts !== null && parts.rule.statement !== true
  // What names all of a title may name a part of something else.
  const narrower = ruled?.rule.whole === true ? fit(text, reader, (rule) => rule.whole !== true) : null
  const [fitting, other] = isOrder
    ? [parts, ruled]
    : [ruled ?? parts, narrower ?? (ruled === null ? null : parts)]
  if (fitting === null) return null
  const fitted = wish(fitting.rule, fitting.groups, text, reader, restore)
  const read = {
    ...fitted,
    what: fitted.act === 'make' && fitted.kind === 'task' ? withoutReason(fitted.what, grammar) : fitted.what,
    otherwise:
      other === null ? null : unlike(wish(other.rule, other.groups, text, reader, restore), fitted, reader),
  }
  if (read.what === '' || !bared(restore(text)).endsWith(read.what)) return read
  // A full stop belongs to the content that it ends, and so does a picture of a thing, if it isn't of what is to do; a face or a hand is only the tone.
  const stop = /[.。]$/u.exec(text)?.[0] ?? ''
  const picture = stop === '' && read.kind !== 'task' ? picturesAtEnd(sentence) : ''
  const isVerbatim = /[:：]\s*$/u.test(bared(restore(text)).slice(0, -read.what.length))
  return { ...read, isVerbatim, what: read.what + stop + picture }
}

/** A second reading, where it isn't the same as the first. */
const unlike = (other: Wish, first: Wish, { grammar: { articles } }: Reader): Wish | null => {
  const bare = (target: string): string => target.replace(patternFrom(`^${articles}`, 'iu'), '')
  const isSame =
    other.act === first.act && other.field === first.field && bare(other.target) === bare(first.target)
  return isSame ? null : other
}

const fit = (
  text: string,
  { grammar, nouns }: Reader,
  isMeant: (rule: Rule) => boolean = () => true,
): Fitting | null => {
  const isQuestion = grammar.question.test(text)
  return fittingRule(
    grammar,
    nouns,
    bared(text),
    (rule) => isMeant(rule) && !(isQuestion && (rule.report === true || rule.act === 'tick')),
  )
}

/** Acts that can be read from their parts too, in whatever order those stand. */
const IN_PARTS: ReadonlySet<ActName> = new Set(['change', 'tick', 'delete', 'append', 'cut'])

/** What is done with an object, from its parts. */
const partly = (text: string, { grammar }: Reader): Fitting | null => {
  if (grammar.question.test(text)) return null
  const said = bared(withoutReason(text, grammar))
  const [, head, tail] = LAST_CLAUSE.exec(said) ?? []
  if (head === undefined || tail === undefined || !isAside(tail, grammar)) return composed(said, grammar)
  return composed(head, grammar) ?? composed(said, grammar)
}
const LAST_CLAUSE = /^(.+?)[,，、;；]\s*([^,，、;；]+)$/su

/** A new object whose date stands in front. */
const dated = (text: string, reader: Reader): Fitting | null => {
  const front = datedInFront(text)
  const fitting = front === null ? null : fit(front.rest, reader)
  if (front === null || fitting?.rule.act !== 'make') return null
  const more = [fitting.groups['more'], front.date].filter((part) => part !== undefined).join(' ')
  return { rule: fitting.rule, groups: { ...fitting.groups, more } }
}

/** What is done with an object, when a clause behind it says why. */
const reasoned = (text: string, reader: Reader): Fitting | null => {
  const short = withoutReason(text, reader.grammar)
  const fitting = short === text || short === '' ? null : fit(short, reader)
  return fitting !== null && CHANGES.has(fitting.rule.act) ? fitting : null
}
const CHANGES: ReadonlySet<ActName> = new Set(['change', 'tick', 'delete', 'cut', 'undo'])

const wish = (
  rule: Rule,
  groups: Readonly<Record<string, string | undefined>>,
  text: string,
  { grammar, nouns }: Reader,
  restore: (text: string) => string,
): ReadWish => {
  const group = (name: string): string => restore(groups[name] ?? '').trim()
  const noun = group('kind')
  const field = group('field')
  return {
    act: rule.act,
    kind:
      noun === '' ? (rule.kind ?? (rule.act === 'ask' ? nounIn(text, nouns) : null)) : kindNamed(nouns, noun),
    isPlural:
      /s$/iu.test(noun) ||
      !/\p{Script=Latin}/u.test(noun) ||
      /\blist\b|\b(?:to|on|in|onto) (?:my |the )?to-?do\b/iu.test(text),
    what: [group('what'), group('more')].filter((part) => part !== '').join(' '),
    target: group('target'),
    field: rule.field ?? (field === '' ? null : roleNamed(grammar, field)),
    value: rule.value ?? group('value'),
    follows: rule.follows === true,
    isWhole: rule.whole === true,
    isVerbatim: false,
    shift: rule.shift ?? null,
    isReport: rule.report === true,
    isTold: false,
    isStatement: rule.statement === true,
    otherwise: null,
    isBare: noun !== '' && text.toLowerCase().startsWith(noun.toLowerCase()),
    text: restore(text),
  }
}

/** The first kind a question mentions. */
const nounIn = (text: string, nouns: Readonly<Record<string, string>>): string | null => {
  const all = Object.values(nouns).join('|')
  const found = patternFrom(`(?<!\\p{Script=Latin})(?:${all})(?!\\p{Script=Latin})`, 'iu').exec(text)?.[0]
  return found === undefined ? null : kindNamed(nouns, found)
}

const roleNamed = (grammar: Grammar, name: string): FieldRole | null => {
  const roles = Object.entries(grammar.fields) as [FieldRole, string][]
  return roles.find(([, pattern]) => patternFrom(`^(?:${pattern})$`, 'iu').test(name))?.[0] ?? null
}
