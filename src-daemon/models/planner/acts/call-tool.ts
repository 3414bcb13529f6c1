import { declaredName } from '../../../packages/index.ts'
import { say } from '../../../text/index.ts'
import type { Language } from '../../../contract/language.ts'
import type { ModelTool, RoutingHint } from '../../core/types.ts'
import { describeResult } from '../base/answer.ts'
import { chooseTool, isNamed } from './choose-tool.ts'
import { collectEvidence } from '../arguments/evidence.ts'
import { fillArguments } from '../arguments/fill-arguments.ts'
import type { Program } from '../base/program.ts'
import { intentOfMessage, withoutCommand } from './words.ts'

/** A tool that keeps no objects, as far as a message tells how to call it. */
export interface Suggestion {
  readonly tool: ModelTool
  readonly values: Readonly<Record<string, unknown>>
  /** JSON pointers of required values that the message lacks. */
  readonly missing: readonly string[]
  /** A verb or its name asks for it; else it is only the likeliest. */
  readonly isAskedFor: boolean
}

interface Message {
  readonly message: string
  readonly hint: RoutingHint | null
  readonly tools: readonly ModelTool[]
  readonly now: Date
}

/** The tool that fits a message best; null if none does. */
export const suggestTool = ({ message, hint, tools, now }: Message): Suggestion | null => {
  const text = subjectOf(message, hint, tools)
  const tool = chooseTool(tools, message, text)?.tool
  if (tool === undefined) return null
  return {
    tool,
    ...fillArguments(tool.parameters, collectEvidence(message, text, now), { fillsItself: false }),
    isAskedFor: intentOfMessage(message) !== null || isNamed(tool.name, message),
  }
}

/**
 * Nothing in the message led here or says one of the values the tool lacks, as when somebody goes on chatting after it was
 * used: a form would ask for what wasn't wanted.
 */
const isUnread = ({ values, missing, isAskedFor }: Suggestion, { hint, message }: Message): boolean => {
  const isLed = hint !== null && (hint.captures.length > 0 || hint.remainder.trim() !== message.trim())
  return !isLed && !isAskedFor && missing.length > 0 && Object.keys(values).length === 0
}

/** Calls the tool of any other capability that fits a message best, or asks with a form for what its arguments lack. */
export function* callTool(message: Message & { readonly language: Language }): Program<string> {
  const { tools, language } = message
  const suggestion = suggestTool(message)
  if (suggestion === null || isUnread(suggestion, message)) {
    const names = tools.map(({ description, name }) => description.trim() || declaredName(name))
    return say(language, 'planner_no_fitting_tool', { tools: names.map((name) => `\n• ${name}`).join('') })
  }
  const { tool, values, missing } = suggestion
  if (missing.length > 0) {
    yield { form: { tool: tool.name, schema: tool.parameters, values, missing } }
    return ''
  }
  const [outcome] = yield { calls: [{ tool, args: values }] }
  return describeResult(declaredName(tool.name), values, outcome?.content ?? '', language)
}

/**
 * The subject of a message: the user's own words, one contiguous part of the message, without the trigger and
 * the words that only say what to do. Empty if nothing is left.
 */
const subjectOf = (message: string, hint: RoutingHint | null, tools: readonly ModelTool[]): string => {
  const nouns = nounsOf(tools)
  const intent = intentOfMessage(message)
  const clean = (text: string) => withoutCommand(text, intent, nouns)
  if (hint === null) return clean(message)
  const remainder = hint.remainder.normalize('NFC').trim()
  const capture = hint.captures
    .map((one) => one.normalize('NFC').trim())
    .find((one) => one !== '' && message.includes(one))
  if (remainder === '') return capture === undefined ? '' : clean(capture)

  // The trigger was at the start, at the end, or in the middle: the content follows it, precedes it, or both.
  const { before, behind } = sides(message, remainder)
  const first = clean(before)
  const second = clean(behind)
  const said = first !== '' && second !== '' ? clean(message) : first || second
  return said === '' && capture !== undefined ? clean(capture) : said
}

/** The kinds of objects the tools handle, from their schema URIs: `did:nuwa:state:note#v1` -> `note`. */
const nounsOf = (tools: readonly ModelTool[]): string[] => [
  ...new Set(
    [
      ...JSON.stringify(tools.map(({ parameters }) => parameters)).matchAll(/"did:[^"#]*:([A-Za-z][\w-]*)#/g),
    ].map((match) => (match[1] ?? '').toLowerCase()),
  ),
]

/**
 * The parts of `message` before and after the trigger's match, without the rest of a word it matched in part.
 */
const sides = (message: string, remainder: string): { before: string; behind: string } => {
  let start = 0
  let end = message.endsWith(remainder) ? remainder.length : 0
  if (end === 0) while (start < remainder.length && message[start] === remainder[start]) start += 1
  while (end < remainder.length - start && message.at(-1 - end) === remainder.at(-1 - end)) end += 1
  if (start + end >= message.length) return { before: '', behind: message }
  const before = message.slice(0, start)
  const behind = message.slice(message.length - end)
  const taken = message.slice(start, message.length - end)
  return {
    before: /^[a-z\d]/i.test(taken) ? before.replace(/[a-z\d]+$/i, '') : before,
    behind: /[a-z\d]$/i.test(taken) ? behind.replace(/^[a-z\d]+/i, '') : behind,
  }
}
