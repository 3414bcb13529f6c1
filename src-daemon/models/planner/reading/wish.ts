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
import { DATE_MARK, fittingRule, kindNamed, type Fitting } from './rules.ts'
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
  /** The whole sentence says it, which isn't divided at a comma. */
  readonly isUndivided: boolean
  /** The value is taken away. */
  readonly removes: boolean
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

export type ReadWish = Wish & { readonly isBare: boolean }

/** The wish of a sentence that has one; null where nothing was understood. */
export const wishOf = (sentence: string, reader: Reader): ReadWish | null => {
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
  const ruled =
    whole ?? dated(text, reader) ?? reasoned(text, reader) ?? besideAside(text, reader) ?? fit(text, reader)
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
  // What something is taken off isn't to go itself: "take it off the book list".
  const isOfWhole = first.act === 'cut' && other.act === 'delete' && other.target.includes(bare(first.target))
  return isSame || isOfWhole ? null : other
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
const MARKS = patternFrom(`${DATE_MARK.begin}\\d+${DATE_MARK.end}`, 'gu')
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

/** What is done with an object, when the clause behind it only tells more: "tick off the milk, got it on the way home". */
const besideAside = (text: string, reader: Reader): Fitting | null => {
  const [, head = '', tail = ''] = LAST_CLAUSE.exec(bared(text)) ?? []
  const plain = tail.replaceAll(MARKS, '')
  if (head === '' || !isAside(plain, reader.grammar) || !reader.grammar.ledger.asides.test(plain)) return null
  const fitting = fit(withoutManners(head, reader.grammar), reader)
  if (plain !== tail && fitting?.rule.act !== 'tick') return null
  return fitting !== null &&
    (CHANGES.has(fitting.rule.act) || fitting.rule.act === 'append') &&
    fitting.rule.report !== true
    ? fitting
    : null
}
const CHANGES: ReadonlySet<ActName> = new Set(['change', 'tick', 'delete', 'cut', 'undo'])

/** A wish as its rule and what fits it say. */
export const wish = (
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
      noun === ''
        ? isToDo(rule, groups['what'] ?? '', grammar)
          ? 'task'
          : (rule.kind ?? (rule.act === 'ask' ? nounIn(text, nouns) : null))
        : kindNamed(nouns, noun),
    isPlural:
      /s$/iu.test(noun) ||
      !/\p{Script=Latin}/u.test(noun) ||
      /\blist\b|\b(?:to|on|in|onto) (?:my |the )?to-?do\b/iu.test(text),
    what: whatIn(group),
    target: group('target'),
    field: rule.field ?? (field === '' ? null : roleNamed(grammar, field)),
    value: rule.value ?? group('value'),
    follows: rule.follows === true,
    isWhole: rule.whole === true,
    isVerbatim: false,
    isUndivided: rule.undivided === true,
    removes: rule.removes === true,
    shift: rule.shift ?? null,
    isReport: rule.report === true,
    isTold: false,
    isStatement: rule.statement === true,
    otherwise: null,
    isBare: noun !== '' && text.toLowerCase().startsWith(noun.toLowerCase()),
    text: restore(text),
  }
}

/** The content, with its text behind its title and a date for all that it lists. */
const whatIn = (group: (name: string) => string): string => {
  const what = [group('what'), group('more')].filter((part) => part !== '').join(' ')
  const shared = group('shared') === '' ? what : `${what}, all for ${group('shared')}`
  return group('text') === '' ? shared : `${shared}: ${group('text')}`
}

/** Whether what is to be jotted down is something that has to be done on a day: "write down that I must collect my glasses on Tuesday". */
const isToDo = ({ act, kind }: Rule, what: string, { cues }: Grammar): boolean =>
  act === 'make' && kind === 'note' && what.includes(DATE_MARK.begin) && cues.must.test(what)

/** The first kind a question mentions. */
export const nounIn = (text: string, nouns: Readonly<Record<string, string>>): string | null => {
  const all = Object.values(nouns).join('|')
  const found = patternFrom(`(?<!\\p{Script=Latin})(?:${all})(?!\\p{Script=Latin})`, 'iu').exec(text)?.[0]
  return found === undefined ? null : kindNamed(nouns, found)
}

const roleNamed = (grammar: Grammar, name: string): FieldRole | null => {
  const roles = Object.entries(grammar.fields) as [FieldRole, string][]
  return roles.find(([, pattern]) => patternFrom(`^(?:${pattern})$`, 'iu').test(name))?.[0] ?? null
}
