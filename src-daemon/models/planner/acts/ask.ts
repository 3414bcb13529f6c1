import { say } from '../../../text/index.ts'
import { statusValue, type Kind } from '../base/kinds.ts'
import type { Program } from '../base/program.ts'
import { keywordsOf, likenessOf, loosely, type Keyword } from '../reading/keywords.ts'
import type { Wish } from '../reading/wish.ts'
import { clipped, itemsIn, parsed, problemOf, record, text as wordsIn } from '../base/results.ts'
import type { Known, Situation, Unfound } from '../base/situation.ts'
import { findDates } from '../time/dates.ts'
import { findRange } from '../time/ranges.ts'
import { dayOf, dayOfIso, isoDay, mondayOf, shifted } from '../time/days.ts'
import { priorityValue } from './content.ts'
import { allOf, anyOf, inTexts, queryCall, tagsOf } from './target.ts'
import { dayInWords, titleOfKind } from '../base/phrases.ts'
import { patternFrom } from '../grammar/pattern.ts'

type Condition = Record<string, unknown>

/**
 * Answers a question about what is kept, from what a query finds. Unfound if nothing is, and the question may not be about
 * what is kept at all: it names no kind and no day, and nothing as the person's own.
 */
export function* ask(wish: Wish, situation: Situation): Program<string | Unfound> {
  const { language, grammar } = situation
  const kinds = askedKinds(wish, situation)
  if (kinds.length === 0)
    return say(language, wish.kind === null ? 'planner_what' : 'planner_no_kind', {
      kind: titleOfKind({ noun: wish.kind ?? '' }),
    })
  // Only a named kind is listed whole.
  const questions = kinds
    .map((kind) => ({ kind, ...questionOf(wish, kind, situation) }))
    .filter(({ filters, keywords }) => wish.kind !== null || filters.length > 0 || keywords.length > 0)
  if (questions.length === 0) return say(language, 'planner_what')
  let found = yield* query(questions, (keywords, kind) =>
    keywords.map((keyword) => anyOf(inTexts(kind, keyword))),
  )
  // "Any recipes?" may be what is tagged so.
  if (found.length === 0) found = yield* taggedAs(questions, situation)
  // Not every word of a question need be in what answers it.
  if (found.length === 0 && questions.some(({ keywords }) => loosely(keywords).length > 1)) {
    const some = yield* query(questions, (keywords, kind) => [
      anyOf(loosely(keywords).flatMap((keyword) => inTexts(kind, keyword))),
    ])
    found = typeof some === 'string' ? some : closest(some, questions[0]?.content ?? '', situation)
  }
  // Words that nothing has say nothing: what is asked for is then what the date or the state says.
  if (found.length === 0 && questions.some(isNarrowed)) {
    const named = questions.map((question) => ({ ...question, filters: [] }))
    found = yield* query(named, (keywords, kind) => keywords.map((one) => anyOf(inTexts(kind, one))))
  }
  if (found.length === 0 && questions.some(isNarrowed)) {
    const bare = questions.filter(isNarrowed).map((question) => ({ ...question, keywords: [] }))
    found = yield* query(bare, () => [])
  }
  if (typeof found === 'string') return say(language, 'planner_failed', { problem: found })
  const said = answer(found, kinds, questions, situation)
  const isOfKept =
    wish.kind !== null ||
    questions.some(({ filters }) => filters.length > 0) ||
    grammar.ask.own.test(wish.text)
  return found.length > 0 || isOfKept ? said : { say: said }
}

/** What is kept that has every word of a message; null if nothing has, or if the message is a sentence of its own. */
export function* lookUp(situation: Situation): Program<string | null> {
  const { message, grammar } = situation
  const { cues, unsaid } = grammar.cues
  const isOrder = cues.some(
    ({ form, isStatement }) => isStatement !== true && patternFrom(form, 'iu').test(message),
  )
  if (message.length > MAX_LOOKED_UP || isOrder || unsaid.test(message)) return null
  const kinds = situation.kinds.filter(({ query: tool }) => tool !== null)
  const questions = kinds
    .map((kind) => ({ kind, ...questionOf({ text: message }, kind, situation) }))
    .filter(({ keywords }) => keywords.some(({ piece }) => piece.length > 1))
  if (questions.length === 0) return null
  const found = yield* query(questions, (keywords, kind) =>
    keywords.map((keyword) => anyOf(inTexts(kind, keyword))),
  )
  return typeof found === 'string' || found.length === 0 ? null : answer(found, kinds, questions, situation)
}
const MAX_LOOKED_UP = 80

const isNarrowed = ({ filters, keywords }: Question): boolean => filters.length > 0 && keywords.length > 0

interface Question {
  readonly kind: Kind
  /** Conditions besides words. */
  readonly filters: readonly Condition[]
  readonly keywords: readonly Keyword[]
  readonly content: string
}

/** Finds objects. What went wrong, as a text, where a look-up failed. */
function* query(
  questions: readonly Question[],
  wordsOf: (keywords: readonly Keyword[], kind: Kind) => (Condition | null)[],
): Program<readonly Known[] | string> {
  const calls = questions.map(({ kind, filters, keywords }) => {
    const words = keywords.length === 0 ? [] : wordsOf(keywords, kind).filter((one) => one !== null)
    const date = kind.roles.date?.name
    const order = date === undefined ? {} : { order: [{ field: date, direction: 'asc' }] }
    return queryCall(kind, allOf([...filters, ...words]), order)
  })
  const outcomes = yield { calls }
  const problem = outcomes
    .map(({ content }) => problemOf(record(parsed(content))))
    .find((one) => one !== null)
  if (problem !== undefined) return problem
  return outcomes.flatMap(({ tool, content }): Known[] => {
    const kind = questions.find((question) => question.kind.query === tool)?.kind
    return kind === undefined ? [] : (itemsIn(content) ?? []).map((item) => ({ kind, item }))
  })
}

/** What the one word of a question is a tag of. With more words, another search follows, and each is seen. */
function* taggedAs(
  questions: readonly Question[],
  { grammar }: Situation,
): Program<readonly Known[] | string> {
  const wordy = questions.filter(
    ({ kind: { roles }, keywords }) => roles.tags !== undefined && keywords.length === 1,
  )
  const content = wordy[0]?.content ?? ''
  if (wordy.length === 0) return []
  const tagged = yield* query(
    wordy.map((question) => ({
      ...question,
      filters: [...question.filters, { [question.kind.roles.tags?.name ?? '']: { $exists: true } }],
    })),
    () => [],
  )
  if (typeof tagged === 'string') return tagged
  return tagged.filter((one) => likenessOf(content, tagsOf(one), grammar).said === 1)
}

const closest = (found: readonly Known[], content: string, { grammar }: Situation): Known[] => {
  const rated = found.map((one) => ({ one, ...likenessOf(content, textOf(one), grammar) }))
  const best = Math.max(...rated.map(({ said }) => said))
  return rated.filter(({ said }) => said === best).map(({ one }) => one)
}

const textOf = ({ kind: { roles }, item }: Known): string =>
  [roles.title, roles.body]
    .map((field) => (field === undefined ? null : wordsIn(item.object[field.name])) ?? '')
    .join(' ')

/** The kind that is named, else those that have what is asked about: what is to be done has a date and a state. */
const askedKinds = (wish: Wish, { kinds, grammar }: Situation): Kind[] => {
  const able = kinds.filter(({ query: tool }) => tool !== null)
  if (wish.kind !== null) return able.filter(({ noun }) => noun === wish.kind)
  const toDo = able.filter((kind) => kind.roles.status !== undefined)
  return toDo.length > 0 && grammar.ask.toDo.test(wish.text) ? toDo : able
}

const questionOf = (wish: Pick<Wish, 'text'>, kind: Kind, situation: Situation): Omit<Question, 'kind'> => {
  const { grammar, now, nouns } = situation
  const text = wish.text.slice(0, 500)
  const [date] = findDates(text, now)
  const tag = grammar.ask.tag.exec(text)?.groups?.['tag']
  const content = contentOf(
    text,
    [date?.source ?? findRange(text, now)?.source, tag],
    Object.values(nouns).join('|'),
    grammar.askWords,
  )
  const keywords = keywordsOf(content, grammar, true)
  return {
    content,
    keywords,
    filters: [
      ...byStatus(text, kind, situation, keywords.length > 0),
      ...byDate(text, kind, situation),
      ...byPriority(text, kind, situation),
      ...(tag !== undefined && kind.roles.tags !== undefined
        ? [{ [kind.roles.tags.name]: { $contains: tag } }]
        : []),
    ],
  }
}

/** What is left of a question when everything is taken out that any question may have. */
const contentOf = (
  text: string,
  known: readonly (string | undefined)[],
  nouns: string,
  askWords: RegExp,
): string => {
  const quoted = /["“「『«]([^"”」』»]+)["”」』»]/u.exec(text)?.[1]
  if (quoted !== undefined) return quoted
  let rest = text
  for (const part of known) if (part !== undefined) rest = rest.replace(part, ' ')
  const bounded = patternFrom(`(?<!\\p{Script=Latin})(?:${nouns})(?!\\p{Script=Latin})`, 'giu')
  return rest.replace(bounded, ' ').replace(askWords, ' ').replaceAll(/\s+/g, ' ').trim()
}

const byStatus = (
  text: string,
  kind: Kind,
  { grammar: { ask: words } }: Situation,
  aboutOne: boolean,
): Condition[] => {
  const field = kind.roles.status?.name
  const done = statusValue(kind, true)
  if (field === undefined || done === null || (aboutOne && words.whether.test(text))) return []
  const isOpen = { [field]: { $ne: done } }
  if (words.overdue.test(text) || words.open.test(text)) return [isOpen]
  if (words.done.test(text)) return [{ [field]: done }]
  // What is done needs no date any more.
  if (words.undated.test(text)) return [isOpen]
  return words.toDo.test(text) && kind.roles.date !== undefined && asksWhatToDo(text) ? [isOpen] : []
}
/** "What do I have to do": not "show all my tasks". */
const asksWhatToDo = (text: string): boolean =>
  /\b(?:have to|need to|must|due|to do|todo list)\b|tengo que|hay que|debo|要做|待办|得做|しなければ|すべき|しないと|やるべき/iu.test(
    text,
  )

const byDate = (text: string, kind: Kind, { grammar: { ask: words }, now }: Situation): Condition[] => {
  const field = kind.roles.date
  if (field === undefined) return []
  const today = dayOf(now)
  const between = (from: string, to: string): Condition =>
    field.node.format === 'date'
      ? { [field.name]: { $gte: from, $lte: to } }
      : { [field.name]: { $gte: `${from}T00:00:00Z`, $lte: `${to}T23:59:59Z` } }
  if (words.overdue.test(text)) return [{ [field.name]: { $lt: isoDay(today) } }]
  const weeks = words.thisWeek.test(text) ? 0 : words.nextWeek.test(text) ? 1 : null
  if (weeks !== null) {
    const monday = shifted(mondayOf(today), weeks * 7)
    return [between(isoDay(monday), isoDay(shifted(monday, 6)))]
  }
  if (words.undated.test(text)) return [{ [field.name]: { $exists: false } }]
  const [day] = findDates(text, now)
  const range = day === undefined ? findRange(text, now) : null
  const date = day === undefined ? range : { from: day.date, to: day.date }
  if (date === null) return []
  if (/\bbefore\b|antes de|之?前|より前/iu.test(text)) return [{ [field.name]: { $lt: date.from } }]
  if (/\bafter\b|después de|之?[后後]|以降/iu.test(text)) return [{ [field.name]: { $gt: date.to } }]
  if (/\b(?:by|until|till)\b|hasta|まで/iu.test(text))
    return [{ [field.name]: { $lte: range === null ? date.to : date.from } }]
  return [between(date.from, date.to)]
}

const byPriority = (text: string, kind: Kind, { grammar }: Situation): Condition[] => {
  const field = kind.roles.priority
  const { high, low, normal } = grammar.values
  const said = patternFrom(
    `(?<value>${high}|${low}|${normal})[\\s-]*(?:${grammar.fields.priority})|(?:${grammar.fields.priority})(?:是|为|が|の|は|is|[:：\\s])*(?<value>${high}|${low}|${normal})|(?<![\\p{L}])(?<value>urgent|importantes?|urgentes?)(?!\\p{L})|(?<value>紧急|緊急|重要|急ぎ)`,
    'iu',
  ).exec(text)?.groups?.['value']
  const value = said === undefined ? null : priorityValue(said.replace(/s$/u, ''), kind, grammar)
  return field === undefined || value === null ? [] : [{ [field.name]: value }]
}

const answer = (
  found: readonly Known[],
  kinds: readonly Kind[],
  questions: readonly Question[],
  { language }: Situation,
): string => {
  const kind = new Intl.ListFormat(language, { type: 'disjunction' }).format(kinds.map(titleOfKind))
  if (found.length === 0) return say(language, 'planner_found_none', { kind })
  const isAboutOne = questions.some(({ keywords }) => keywords.length > 0) && found.length <= 3
  const lines = found.slice(0, 10).map((one) => `\n• ${lineOf(one, isAboutOne)}`)
  const titles = lines.join('') + (found.length > 10 ? '\n• …' : '')
  const kindFound = new Intl.ListFormat(language).format([
    ...new Set(found.map((one) => titleOfKind(one.kind))),
  ])
  const key = found.length === 1 ? 'planner_found_one' : 'planner_found'
  return say(language, key, { count: String(found.length), kind: kindFound, titles })

  function lineOf({ kind: { roles }, item }: Known, withText: boolean): string {
    const due = roles.date === undefined ? undefined : item.object[roles.date.name]
    const when = typeof due === 'string' ? ` (${dayInWords(dayOfIso(due.slice(0, 10)), language)})` : ''
    const body = roles.body === undefined ? undefined : item.object[roles.body.name]
    const text = withText && typeof body === 'string' && body !== item.title ? `: ${clipped(body, 300)}` : ''
    return `${item.title}${when}${text}`
  }
}
