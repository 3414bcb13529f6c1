/**
 * Keeps what a turn gathers within its model's window: results of earlier steps are shortened, then those steps become a line
 * each, and then the messages before the task go. The prompt, the task and the newest results stay.
 */
import type { ModelMessage } from '../../models/types.ts'
import { estimateTokens } from '../../platform/tokens.ts'
import { dataBlock } from '../core/data-block.ts'
import { tokensOf } from '../core/transcript.ts'

/** Tokens that a result of an earlier step keeps. */
const SHORT_RESULT = 80
/** Characters of the arguments or of the result in the line of a step. */
const LINE = 120
/** The share of the room that the lines of steps may take; the oldest go first. */
const LINES_SHARE = 0.2

/** What a turn has gathered. */
export interface Gathered {
  readonly messages: readonly ModelMessage[]
  /** The place of the message that is answered; what follows it are the turn's steps. */
  readonly task: number
  /** Earlier steps of which only a line is left each. */
  readonly done: readonly string[]
}

/**
 * The messages as they are sent. Lines of steps are part of the task: a message of their own would follow it in the same role, which
 * some templates refuse.
 */
export const toSend = ({ messages, task, done }: Gathered, mark: string): ModelMessage[] => {
  const block = dataBlock(mark, 'earlier steps of this turn, in short.', done)
  return messages.map((message, at) =>
    at === task && message.role === 'user' && block !== ''
      ? { ...message, content: `${message.content}\n\n${block}` }
      : message,
  )
}

/** What was gathered, in at most so many estimated tokens, as far as that goes. */
export const fitted = (gathered: Gathered, tokens: number): Gathered => {
  const fits = ({ messages, done }: Gathered) => tokensOf(messages) + linesTokens(done) <= tokens
  let fit = gathered
  for (const shorten of [shortResults, stepsAsLines(tokens * LINES_SHARE), withoutEarlier]) {
    if (fits(fit)) return fit
    fit = shorten(fit)
  }
  return fits(fit) ? fit : newestCut(fit, tokens)
}

const linesTokens = (lines: readonly string[]): number => estimateTokens(lines.join('\n'))

/** Where the newest step begins: the model's last answer, and what came of it. */
const newestStep = ({ messages, task }: Gathered): number => {
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  return last > task ? last : messages.length
}

const shortResults = (gathered: Gathered): Gathered => {
  const newest = newestStep(gathered)
  const messages = gathered.messages.map((message, at) =>
    at < newest && message.role === 'tool' ? cutResult(message, SHORT_RESULT) : message,
  )
  return { ...gathered, messages }
}

const stepsAsLines =
  (room: number) =>
  (gathered: Gathered): Gathered => {
    const { messages, task } = gathered
    const newest = newestStep(gathered)
    const done = [...gathered.done, ...messages.slice(task + 1, newest).flatMap(linesOf)]
    while (done.length > 0 && linesTokens(done) > room) done.shift()
    return { task, done, messages: [...messages.slice(0, task + 1), ...messages.slice(newest)] }
  }

const linesOf = (message: ModelMessage): string[] => {
  if (message.role === 'assistant')
    return message.toolCalls.map(
      ({ name, arguments: args }) => `called ${name} ${start(JSON.stringify(args))}`,
    )
  return message.role === 'tool' ? [`${message.name} gave ${start(message.content)}`] : []
}

const withoutEarlier = ({ messages, task, done }: Gathered): Gathered => {
  const system = messages.slice(0, task).filter(({ role }) => role === 'system')
  return { done, messages: [...system, ...messages.slice(task)], task: system.length }
}

/** The newest results share what the rest leaves. */
const newestCut = (gathered: Gathered, tokens: number): Gathered => {
  const results = gathered.messages.filter(({ role }) => role === 'tool')
  const rest = tokensOf(gathered.messages.filter(({ role }) => role !== 'tool')) + linesTokens(gathered.done)
  const each = Math.max(SHORT_RESULT, Math.floor((tokens - rest) / Math.max(1, results.length)))
  const messages = gathered.messages.map((message) =>
    message.role === 'tool' ? cutResult(message, each) : message,
  )
  return { ...gathered, messages }
}

/** A result in about so many tokens; pictures and sounds go first. */
const cutResult = (message: Extract<ModelMessage, { role: 'tool' }>, tokens: number): ModelMessage => {
  if (tokensOf([message]) <= tokens) return message
  const { role, callId, name, content } = message
  const wanted = estimateTokens(content)
  if (wanted <= tokens) return { role, callId, name, content }
  const beginning = content.slice(0, Math.floor((content.length * tokens) / wanted)).toWellFormed()
  const shortened = JSON.stringify({ shortened: true, characters: content.length, beginning })
  return { role, callId, name, content: shortened.length < content.length ? shortened : content }
}

const start = (text: string): string =>
  text.length <= LINE ? text : `${text.slice(0, LINE).toWellFormed()}…`
