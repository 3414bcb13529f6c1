/**
 * Guides a weak model. What the built-in planner understands is done as the planner reads it, and what is kept changes in no other way.
 * For the rest the model first chooses one tool or an answer, out of a short list and held to it; then it fills in the arguments of that
 * tool, held to their schema, or answers in words; so it does, and it is said, where the planner found nothing kept about a question. What it makes up isn't called with.
 */
import { say } from '../../text/index.ts'
import { newId } from '../../platform/ids.ts'
import { isRecord } from '../../platform/is-record.ts'
import { readLenientJson } from '../../platform/lenient-json.ts'
import { fitArguments } from '../recover/fit-arguments.ts'
import type { ChatRequest, LanguageModel, ModelChunk, ModelTool, ModelToolCall } from '../core/types.ts'
import { isStateTool } from '../planner/base/kinds.ts'
import type { Planner, Suggestion } from '../planner/index.ts'
import { askedByExample } from './examples.ts'
import { grounded } from './grounded.ts'
import { planFirst } from '../planner/plan-first.ts'
import { createSteps, type Steps } from './steps.ts'
import { forGrammar } from '../answer/structured.ts'
import { signatureOf } from '../answer/tool-signature.ts'

/** Tools that a guided model chooses among; the planner reads all for it. */
export const MAX_GUIDED_TOOLS = 8
/** Characters of a description in the list. */
const DESCRIBED = 160
/** How often it writes the arguments before the call counts as unreadable. */
const TRIES = 2
/** Characters kept of an unreadable call. */
const MAX_UNREADABLE = 2000
const ANSWER = 'answer'

/** The same model, guided. A request without tools is passed on as it is. */
export const guided = (
  model: LanguageModel,
  planner: Pick<Planner, 'understand' | 'isBeyond'>,
): LanguageModel => ({
  info: model.info,
  isBeyond: planner.isBeyond,
  async *chat(whole) {
    const { request, isRefused, shown } = planFirst(whole)
    if (request.tools.length === 0) {
      yield* model.chat(request)
      return
    }
    const read = isRefused ? 'refused' : await planner.understand(onlySaid(request))
    if (isStopped(request)) return
    const steps = createSteps(model, read === 'not kept' ? beforeResults(request) : request)
    if (typeof read === 'object' && !('tool' in read)) {
      yield* shown(read)
      return
    }
    if (read === 'refused') yield* steps.words(REFUSED)
    else if (read === 'asks for nothing') yield* steps.words('')
    else if (read === 'not kept') {
      yield { type: 'text', delta: `${say(request.language, 'planner_not_kept')}\n\n` }
      yield* steps.words('')
    } else if (read !== 'not understood' && !isResult(request))
      yield* shown([await suggestedCall(request, read, steps)])
    else {
      const call = await chosenCall(request, steps)
      if (isStopped(request)) return
      if (typeof call === 'string') yield* steps.words(call)
      else yield* shown([{ type: 'tool_call', call }])
    }
    if (isStopped(request)) return
    yield* steps.usage()
  },
})

/** What the user said, without the data beside it: the planner takes each word for an instruction. */
const onlySaid = (request: ChatRequest): ChatRequest => ({
  ...request,
  messages: request.messages.map((message) =>
    message.role === 'user' ? { ...message, content: message.said ?? message.content } : message,
  ),
})

/** Without the results of this turn: that nothing was found would be all that a weak model writes about. */
const beforeResults = (request: ChatRequest): ChatRequest => ({
  ...request,
  messages: request.messages.slice(0, request.messages.findLastIndex(({ role }) => role === 'user') + 1),
})

/**
 * The tool that the planner found to be asked for, with the texts that the model took for it, or a form if one is missing. Whatever else
 * the planner read out of the message stays.
 */
const suggestedCall = async (
  request: ChatRequest,
  { tool, values, missing }: Suggestion,
  steps: Steps,
): Promise<ModelChunk> => {
  const call = await filledCall(request, tool, steps, { isPartial: true })
  const written = call?.unreadable === undefined ? (call?.arguments ?? {}) : {}
  const read = Object.entries(values).filter(
    ([name, value]) => typeof value !== 'string' || !(name in written),
  )
  const args = { ...written, ...Object.fromEntries(read) }
  const left = missing.filter((pointer) => !(pointer.slice(1) in args))
  return left.length === 0
    ? { type: 'tool_call', call: { id: newId(), name: tool.name, arguments: args } }
    : { type: 'form', tool: tool.name, schema: tool.parameters, values: args, missing: left }
}

/** The call that the model chooses and fills in, or what it is told for an answer in words. */
const chosenCall = async (request: ChatRequest, steps: Steps): Promise<ModelToolCall | string> => {
  const tool = await chosenTool(request, steps)
  if (tool === null || isStopped(request)) return isResult(request) ? REPORT : ''
  return (await filledCall(request, tool, steps)) ?? UNCLEAR
}

/** The tool it chooses; null for an answer in words, and for a choice that can't be read. */
const chosenTool = async (request: ChatRequest, steps: Steps): Promise<ModelTool | null> => {
  const tools = offeredTools(request)
  if (tools.length === 0) return null
  const instruction = [
    'What does this message need? Choose one:',
    ...tools.map(({ name, description }) => `- ${name}: ${shortened(description)}`),
    `- ${ANSWER}: none of these, only words.`,
    'Reply as {"choice": name}.',
  ].join('\n')
  const names = [...tools.map(({ name }) => name), ANSWER]
  const { text } = await steps.held(instruction, {
    type: 'object',
    properties: { choice: { enum: names } },
    required: ['choice'],
  })
  const said = readLenientJson(text)
  const choice = isRecord(said) ? said['choice'] : text.trim()
  return tools.find(({ name }) => name === choice) ?? null
}

/**
 * The tools it may choose now: none that changes what is kept, none after one that may have changed something, and none twice in a turn,
 * so that it neither runs in circles nor does more than was asked for.
 */
const offeredTools = ({ messages, tools }: ChatRequest): readonly ModelTool[] => {
  const task = messages.findLastIndex(({ role }) => role === 'user')
  const called = messages
    .slice(task + 1)
    .flatMap((message) => (message.role === 'tool' ? [message.name] : []))
  const isReading = (name: string): boolean => tools.find((tool) => tool.name === name)?.reads === true
  if (!called.every(isReading)) return []
  return tools
    .filter((tool) => (tool.reads === true || !isStateTool(tool)) && !tool.name.startsWith('ui__'))
    .filter(({ name }) => !called.includes(name))
    .slice(0, MAX_GUIDED_TOOLS)
}

/**
 * The call as it writes it; null if what it needs wasn't said, unless a part will do. What was cut off stays unreadable: completed, it could be something else
 * than what was meant.
 */
const filledCall = async (
  request: ChatRequest,
  { name, parameters }: ModelTool,
  steps: Steps,
  { isPartial = false } = {},
): Promise<ModelToolCall | null> => {
  const schema = forGrammar(parameters)
  const { messages } = request
  const message = messages.findLast(({ role }) => role === 'user')
  const words = message?.role === 'user' ? (message.said ?? message.content) : ''
  const instruction = [
    `Write the arguments of ${name} for this message as one JSON object: ${signatureOf(schema)}`,
    'Take each value from the message, and leave out what it does not say.',
  ].join('\n')
  // What a result said isn't in the message.
  const asked = (isResult(request) ? null : askedByExample(name, schema, words)) ?? instruction
  const said = messages
    .flatMap((one) => {
      if (one.role === 'user') return [one.said ?? one.content]
      return one.role === 'tool' ? [one.content] : []
    })
    .join('\n')
  let written = ''
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { text, isCut } = await steps.held(asked, isRecord(schema) ? schema : {})
    const value = readLenientJson(text)
    if (isRecord(value)) {
      const needed = isPartial && isRecord(schema) ? { ...schema, required: [] } : schema
      const args = grounded(fitArguments(value, parameters), needed, said)
      return args === null ? null : { id: newId(), name, arguments: args }
    }
    written = text
    // At the same place again.
    if (isCut) break
  }
  const unreadable = written.trim().slice(0, MAX_UNREADABLE).toWellFormed()
  return { id: newId(), name, arguments: {}, unreadable }
}

/** A function, so that TypeScript does not narrow it: the signal changes during an await. */
const isStopped = ({ signal }: ChatRequest): boolean => signal.aborted

const isResult = ({ messages }: ChatRequest): boolean => messages.at(-1)?.role === 'tool'

const REPORT = 'Tell the user in one short sentence what came of it.'

const REFUSED = 'Nothing was done: the user did not agree to the plan. Say so in one short sentence.'

const UNCLEAR = 'Nothing was done: a value is missing. Ask the user in one short question what it is.'

const shortened = (text: string): string =>
  text.length <= DESCRIBED ? text : `${text.slice(0, DESCRIBED).toWellFormed()}…`
