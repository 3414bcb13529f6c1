import { escaped } from '../../core/pattern.ts'
import type { Grammar } from '../grammar/index.ts'
import type { Kind } from '../base/kinds.ts'
import { typeOf } from '../arguments/schema.ts'
import { findDates, findTime, type FoundDate } from '../time/dates.ts'
import { findRecurrences, type Recurrence } from '../time/recurrence.ts'
import { ENDING_PART } from '../time/words.ts'
import { dayOf, isoDay } from '../time/days.ts'
import { patternFrom } from '../grammar/pattern.ts'

/** What somebody said of a new object, with the values that belong into fields of their own taken out. */
export interface Content {
  readonly text: string
  readonly date: FoundDate | null
  /** A time of day for which the object has no field. */
  readonly time: string | null
  /** Words that ask for it again and again, which no field can keep. */
  readonly again: string | null
  readonly priority: unknown
  /** A whole sentence that was reported: "that the spare key is with Ana". */
  readonly isStatement: boolean
}

/** Reads `said`, in the terms of `kind`. */
export const contentOf = (
  said: string,
  kind: Kind,
  {
    grammar,
    now,
    isVerbatim,
  }: { readonly grammar: Grammar; readonly now: Date; readonly isVerbatim: boolean },
): Content => {
  const bare = { text: said.trim(), isStatement: false }
  const begun = isVerbatim ? bare : withoutJoints(said, grammar, now)
  // A long text is kept as it is: a date in its middle isn't meant for it.
  if (isLong(said)) return { ...begun, date: null, time: null, again: null, priority: null }
  const priority = takePriority(begun.text, kind, grammar)
  const when = takeDate(priority.text, kind, grammar, now)
  const timed = when.date === null ? when.text : when.text.replace(COPULA, '')
  const isWhole = priority.value === null && when.date === null
  // What was taken out leaves a space before the next mark, and brackets without anything in them.
  const closed = isWhole ? timed : timed.replaceAll(EMPTY, '').replaceAll(/\s+(?=[,，、;；。])/gu, '')
  const ended = isWhole ? closed : closed.replace(STOPS, '')
  const { text, isStatement } = isVerbatim
    ? { text: ended, isStatement: false }
    : withoutJoints(ended, grammar, now)
  return {
    text: unquoted(
      kind.roles.status === undefined ? text.replace(EDGES, '') : grammar.plainly(text.replace(EDGES, '')),
    ),
    date: when.date,
    time: when.time,
    again: when.again,
    priority: priority.value,
    isStatement: begun.isStatement || isStatement,
  }
}

/** Too long for what is searched for values. */
export const isLong = (said: string): boolean => said.length > 2000

/** What stood between a thing and its day: "the book club is on Thursday". */
const COPULA =
  /\s+(?:is|are|will be|es|son|será|cae|toca)$|(?<=.)(?:是|在|は|は?\s*(?:だ|です)(?:から|ので|けど)?)$/iu

/** Brackets in which only a date and a rank stood. */
const EMPTY = /\s*[(（](?:[\s,，]|due|by|for|on)*(?:[)）]|$)/giu

/** The full stops that a date stood between. */
const STOPS = /(?:\s*[.。])*\s+[.。]+$/u

const EDGES = /^[\s,，、:：;；.。–—-]+|[\s,，、:：;；–—-]+$/gu

const withoutJoints = (
  said: string,
  { joints }: Grammar,
  now: Date,
): { text: string; isStatement: boolean } => {
  const text = said.trim()
  const whole = joints.exec(text)?.[0] ?? ''
  // "In ten days" is no joint.
  const [date] = whole === '' ? [] : findDates(text.slice(0, 200), now)
  const joint = date !== undefined && date.at < whole.length ? whole.slice(0, date.at) : whole
  return {
    text: text.slice(joint.length).trim(),
    isStatement: /(?:\bthat|\bque|\bsaying|\bsays|\bdiga)\s*$/iu.test(joint),
  }
}

const isText = (part: unknown): part is string => typeof part === 'string'

/** Without the quotes around all of it. */
export const unquoted = (text: string): string => {
  const inner = /^(?:"([^"]+)"|“([^”]+)”|«([^»]+)»|「([^」]+)」|『([^』]+)』|'([^']+)')$/u.exec(text.trim())
  return inner?.slice(1).find(isText)?.trim() ?? text.trim()
}

/** The texts of which all is quoted, each without its quotes; else all of it, as `unquoted` leaves it. */
export const quotesIn = (text: string): string[] =>
  QUOTED_LIST.test(text.trim()) ? (text.match(QUOTED) ?? []).map(unquoted) : [unquoted(text)]
const QUOTED = /"[^"]+"|“[^”]+”|«[^»]+»|「[^」]+」|『[^』]+』/gu
const QUOTED_LIST =
  /^(?:(?:"[^"]+"|“[^”]+”|«[^»]+»|「[^」]+」|『[^』]+』)\s*(?:[,、，]\s*)?(?:(?:and|y|e|と|和|以及|&)\s*)?)+$/u

/** The value of a priority field that some words stand for; null if they stand for none of its values. */
export const priorityValue = (words: string, { roles }: Kind, grammar: Grammar): unknown => {
  const key = (['high', 'low', 'normal'] as const).find(
    (one) =>
      one === words ||
      patternFrom(`(?<![\\p{Script=Latin}])(?:${grammar.values[one]})(?![\\p{Script=Latin}])`, 'iu').test(
        words,
      ),
  )
  const listed = roles.priority?.node.enum ?? []
  return listed.find((value) => value === key || (key === 'normal' && value === 'medium')) ?? null
}

/** Words that make a rank stronger, which no rank is below. */
const VERY =
  "(?:it['’]?s )?(?:very|super|really|quite|pretty|so|most|muy|s[úu]per|bastante|很|非常|特别|超级|挺|比较|とても|すごく)"

const takePriority = (text: string, kind: Kind, grammar: Grammar): { text: string; value: unknown } => {
  if (kind.roles.priority === undefined) return { text, value: null }
  const { high, normal, low } = grammar.values
  const value = `(?<![\\p{Script=Latin}])(?<value>${high}|${normal}|${low})(?![\\p{Script=Latin}])`
  const field = grammar.fields.priority
  const before =
    "[,，、;(]?\\s*(?:(?<!\\p{L})(?:with|as|at|it['’]?s|it is|this is|that['’]?s|make it|(?:mark|flag|label) it(?: as)?|con|de|es|es de|que sea|and|y)\\s+)*(?:an?\\s+)?"
  const isFlag = kind.fields.some(
    ({ name, node }) => typeOf(node) === 'boolean' && /urgent|important/i.test(name),
  )
  const patterns = [
    `${before}${value}[\\s-]*(?:${field})\\)?`,
    `${before}(?:${field})\\s*(?:[:：=]|is|es|为|是|は|が)?\\s*${value}(?:[でに](?=\\s*(?:$|[、,。])))?\\)?`,
    `[,，]?\\s*(?:and )?(?:mark|flag|label|make) it(?: as)? ${value}\\)?(?=\\s*(?:$|[.!]))`,
    ...(isFlag
      ? []
      : [
          `(?:^|[,，、;(]\\s*|(?<=[^\\p{Script=Latin}\\s])\\s+)(?:${VERY}\\s*)?${value}\\)?(?=\\s*(?:$|[,，;:：.。!！)]))`,
        ]),
  ]
  for (const pattern of patterns) {
    const match = patternFrom(pattern, 'iu').exec(text)
    const found = match === null ? null : priorityValue(match.groups?.['value'] ?? '', kind, grammar)
    if (match !== null && found !== null)
      return {
        text: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`.trim(),
        value: found,
      }
  }
  return { text, value: null }
}

interface When {
  readonly text: string
  readonly date: FoundDate | null
  readonly time: string | null
  readonly again: string | null
}

const takeDate = (text: string, { roles }: Kind, grammar: Grammar, now: Date): When => {
  if (roles.date === undefined) return { text, date: null, time: null, again: null }
  const searched = text.slice(0, 1000)
  const [again] = findRecurrences(searched, now)
  const time = findTime(searched)
  const date =
    again === undefined ? (findDates(searched, now)[0] ?? laterToday(time, now)) : firstOf(again, now)
  // The time first: what stands before it may be the end of the words then.
  const timeless = time === null ? text : withoutDate(text, time, grammar)
  if (again === undefined && date === null) return { text, date, time: null, again: null }
  const source = again?.source ?? date?.source ?? ''
  const rest = source === '' ? timeless : withoutDate(timeless, source, grammar)
  const part = ENDING_PART.exec(source)?.[0].trim()
  const daily = roles.date.node.format === 'date' ? (time ?? part ?? null) : null
  return { text: rest, date, time: again === undefined ? daily : time, again: again?.source ?? null }
}

/** The first day of what happens again and again. */
const firstOf = ({ first, source, at }: Recurrence, now: Date): FoundDate | null => {
  const date = first === null ? undefined : findDates(first, now)[0]
  return date === undefined ? null : { ...date, source, at }
}

/** "At 5pm" is today, unless that has passed. */
const laterToday = (time: string | null, now: Date): FoundDate | null => {
  if (time === null || !/^(?:at|around|a las?)\s|[点點時时]/iu.test(time)) return null
  const [date] = findDates(`${isoDay(dayOf(now))} ${time}`, now)
  return date !== undefined && new Date(date.dateTime) > now ? { ...date, source: '' } : null
}

/** Takes a date out of the words, but not out of their middle, where it belongs to them: "the Monday meeting". */
const withoutDate = (text: string, source: string, { dateEdges: { before, behind } }: Grammar): string => {
  const match = patternFrom(`${before}${escaped(source)}${behind}`, 'iu').exec(text)
  if (match === null) return text
  const start = text.slice(0, match.index)
  const end = text.slice(match.index + match[0].length)
  const isInside = /\p{L}\s*$/u.test(start) && /^\s*\p{L}/u.test(end)
  const hasEdge = match[0].trim().length > source.trim().length || /^(?:on|by|next|in|at)\b/i.test(source)
  if (isInside && !hasEdge && /\p{Script=Latin}/u.test(start)) return text
  return `${start.trimEnd()} ${end.trimStart()}`.trim()
}
