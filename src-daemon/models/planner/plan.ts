import { declaredName } from '../../packages/index.ts'
import type { Language } from '../../contract/language.ts'
import { say } from '../../text/index.ts'
import type { ChatRequest, ModelChunk, ModelTool } from '../core/types.ts'
import { ask, lookUp } from './acts/ask.ts'
import { calendarAnswer } from './acts/calendar.ts'
import { callTool, suggestTool, type Suggestion } from './acts/call-tool.ts'
import { change, edit, tick } from './acts/change.ts'
import { sumInWords } from './acts/arithmetic.ts'
import { conversionAfter, sumAmong, turnsOf, type Turn } from './acts/counted.ts'
import { canConvert, conversionIn, isRough, valueByTable, type Conversion } from './acts/convert.ts'
import { quantityInWords } from './acts/quantity.ts'
import { make } from './acts/make.ts'
import { permitted } from './acts/permit.ts'
import { remove, undo } from './acts/remove.ts'
import { answerResults, describeResult } from './base/answer.ts'
import { isNamed } from './acts/choose-tool.ts'
import { GRAMMARS, languagesOf, type Grammar } from './grammar/index.ts'
import { isStateTool, kindsOf, nounsFor, statusValue, type Kind } from './base/kinds.ts'
import {
  heldBefore,
  replay,
  resumedTogether,
  withoutRepeats,
  type Held,
  type Program,
  type Step,
} from './base/program.ts'
import { withoutCorrected } from './reading/corrections.ts'
import { withoutThousandStops } from './reading/numbers.ts'
import { withoutCourtesy, withoutManners } from './reading/phrasing.ts'
import { withoutSlips } from './reading/slips.ts'
import { wishesOf } from './reading/wishes.ts'
import type { Wish } from './reading/wish.ts'
import { outputOf, text } from './base/results.ts'
import { recentOf, type Situation, type Unfound } from './base/situation.ts'

/** What a model can do better: words for a greeting, for what isn't understood or about what isn't kept, and calls of tools that keep no objects. */
type Left =
  | { readonly words: string; readonly why: 'asks for nothing' | 'not understood' | 'not kept' }
  | { readonly others: readonly ModelTool[] }

/** What the planner does for a message that it understands; else why not, or the tool that the message asks for. */
export type Understood =
  | readonly ModelChunk[]
  | 'asks for nothing'
  | 'not understood'
  | 'not kept'
  | Suggestion

/**
 * The planner's whole answer to a request; deterministic for the same request at the same time, except for
 * call ids.
 */
export const plan = (request: ChatRequest, now: Date): ModelChunk[] => {
  const { language, hint } = request
  const message = messageOf(request)
  function* whole(): Program<string> {
    const said = yield* fulfil(request, now)
    if (typeof said === 'string') return said
    if ('words' in said) return said.words
    return yield* callTool({ message, hint, tools: said.others, language, now })
  }
  const answer = replay(whole(), afterMessage(request))
  if (answer === null) return speak(answerResults(afterMessage(request), language))
  return 'say' in answer ? speak(answer.say) : answer
}

/** The answer to a plan that the person said no to. */
export const refused = ({ language }: ChatRequest): ModelChunk[] => speak(say(language, 'planner_left'))

/** The same for a model that is guided by it. */
export const understand = (request: ChatRequest, now: Date): Understood => {
  const answer = replay(fulfil(request, now), afterMessage(request))
  // Results of the model's own calls.
  if (answer === null) return 'not understood'
  if (!('say' in answer)) return answer
  if (typeof answer.say === 'string') return speak(answer.say)
  if ('words' in answer.say) return answer.say.why
  const { hint } = request
  const suggestion = suggestTool({ message: messageOf(request), hint, tools: answer.say.others, now })
  return suggestion?.isAskedFor === true ? suggestion : 'not understood'
}

const lastUserOf = ({ messages }: ChatRequest): number =>
  messages.findLastIndex(({ role }) => role === 'user')
const messageOf = (request: ChatRequest): string =>
  (request.messages[lastUserOf(request)]?.content ?? '').normalize('NFC').trim()
const afterMessage = (request: ChatRequest): ChatRequest['messages'] =>
  request.messages.slice(lastUserOf(request) + 1)

const situationOf = (
  request: ChatRequest,
  now: Date,
): { readonly situation: Situation; readonly wishes: readonly Wish[] } => {
  const { isConfirmed, request: meant } = withAnswer(request)
  const { messages, tools, language } = meant
  const said = messageOf(meant)
  const kinds = kindsOf(tools)
  const [first = language] = languagesOf(said, language)
  const message = withoutCorrected(said, GRAMMARS[first], now)
  const { grammar, nouns, wishes } = readingOf(message, language, kinds, now)
  const recent = recentOf(messages.slice(0, lastUserOf(meant)), kinds)
  return { situation: { message, grammar, nouns, language, kinds, tools, now, recent, isConfirmed }, wishes }
}

/** A yes to a question of the planner's stands for the message that it asked about. */
const withAnswer = (
  request: ChatRequest,
): { readonly request: ChatRequest; readonly isConfirmed: boolean } => {
  const at = lastUserOf(request)
  const before = request.messages.slice(0, at)
  const asked = before.findLastIndex(({ role }) => role === 'user')
  const answer = before.slice(asked + 1).findLast(({ role }) => role === 'assistant')
  const isYes = Object.values(GRAMMARS).some(({ cues }) => cues.yes.test(messageOf(request)))
  if (!isYes || asked === -1 || !/[?？]\s*$/u.test(answer?.content ?? ''))
    return { request, isConfirmed: false }
  const messages = [...before.slice(0, asked + 1), ...request.messages.slice(at + 1)]
  return { request: { ...request, messages }, isConfirmed: true }
}

/**
 * Whether a message asks for what these tools of one capability can't do alone and those of all can: for a kind of object that
 * only others keep, for one that is named by its own words only, which any capability may keep, or for a conversion.
 */
export const isBeyond = (
  message: string,
  { tools, all }: { readonly tools: readonly ModelTool[]; readonly all: readonly ModelTool[] },
  language: Language,
  now: Date,
): boolean => {
  const [own, any] = [kindsOf(tools), kindsOf(all)]
  const isConverter = canConvert(tools)
  if (isConverter && conversionIn(message, tools) !== null) return false
  const { grammar, wishes } = readingOf(message.normalize('NFC').trim(), language, any, now)
  const isElse = wishes.some(({ act, kind }) => kind !== null || act === 'none')
  if (!isElse && !isConverter && conversionIn(message, all) !== null) return true
  if (any.length <= own.length) return false
  return wishes.some(({ act, kind, target }) => {
    if (kind !== null) return !own.some(({ noun }) => noun === kind) && any.some(({ noun }) => noun === kind)
    const isNamed = act === 'ask' || (CHANGES.has(act) && !grammar.pointing.test(target.trim()))
    return isNamed && (own.length > 0 || isConverter)
  })
}
const CHANGES: ReadonlySet<Wish['act']> = new Set(['change', 'tick', 'append', 'cut', 'delete'])

/** Answers to what asks for nothing. */
const IDLE: Readonly<
  Record<string, 'planner_hello' | 'planner_welcome' | 'planner_abilities' | 'planner_bring_back'>
> = {
  deleted: 'planner_bring_back',
  greeting: 'planner_hello',
  thanks: 'planner_welcome',
  abilities: 'planner_abilities',
}

interface Reading {
  readonly grammar: Grammar
  readonly nouns: Readonly<Record<string, string>>
  readonly wishes: readonly Wish[]
}

/** Reads a message in its own language, else in that of its first words: "add note about 寿司". */
const readingOf = (message: string, usual: Language, kinds: readonly Kind[], now: Date): Reading => {
  const readings = languagesOf(message, usual).map((language) => {
    const grammar = GRAMMARS[language]
    const nouns = nounsFor(grammar, kinds)
    const wishes = wishesOf(message, { grammar, nouns, now })
    const meant = wishes.length > 0 ? message : withoutSlips(message, grammar)
    return { grammar, nouns, wishes: meant === message ? wishes : wishesOf(meant, { grammar, nouns, now }) }
  })
  const [first] = readings
  const understood = readings.find(({ wishes }) => wishes.length > 0) ?? first
  if (understood === undefined) throw new Error('a message has no language')
  return understood
}

/** A question about the calendar is no longer. */
const MAX_ASKED = 200

/** Does what the message asks for; its sentence says what was done. */
function* fulfil(request: ChatRequest, now: Date): Program<string | Left> {
  const { situation, wishes } = situationOf(request, now)
  const remainder = request.hint?.remainder ?? ''
  const turns = turnsOf(request.messages.slice(0, lastUserOf(request)))
  return yield* withoutRepeats(fulfilIn(situation, wishes, { remainder, turns }), looksUp(situation.kinds))
}

const looksUp =
  (kinds: readonly Kind[]) =>
  (step: Step): boolean =>
    'calls' in step && step.calls.every(({ tool }) => kinds.some(({ query }) => query === tool))

function* fulfilIn(
  situation: Situation,
  wishes: readonly Wish[],
  { remainder, turns }: { readonly remainder: string; readonly turns: readonly Turn[] },
): Program<string | Left> {
  const { now } = situation
  const { message, grammar, tools, kinds, language } = situation
  const plain = message.length > MAX_ASKED ? message : withoutCourtesy(message, grammar)
  const date = calendarAnswer(plain, grammar, language, now)
  if (date !== null) return date
  const isElse = wishes.some(({ act, kind }) => kind !== null || act === 'none')
  const numbered = grammar === GRAMMARS.es ? withoutThousandStops(message) : message
  // What is supposed, "if I split £93", may be a sum.
  const sum = wishes.some(({ kind }) => kind !== null)
    ? null
    : (sumAmong(turns, message, language) ?? sumAmong(turns, withoutManners(plain, grammar), language))
  if (sum !== null) return sumInWords(sum, language)
  const conversion = isElse
    ? null
    : (conversionIn(numbered, tools) ??
      conversionIn(withoutManners(plain, grammar), tools) ??
      conversionAfter(turns, message, situation))
  if (conversion !== null) return yield* convert(conversion, language)
  // What only asks is for models that know what to ask.
  const others = tools.filter((tool) => !isStateTool(tool) && !tool.name.startsWith('ui__'))
  const idle = wishes.find(({ act }) => act === 'none')
  if (idle !== undefined)
    return { words: say(language, IDLE[idle.value] ?? 'planner_left'), why: 'asks for nothing' }
  if (kinds.length === 0)
    return others.length === 0
      ? { words: say(language, 'planner_no_tools'), why: 'not understood' }
      : { others }
  const understood = wishes.length > 0 ? wishes : impliedBy(situation, remainder)
  const named = others.filter(({ name }) => isNamed(name, message))
  if (understood.length === 0 && named.length > 0) return { others: named }
  // What nothing else was read from may be the words of something that is kept: "wifi password".
  const found = understood.length > 0 ? null : yield* lookUp(situation)
  if (found !== null) return found
  if (understood.length === 0) return { words: say(language, 'planner_what'), why: 'not understood' }
  const [only] = understood
  if (only?.act === 'ask' && understood.length === 1 && only.otherwise === null) {
    const said = yield* ask(only, situation)
    return typeof said === 'string' ? said : { words: said.say, why: 'not kept' }
  }
  return yield* permitted(fulfilAll(understood, situation), situation)
}

/** What the first quantity is in the other unit. */
function* convert(conversion: Conversion, language: Language): Program<string> {
  const { call, value, from, to } = conversion
  const told = (result: number): string =>
    say(language, isRough(conversion) ? 'planner_about' : 'planner_sum', {
      sum: conversion.said ?? quantityInWords(value, from, language),
      result: quantityInWords(result, to, language),
    })
  if (call === null) return told(valueByTable(conversion))
  const [outcome] = yield { calls: [call] }
  const content = outcome?.content ?? ''
  const result = outputOf(content)?.['value']
  return typeof result === 'number'
    ? told(result)
    : (text(outputOf(content)?.['text']) ??
        describeResult(declaredName(call.tool.name), call.args, content, language))
}

function* fulfilAll(wishes: readonly Wish[], situation: Situation): Program<string> {
  const made = wishes.filter(({ act }) => act === 'make')
  const others = wishes.filter(({ act }) => act !== 'make')
  const [only] = others
  // Half of what was asked for is worse than a question, so nothing is done before everything can be.
  const impossible = (wish: Wish | undefined): string =>
    say(situation.language, 'planner_not_together', { words: wish?.text ?? '' })
  const unable = wishes.length === 1 ? undefined : wishes.find((wish) => !isPossible(wish, situation.kinds))
  if (unable !== undefined) return impossible(unable)
  if (others.length + Math.min(made.length, 1) <= 1)
    return yield* only === undefined ? make(made, situation) : fulfilOne(only, situation)
  const isLookUp = looksUp(situation.kinds)
  const held: Held<string>[] = []
  if (made.length > 0) held.push(yield* heldBefore(make(made, situation), isLookUp))
  for (const wish of others) {
    const one = yield* heldBefore(fulfilOne(wish, situation), isLookUp)
    // A report that names nothing kept was only told.
    if (one.step.done === true && wish.isReport && !wish.isTold) continue
    if (one.step.done === true && wish.act !== 'ask') return impossible(wish)
    held.push(one)
  }
  if (made.length > 0 && held[0]?.step.done === true) return impossible(made[0])
  return (yield* resumedTogether(held)).join('\n')
}

/** Whether anything here can be changed so. */
const isPossible = ({ act, kind }: Wish, kinds: readonly Kind[]): boolean => {
  const able = kinds.filter(({ noun }) => kind === null || noun === kind)
  if (act === 'tick') return able.some((one) => one.update !== null && statusValue(one, true) !== null)
  if (act === 'delete') return able.some(({ remove: tool }) => tool !== null)
  if (act === 'change' || act === 'append' || act === 'cut') return able.some(({ update }) => update !== null)
  return act !== 'make' || able.some(({ create }) => create !== null)
}

function* fulfilOne(wish: Wish, situation: Situation): Program<string> {
  const said = yield* fulfilAs(wish, situation)
  if (typeof said === 'string') return said
  const other = wish.otherwise === null ? said : yield* fulfilAs(wish.otherwise, situation)
  return typeof other === 'string' ? other : said.say
}

function* fulfilAs(wish: Wish, situation: Situation): Program<string | Unfound> {
  switch (wish.act) {
    case 'make':
      return yield* make([wish], situation)
    case 'change':
      return yield* change(wish, situation)
    case 'tick':
      return yield* tick(wish, situation)
    case 'append':
    case 'cut':
      return yield* edit(wish, situation)
    case 'delete':
      return yield* remove(wish, situation)
    case 'undo':
      return yield* undo(wish, situation)
    case 'ask':
      return yield* ask(wish, situation)
    case 'all':
      return say(situation.language, 'planner_not_all')
    default:
      return say(situation.language, 'planner_what')
  }
}

/**
 * A message without a verb adds something in two cases only: as one more of what was just made ("and brushes"), or behind the
 * name of a capability whose objects the language has no word for ("diary: we went to the sea").
 */
const impliedBy = ({ message, grammar, recent, kinds }: Situation, remainder: string): Wish[] => {
  const wish = (what: string, kind: string): Wish => ({
    ...{
      act: 'make',
      kind,
      isPlural: false,
      what,
      target: '',
      field: null,
      value: '',
      isReport: false,
      isTold: false,
      isStatement: false,
      otherwise: null,
      follows: false,
      isWhole: false,
      isVerbatim: false,
      isUndivided: false,
      removes: false,
      shift: null,
      text: message,
    },
  })
  const [, more] = AND_ALSO.exec(message) ?? []
  const [last] = recent.objects
  if (more !== undefined && recent.act === 'made' && last !== undefined && !grammar.question.test(message))
    return [wish(more, last.kind.noun)]
  const creatable = kinds.filter(({ create }) => create !== null)
  const [only] = creatable
  const trigger = message.slice(0, message.length - remainder.length)
  const isNamedFirst =
    remainder !== '' &&
    trigger !== '' &&
    message.endsWith(remainder) &&
    /[\s:：]$/u.test(trigger + remainder.slice(0, 1))
  if (only === undefined || creatable.length > 1 || !isNamedFirst) return []
  return Object.hasOwn(grammar.nouns, only.noun) || grammar.question.test(message)
    ? []
    : [wish(remainder, only.noun)]
}
const AND_ALSO =
  /^(?:and|also|plus|y|también|还有|再加上?|あと|それと)[\s,、，]*(?:(?:another )?one (?:to|for|about)\s+|another (?:to|for|about)\s+|otr[oa] (?:para|sobre|de)\s+|una para\s+)?(.{1,80})$/iu

/** Splits a sentence into a few pieces, after words and punctuation. */
const speak = (sentence: string): ModelChunk[] => {
  const size = Math.max(12, Math.ceil(sentence.length / 4))
  const pieces: string[] = []
  for (const word of sentence.split(/(?<=[\s。，、：；:])/u)) {
    const last = pieces.at(-1)
    if (last === undefined || last.length >= size) pieces.push(word)
    else pieces[pieces.length - 1] = last + word
  }
  return pieces.map((delta) => ({ type: 'text', delta }))
}
