import type { Language } from '../../../contract/language.ts'
import { say } from '../../../text/index.ts'
import type { FieldRole } from '../grammar/index.ts'
import { statusValue, type Kind } from '../base/kinds.ts'
import type { Program } from '../base/program.ts'
import type { Wish } from '../reading/wish.ts'
import { parsed, problemOf, record, titleOf, itemIn } from '../base/results.ts'
import { onlyValue, propertiesOf, readNode } from '../arguments/schema.ts'
import type { Known, Situation, Unfound } from '../base/situation.ts'
import { findDates } from '../time/dates.ts'
import { dayOfIso, isoDay } from '../time/days.ts'
import { away, durationIn } from '../time/durations.ts'
import { priorityValue, quotesIn, unquoted } from './content.ts'
import { areForField, areRest, isDenied, isElse, isManyDates, isPast } from './doubts.ts'
import { relabelled } from './labelled.ts'
import { propose } from './permit.ts'
import { findTarget, findTargets, named } from './target.ts'
import { likenessOf } from '../reading/keywords.ts'
import { dayInWords, titleOfKind } from '../base/phrases.ts'
import { patternFrom } from '../grammar/pattern.ts'

type Patch = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const canUpdate = ({ update }: Kind): boolean => update !== null

/** Changes one field of one object: "move the dentist to Friday", "make it high priority". */
export function* change(wish: Wish, situation: Situation): Program<string | Unfound> {
  const { language } = situation
  const role = wish.field
  if (role === null) return { say: say(language, 'planner_what_change') }
  const can = (kind: Kind): boolean => canUpdate(kind) && kind.roles[role] !== undefined
  // Two things can't be called the same, nor say the same.
  const isForMany = role !== 'title' && role !== 'body'
  const targets = isForMany
    ? yield* findTargets(wish, situation, can)
    : yield* findTarget(wish, situation, can)
  if ('say' in targets) {
    const labelled = role === 'title' && wish.isWhole ? yield* relabel(wish, situation) : null
    return labelled ?? targets
  }
  const found = 'kind' in targets ? [targets] : targets
  const changes = found.flatMap((one) => {
    const patches = wish.removes
      ? [untagged(wish.value, one)]
      : wish.shift === null
        ? valuesOf(role, wish).map((value) => patchFor(role, value, one.kind, situation))
        : [shiftOf(wish.shift, wish.value, one)]
    return patches.every((patch) => patch !== null) ? patches.map((patch) => ({ ...one, patch })) : []
  })
  if (changes.length < found.length) return { say: say(language, 'planner_what_change') }
  const grows = changes.find(({ kind, patch }) => wish.removes && !isAllowed(kind, patch))
  if (grows !== undefined)
    return { say: say(language, 'planner_tags_stay', { kind: titleOfKind(grows.kind) }) }
  const isSure =
    !found.some(({ item }) => isElse(wish, item.title, situation)) &&
    !(role === 'date' && isManyDates(wish.value, situation)) &&
    !(role === 'date' && changes.some(({ patch }) => isPast(dayIn(patch) ?? '9', situation))) &&
    !(role === 'title' && /^["“«「『].*["”»」』]\s*\S/u.test(wish.value.trim())) &&
    !(role === 'title' && wish.follows && found.some(({ item }) => isEndOf(wish.value, item.title))) &&
    // "Change the goulash note to …" may mean its title or its text.
    !(wish.isWhole && named(wish.target, situation).noun !== null)
  return yield* update(changes, situation, { as: 'planner_updated', isSure })
}

/** Changes what a text says that something is; null if no object is sure to say it. */
function* relabel(wish: Wish, situation: Situation): Program<string | null> {
  const can = (kind: Kind): boolean => canUpdate(kind) && kind.roles.body !== undefined
  const found = yield* findTarget(
    { ...wish, target: wish.target.replace(NEW, ' '), isWhole: false },
    situation,
    can,
  )
  if ('say' in found) return null
  const field = found.kind.roles.body?.name ?? ''
  const body = found.item.object[field]
  const { words } = named(wish.target, situation)
  const after =
    typeof body === 'string'
      ? relabelled(
          { title: found.item.title, body },
          words.replace(NEW, ' ').trim(),
          unquoted(wish.value),
          situation.grammar,
        )
      : null
  if (after === null) return null
  return yield* update([{ ...found, patch: { $set: { [field]: after.body } } }], situation, {
    as: 'planner_updated',
    // More than a value may have been read as one.
    isSure: after.isPlain && !/[,，;；。]/u.test(wish.value),
  })
}

/** What a value is called that takes another's place: "the new password". */
const NEW = /(?<!\p{L})(?:new|nuev[oa])(?!\p{L})|新しい|新的?/iu

/** Whether words correct the end of a title only: "buy milk", and then "I meant oat milk". */
const isEndOf = (words: string, title: string): boolean => {
  const [first = '', ...rest] = title.toLowerCase().split(' ')
  const said = words.toLowerCase().split(' ')
  return rest.length > 0 && !said.includes(first) && said.at(-1) === rest.at(-1)
}

const dayIn = (patch: Patch): string | null => {
  const [value] = Object.values(patch['$set'] ?? {})
  return typeof value === 'string' ? value.slice(0, 10) : null
}

/** Marks something as done, or as open again. */
export function* tick(wish: Wish, situation: Situation): Program<string | Unfound> {
  if (isDenied(wish, situation)) return { say: say(situation.language, 'planner_left') }
  const done = wish.value !== 'open'
  const can = (kind: Kind): boolean => canUpdate(kind) && statusValue(kind, done) !== null
  const isOther = ({ kind, item }: Known): boolean => {
    const status = kind.roles.status?.name ?? ''
    return (item.object[status] === statusValue(kind, true)) !== done
  }
  const found = yield* findTargets({ ...wish, target: undated(wish, situation) }, situation, can, isOther)
  if ('say' in found) return found
  const changes = found.map((one) => {
    const status = one.kind.roles.status?.name ?? ''
    return { ...one, patch: { $set: { [status]: statusValue(one.kind, done) } } }
  })
  // "The milk is done" may not be the buying of it.
  const isNamed = ({ item }: Known): boolean =>
    !wish.isReport || wish.isTold || likenessOf(wish.target, item.title, situation.grammar).covered === 1
  const isSure = found.every(
    (one) =>
      isNamed(one) &&
      !isUsedUp(wish, one) &&
      !PAUSED.test(wish.text) &&
      !isElse(wish, wordsOf(one), situation),
  )
  return yield* update(changes, situation, { as: done ? 'planner_ticked' : 'planner_reopened', isSure })
}

/** What is done for now goes on later. */
const PAUSED =
  /(?<!\p{L})for (?:today|now|tonight|the (?:day|moment|night)|this week)(?!\p{L})|(?<!\p{L})por (?:hoy|ahora|esta semana)(?!\p{L})|de momento|今天(?:先|就)|先到这|今日は(?:ここまで|これで)|今日のところは|とりあえず/iu

/** What is to be bought isn't bought because the last of it is finished. */
const isUsedUp = ({ text }: Wish, { item }: Known): boolean => TO_GET.test(item.title) && USED_UP.test(text)
const TO_GET = /^(?:buy|get|order|purchase|pick up|fetch|comprar|pedir|recoger)(?!\p{L})|买|订|買/iu
const USED_UP = /(?<!\p{L})(?:finished|done with|through with|acab|termin)|[喝吃用]完|飲み終|食べ終|使い切/iu

/** The words for an object without the day on which it was done. */
const undated = ({ target }: Wish, situation: Situation): string =>
  undatedIn(target, situation) === '' ? target : undatedIn(target, situation)

const undatedIn = (words: string, { now }: Situation): string =>
  findDates(words, now)
    .reduce((rest, { source }) => rest.replace(source, ' '), words)
    .trim()

const wordsOf = ({ kind: { roles }, item }: Known): string =>
  [item.title, roles.body === undefined ? '' : item.object[roles.body.name]]
    .filter((part) => typeof part === 'string')
    .join(' ')

/** Adds words to an object's text, or takes them out of it. */
export function* edit(wish: Wish, situation: Situation): Program<string | Unfound> {
  const { language } = situation
  const can = (kind: Kind): boolean => canUpdate(kind) && kind.roles.body !== undefined
  const found = yield* findTarget(wish, situation, can)
  if ('say' in found) return found
  const field = found.kind.roles.body?.name ?? ''
  const before = found.item.object[field]
  const body = typeof before === 'string' ? before : ''
  const words =
    wish.act === 'append' ? quotesIn(wish.what).join('\n') : wordsToCut(wish.what, body, situation)
  const after =
    wish.act === 'append'
      ? [body, words].filter((part) => part !== '').join('\n')
      : wish.value === ''
        ? without(body, words)
        : replaced(body, words, unquoted(wish.value))
  if (after === null) return { say: say(language, 'planner_not_found', { words, kind: found.item.title }) }
  // What begins with a quote ends with it, or more was said than that.
  const isSure =
    (!/^["“«「『]/u.test(wish.what.trim()) || quotesIn(wish.what).join('\n') !== wish.what.trim()) &&
    !(wish.act === 'append' && (areForField(words, situation) || areRest(words))) &&
    // More than the other words may have been said.
    !(wish.act === 'cut' && /[,，、;；]/u.test(wish.value))
  return yield* update([{ ...found, patch: { $set: { [field]: after } } }], situation, {
    as: 'planner_updated',
    isSure,
  })
}

/** The words as a text has them, with their article if it belongs to them: "The Trial". */
const wordsToCut = (what: string, body: string, situation: Situation): string => {
  const whole = unquoted(what)
  return body.toLowerCase().includes(whole.toLowerCase()) ? whole : named(what, situation).words
}

/** A text with other words in the place of these; null if it has them not just once. */
const replaced = (body: string, words: string, by: string): string | null => {
  const at = body.toLowerCase().indexOf(words.toLowerCase())
  if (at === -1 || body.toLowerCase().includes(words.toLowerCase(), at + 1)) return null
  return body.slice(0, at) + by + body.slice(at + words.length)
}

/** A text without these words and the comma beside them; null if it has them not just once. */
const without = (body: string, words: string): string | null => {
  const at = body.toLowerCase().indexOf(words.toLowerCase())
  if (at === -1 || body.toLowerCase().includes(words.toLowerCase(), at + 1)) return null
  const before = body.slice(0, at)
  const behind = body.slice(at + words.length)
  return before.trim() === ''
    ? behind.replace(/^[\s,、，;]+/u, '')
    : before.replace(/[\s,、，;]+$/u, '') + behind
}

type Changed = 'planner_updated' | 'planner_ticked' | 'planner_reopened'
const QUESTIONS = {
  planner_updated: 'planner_shall_change',
  planner_ticked: 'planner_shall_tick',
  planner_reopened: 'planner_shall_reopen',
} as const satisfies Record<Changed, string>

/** Makes all of the changes, or asks about them first. */
function* update(
  changes: readonly (Known & { readonly patch: Patch })[],
  situation: Situation,
  { as, isSure }: { readonly as: Changed; readonly isSure: boolean },
): Program<string> {
  const { language } = situation
  const calls = changes.flatMap(({ kind, item, patch }) => {
    const tool = kind.update
    if (tool === null || !isAllowed(kind, patch)) return []
    const uri = propertiesOf(readNode(tool.parameters)).find(({ name }) => name === 'schema_uri')
    const only = uri === undefined ? null : onlyValue(uri.node)
    const args = { ...(only !== null && { schema_uri: only.value }), id: item.id, patch }
    return [{ tool, args, kind, item }]
  })
  const [first] = changes
  if (first === undefined || calls.length < changes.length) return say(language, 'planner_what_change')
  const title = new Intl.ListFormat(language).format(changes.map(({ item }) => item.title))
  const question = say(language, QUESTIONS[as], { title, value: valueOf(first, language) })
  const outcomes = yield* propose(calls, { question, isSure })
  const lines = changes.map(({ kind, item, patch }, at) => {
    const content = outcomes[at]?.content ?? ''
    const problem = problemOf(record(parsed(content)))
    if (problem !== null) return say(language, 'planner_failed', { problem })
    const after = itemIn(content)?.title ?? titleOf(item.object) ?? item.title
    const day = as === 'planner_updated' ? dayOf(kind, patch) : null
    return day === null
      ? say(language, as, { kind: titleOfKind(kind), title: after })
      : say(language, 'planner_updated_for', {
          ...{ kind: titleOfKind(kind), title: after },
          date: dayInWords(dayOfIso(day), language),
        })
  })
  return [...new Set(lines)].join('\n')
}

/** The day that a patch moves an object to; null if it moves it to none. */
const dayOf = ({ roles }: Kind, patch: Patch): string | null => {
  const date = roles.date === undefined ? undefined : patch['$set']?.[roles.date.name]
  return typeof date === 'string' ? date.slice(0, 10) : null
}

/** What a patch sets, as a question names it. */
const valueOf = ({ kind, patch }: Known & { readonly patch: Patch }, language: Language): string => {
  const day = dayOf(kind, patch)
  if (day !== null) return dayInWords(dayOfIso(day), language)
  return Object.values(patch)
    .flatMap((fields) => Object.values(fields))
    .map((value) => (value === true ? '–' : String(value)))
    .join(', ')
}

/** Whether the tool takes such a patch, as far as it says what it takes. */
const isAllowed = ({ update: tool }: Kind, patch: Patch): boolean => {
  const declared = propertiesOf(readNode(tool?.parameters)).find(({ name }) => name === 'patch')
  const operators = propertiesOf(declared?.node ?? {})
  if (operators.length === 0) return true
  return Object.entries(patch).every(([operator, fields]) => {
    const known = propertiesOf(operators.find(({ name }) => name === operator)?.node ?? {})
    return Object.keys(fields).every((field) => known.some(({ name }) => name === field))
  })
}

/** The patch that takes a tag off an object; null if it hasn't got it. */
const untagged = (value: string, { kind, item }: Known): Patch | null => {
  const field = kind.roles.tags
  const before = field === undefined ? undefined : item.object[field.name]
  if (field === undefined || !Array.isArray(before)) return null
  const tag = unquoted(value)
    .replace(/^[#＃]/u, '')
    .toLowerCase()
  const left = before.filter((one) => typeof one !== 'string' || one.toLowerCase() !== tag)
  if (left.length === before.length) return null
  return { $set: { [field.name]: left } }
}

/** The patch that moves an object's date by a length of time; null if it has none, or if the words are no such length. */
const shiftOf = (which: 'later' | 'earlier', value: string, { kind, item }: Known): Patch | null => {
  const field = kind.roles.date
  const duration = durationIn(value)
  const before = field === undefined ? undefined : item.object[field.name]
  if (field === undefined || duration === null || typeof before !== 'string') return null
  const day = isoDay(away(dayOfIso(before.slice(0, 10)), duration, which === 'later' ? 1 : -1))
  return { $set: { [field.name]: day + before.slice(10) } }
}

/** What a field is to have: several tags may be said at once, "car and money". */
const valuesOf = (role: FieldRole, { value }: Wish): string[] => {
  if (role !== 'tags') return [value]
  const tags = tagsSaid(value)
  // More than tags was said.
  return tags.length > 1 && tags.some((tag) => /\s/u.test(tag)) ? [''] : tags
}

const tagsSaid = (words: string): string[] =>
  unquoted(words)
    .replace(ALSO, '')
    .split(
      /\s*(?:[,，、;；]|(?<=\s)(?:and|y|e)(?=\s)|和|(?<=[\p{Script=Han}\p{Script=Katakana}ー])と(?=[\p{Script=Han}\p{Script=Katakana}]))\s*/u,
    )
    .map((tag) => tag.trim().replace(/^[#＃]/u, ''))
    .filter((tag) => tag !== '')

const ALSO = /\s+(?:too|as well|also|también)$|也$/iu

/** The patch that gives a field the value that was said; null if that is no value for it. */
const patchFor = (role: FieldRole, value: string, kind: Kind, { grammar, now }: Situation): Patch | null => {
  const field = kind.roles[role]
  if (field === undefined) return null
  if (value === 'none') return { $unset: { [field.name]: true } }
  const words = unquoted(value)
  if (words === '') return null
  switch (role) {
    case 'date': {
      const [date] = findDates(value, now)
      if (date === undefined) return null
      return { $set: { [field.name]: field.node.format === 'date' ? date.date : date.dateTime } }
    }
    case 'priority': {
      const ranked = priorityValue(value, kind, grammar)
      return ranked === null ? null : { $set: { [field.name]: ranked } }
    }
    case 'status': {
      const isDone = patternFrom(`^(?:${grammar.values.done})$`, 'iu').test(words)
      const isOpen = patternFrom(`^(?:${grammar.values.open})$`, 'iu').test(words)
      return isDone || isOpen ? { $set: { [field.name]: statusValue(kind, isDone) } } : null
    }
    case 'tags':
      return { $addToSet: { [field.name]: words.replace(/^[#＃]/u, '') } }
    default:
      return { $set: { [field.name]: words } }
  }
}
