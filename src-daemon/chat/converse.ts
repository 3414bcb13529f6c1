import type { ExposedTool } from '../capabilities/index.ts'
import type { NoticePart, TurnContext } from '../contract/chat.ts'
import type { Language } from '../contract/language.ts'
import type { AcpPackage } from '../contract/packages.ts'
import type { LanguageModel, ModelMessage, RoutingHint } from '../models/types.ts'
import { estimateTokens } from '../platform/tokens.ts'
import { say } from '../text/index.ts'
import { wireTool } from './core/wire-tool.ts'
import type { Draft } from './core/draft.ts'
import { tokensOf } from './core/transcript.ts'
import type { TurnTools } from './core/turn-tools.ts'
import type { Turn } from './core/turn.ts'
import { STEPS, TOKENS } from './limits.ts'
import type { ModelClock } from './model-clock.ts'
import { isStateTool } from './own-tools.ts'
import { LONGEST_TEXT, readReply, type Reply } from './reply.ts'
import { pop } from './stack.ts'
import type { CallOutcome, ToolCaller } from './tool-calls.ts'

/** A turn that was opened: who answers it, with which tools, and what the model is told. */
export interface TurnState {
  readonly turn: Turn
  readonly model: LanguageModel
  readonly acp: AcpPackage | null
  /** It has tools of several capabilities. */
  readonly isOpen: boolean
  readonly tools: TurnTools
  readonly caller: ToolCaller
  readonly clock: ModelClock
  readonly hint: RoutingHint | null
  readonly language: Language
  readonly messages: ModelMessage[]
  readonly context: TurnContext
}

/** Asks the model, runs the tools it calls, and gives it the results, until it has answered or a limit is reached. */
export const converse = async (talk: TurnState): Promise<void> => {
  const { turn, language, messages, clock } = talk
  const { draft, signal } = turn
  const end = (text: string, limit?: NoticePart['limit']) => {
    draft.add({ type: 'notice', text, ...(limit === undefined ? {} : { limit }) })
  }
  let spent = 0
  for (let step = 0; step < STEPS; step += 1) {
    const reply = await clock.run((limited) => readReply(talk.model, requestOf(talk, limited), draft))
    if (signal.aborted) return
    spent += note(talk, reply)
    for (const kind of reply.leftOut) end(say(language, 'chat_part_left_out', { kind: kind.slice(0, 80) }))
    if (reply.endless) {
      end(say(language, 'chat_endless', { characters: LONGEST_TEXT }), 'length')
      return
    }
    if (clock.isOver()) {
      end(say(language, 'chat_took_too_long'), 'time')
      return
    }
    if (reply.form !== null) {
      openForm(talk, reply.form)
      return
    }
    if (reply.calls.length === 0) {
      const why = unfinished(reply, draft)
      if (why !== null) end(say(language, why))
      return
    }
    messages.push(saidAgain(reply))
    if (await callTools(talk, reply)) return
    if (spent > TOKENS) {
      end(say(language, 'chat_too_many_tokens', { tokens: spent }), 'tokens')
      return
    }
  }
  end(say(language, 'chat_too_many_steps', { steps: STEPS }), 'steps')
}

/** Adds the cost of an answer to the turn's displayed usage. Returns the tokens of the request and the answer. */
const note = ({ turn: { draft }, messages, context, language }: TurnState, reply: Reply): number => {
  const before = draft.message().context ?? context
  if (reply.cut && !before.truncated)
    draft.add({ type: 'notice', text: say(language, 'chat_conversation_cut') })
  const { usage } = reply
  const sums = before.reported ?? { requests: 0, first: usage?.prompt ?? 0, prompt: 0, output: 0 }
  const reported =
    usage === null
      ? before.reported
      : {
          requests: sums.requests + 1,
          first: sums.first,
          prompt: sums.prompt + usage.prompt,
          output: sums.output + usage.output,
        }
  draft.setContext({ ...before, reported, truncated: before.truncated || reply.cut })
  if (usage !== null) return usage.prompt + usage.output
  return tokensOf(messages) + context.estimated.tools + estimateTokens(reply.text)
}

/** True when the turn ends here. */
const callTools = async (talk: TurnState, { calls, usage }: Reply): Promise<boolean> => {
  const { turn, language, messages, caller } = talk
  const tokens = usage === null ? undefined : { prompt: usage.prompt, completion: usage.output }
  const outcomes = await caller.callAll(calls, tokens)
  if (turn.signal.aborted) return true
  for (const { done, end } of outcomes) {
    if (done !== null) finish(talk, done.tool)
    if (end !== null) {
      turn.draft.add({ type: 'notice', text: say(language, ENDINGS[end]), limit: end })
      return true
    }
  }
  messages.push(...answered(outcomes))
  return false
}

/** Leaves the capability, once: several calls of a turn may say that it is done, and capabilities below it in the stack stay. */
export const finish = (talk: TurnState, tool: ExposedTool): void => {
  const { turn, acp } = talk
  if (mayFinish(talk, tool) && turn.stack().at(-1) === acp?.name) turn.setStack(pop(turn.stack()))
}

const openForm = ({ turn, tools, language }: TurnState, form: NonNullable<Reply['form']>): void => {
  const meant = tools.read({ name: form.tool, arguments: {} })
  if (meant.kind !== 'tool') {
    turn.draft.add({
      type: 'notice',
      text: say(language, 'chat_unknown_tool', { tool: form.tool.slice(0, 80) }),
    })
    return
  }
  const { tool } = meant
  const { schema, values, missing } = form
  turn.draft.add({
    type: 'form',
    ref: tool.ref,
    tool: tool.name,
    schema: { ...schema },
    values: { ...values },
    missing: [...missing],
    status: 'open',
  })
}

const ENDINGS = {
  repeats: 'chat_repeats_itself',
  repairs: 'chat_too_many_repairs',
  calls: 'chat_too_many_calls',
} as const satisfies Record<NonNullable<CallOutcome['end']>, string>

const requestOf = ({ acp, tools, isOpen, messages, hint, language }: TurnState, signal: AbortSignal) => ({
  messages: [...messages],
  tools: tools.shown().map(wireTool),
  ...(isOpen && { open: true as const }),
  hint,
  language,
  minContextWindow: acp?.llmRequirements.minContextWindow ?? null,
  signal,
})

/** `done` counts from built-in tools and from bindings that say so, never from anything fetched (acp.md 6.3). */
const mayFinish = ({ acp }: TurnState, tool: ExposedTool): boolean =>
  isStateTool(tool) || acp?.bindings[tool.name]?.may_finish === true

/** The notice below a missing or incomplete answer. */
const unfinished = ({ endedBy, text, thought }: Reply, draft: Draft) => {
  if (endedBy === 'filter') return 'chat_cut_by_filter'
  if (endedBy === 'length') return 'chat_cut_by_length'
  if (thought && text.trim() === '') return 'chat_only_thought'
  return hasAnswer(draft) ? null : 'chat_nothing_said'
}

const hasAnswer = (draft: Draft): boolean =>
  draft
    .message()
    .parts.some((part) => part.type === 'tool' || (part.type === 'text' && part.text.trim() !== ''))

/** An answer that called tools, as its model reads it again. Calls without a tool name appear as text. */
const saidAgain = ({ text, calls }: Pick<Reply, 'text' | 'calls'>): ModelMessage => {
  const written = calls.flatMap(({ name, unreadable }) => (name === '' ? [unreadable ?? ''] : []))
  return {
    role: 'assistant',
    content: [text, ...written].filter((words) => words !== '').join('\n'),
    toolCalls: calls.filter(({ name }) => name !== ''),
  }
}

/** The results of its calls. They directly follow the calls, as servers require; calls without a tool name have none. */
const answered = (outcomes: readonly CallOutcome[]): ModelMessage[] => [
  ...outcomes.flatMap(({ call: { id, name }, content, media }): ModelMessage[] =>
    name === '' ? [] : [{ role: 'tool', callId: id, name, content, ...media }],
  ),
  ...outcomes.flatMap(({ call, content }): ModelMessage[] =>
    call.name === '' ? [{ role: 'user', content }] : [],
  ),
]
