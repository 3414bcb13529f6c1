import { newId } from '../../platform/ids.ts'
import { say } from '../../text/index.ts'
import { declaredName } from '../../packages/index.ts'
import type { ChatRequest, ModelChunk, ModelTool, ModelMessage, RoutingHint } from '../core/types.ts'
import { answerResults, foundItems } from './answer.ts'
import { chooseTool } from './choose-tool.ts'
import { collectEvidence, type Evidence } from './evidence.ts'
import { fillArguments } from './fill-arguments.ts'
import { searchCondition, searchWords, objectPropertiesOf } from './search.ts'
import type { Language } from '../../contract/language.ts'
import { typeOf } from './schema.ts'
import { intentOfMessage, withoutCommand } from './words.ts'

/**
 * The planner's whole answer to a request; deterministic for the same request at the same time, except for
 * call ids.
 */
export const plan = (request: ChatRequest, now: Date): ModelChunk[] => {
  const { messages, tools, language } = request
  const lastUser = messages.findLastIndex(({ role }) => role === 'user')
  const after = messages.slice(lastUser + 1)
  const answered = after.at(-1)?.role === 'tool'
  // Among tools of several capabilities it would do what nobody asked for.
  if (!answered && (tools.length === 0 || request.open === true))
    return speak(say(language, 'planner_no_tools'))

  const message = (messages[lastUser]?.content ?? '').normalize('NFC').trim()
  const text = subjectOf(message, request.hint, tools)
  const chosen = chooseTool(tools, message, text)
  const changes = chosen?.intent === 'update' || chosen?.intent === 'delete'
  const target = answered && changes ? targetFound(after, language) : null
  if (target !== null && 'say' in target) return speak(target.say)
  if (answered && target === null) return speak(answerResults(after, language, nounsOf(tools)))
  if (chosen === null) {
    const names = tools.map(({ description, name }) => description.trim() || declaredName(name))
    return speak(
      say(language, 'planner_no_fitting_tool', { tools: names.map((name) => `\n• ${name}`).join('') }),
    )
  }
  return call(chosen.tool, tools, collectEvidence(message, text, now), target)
}

const call = (
  tool: ModelTool,
  tools: readonly ModelTool[],
  evidence: Evidence,
  target: Extract<Target, { id: string }> | null,
): ModelChunk[] => {
  const declared = declaredName(tool.name)
  const filled = fillArguments(tool.parameters, evidence, { fillsItself: declared === 'state.create' })
  const known: Record<string, unknown> = { ...filled.values }
  if (target !== null) known['id'] = target.id
  const patch = declared === 'state.update' ? completionPatch(tools, evidence.message) : null
  if (patch !== null) known['patch'] = patch
  const missing = filled.missing.filter((pointer) => !Object.hasOwn(known, pointer.slice(1)))

  if (missing.includes('/id') && target === null) {
    const query = tools.find(({ name }) => declaredName(name) === 'state.query')
    const where = targetCondition(tools, evidence)
    if (query !== undefined && where !== null)
      return [toolCall(query, queryArguments(query, evidence, where))]
  }
  if (missing.length > 0)
    return [{ type: 'form', tool: tool.name, schema: tool.parameters, values: known, missing }]
  if (declared !== 'state.query') return [toolCall(tool, known)]
  const words = searchWords(evidence)
  return [
    toolCall(tool, queryArguments(tool, evidence, words === null ? null : searchCondition(tools, words))),
  ]
}

const toolCall = (tool: ModelTool, args: Record<string, unknown>): ModelChunk => ({
  type: 'tool_call',
  call: { id: newId(), name: tool.name, arguments: args },
})

const queryArguments = (
  tool: ModelTool,
  evidence: Evidence,
  where: Record<string, unknown> | null,
): Record<string, unknown> => {
  const { values } = fillArguments(tool.parameters, evidence, { fillsItself: true })
  return where === null ? values : { ...values, query: { ...Object(values['query']), where } }
}

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

/**
 * "complete buy milk" names an object by its words, but a tool needs its id: the planner looks the words up
 * first, and continues only if exactly one object matches.
 */
type Target = { readonly id: string } | { readonly say: string }

/** The condition that finds the object to change, or null if the message does not name one. */
const targetCondition = (tools: readonly ModelTool[], evidence: Evidence): Record<string, unknown> | null =>
  searchCondition(tools, evidence.quoted[0] ?? evidence.text.slice(0, 200).replace(AS_DONE, '').trim())

/**
 * The result of a look-up, or null if `after` (what followed the user's message) is not an answered look-up.
 */
const targetFound = (after: readonly ModelMessage[], language: Language): Target | null => {
  const [requested, answered, ...more] = after
  if (requested?.role !== 'assistant' || answered?.role !== 'tool' || more.length > 0) return null
  if (requested.toolCalls.length !== 1 || declaredName(answered.name) !== 'state.query') return null
  const items = foundItems(answered.content)
  const [first] = items
  if (first === undefined) return null
  if (items.length === 1) return { id: first.id }
  const titles = items.slice(0, 10).map(({ title }) => `\n• ${title}`)
  return { say: say(language, 'planner_which', { titles: titles.join('') }) }
}

/**
 * The patch for "complete", "finish" or "mark ... as done", derived from the package's own schema; null for
 * other changes.
 */
const completionPatch = (tools: readonly ModelTool[], message: string): Record<string, unknown> | null => {
  if (!COMPLETION.test(message)) return null
  for (const { name, node } of objectPropertiesOf(tools)) {
    if (typeOf(node) === 'boolean' && DONE.test(name)) return { $set: { [name]: true } }
    const value = node.enum?.find((one) => typeof one === 'string' && DONE.test(one))
    if (value !== undefined) return { $set: { [name]: value } }
  }
  return null
}

const DONE = /^(?:is_?)?(?:done|completed?|finished)$/i
const COMPLETION =
  /^(?:please\s+)?(?:complete|finish|close|completa|termina)|\b(?:done|completed|finished|hech[oa]|completad[oa])\b|完成|完了/iu
const AS_DONE = /\s+(?:as\s+|como\s+)?(?:done|completed?|finished|hech[oa]|completad[oa])[.!]?$/iu

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
