import type { ExposedTool } from '../capabilities/index.ts'
import type { NoticePart } from '../contract/chat.ts'
import { costOf, plus } from '../models/index.ts'
import type { ModelMessage } from '../models/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { estimateTokens } from '../platform/tokens.ts'
import { say } from '../text/index.ts'
import { wireTool } from './core/wire-tool.ts'
import { tokensOf } from './core/transcript.ts'
import { concludeAtLimit } from './last-answer.ts'
import { isStateTool } from './own-tools.ts'
import { LONGEST_TEXT, readReply, type Reply } from './reply.ts'
import { pop } from './stack.ts'
import type { CallOutcome } from './tool-calls.ts'
import type { TurnState } from './turn-state.ts'
import { unfinished } from './unfinished.ts'
import { createWorkingMemory, type WorkingMemory } from './working-memory.ts'

/** Asks the model, runs the tools it calls, and gives it the results, until it has answered or a limit is reached. */
export const converse = async (talk: TurnState): Promise<void> => {
  const { turn, language, context } = talk
  const { draft, signal, budget } = turn
  const memory = createWorkingMemory({
    messages: talk.messages,
    window: context.window,
    tools: context.estimated.tools,
    ratio: talk.tokenRatio,
  })
  const end = (text: string, limit?: NoticePart['limit']) => {
    draft.add({ type: 'notice', text, ...(limit === undefined ? {} : { limit }) })
  }
  const endAt = (limit: NonNullable<NoticePart['limit']>, text: string) => {
    end(text, limit)
    return concludeAtLimit(talk, memory)
  }
  let isShortened = false
  const tellShortened = () => {
    if (!isShortened) end(say(language, 'chat_turn_shortened'))
    isShortened = true
  }
  for (;;) {
    if (memory.fit()) tellShortened()
    const reply = await ask(talk, memory, tellShortened)
    if (signal.aborted) return
    note(talk, memory, reply)
    for (const kind of reply.leftOut) end(say(language, 'chat_part_left_out', { kind: kind.slice(0, 80) }))
    if (reply.endless) {
      end(say(language, 'chat_endless', { characters: LONGEST_TEXT }), 'length')
      return
    }
    if (budget.usedUp() === 'time' && (reply.cutShort || reply.calls.length > 0)) {
      await endAt('time', say(language, 'chat_took_too_long'))
      return
    }
    if (reply.form !== null) {
      openForm(talk, reply.form)
      return
    }
    if (reply.calls.length === 0) {
      const why = unfinished(reply, draft)
      if (why !== null) end(say(language, why), why === 'chat_cut_by_length' ? 'length' : undefined)
      return
    }
    memory.add([saidAgain(reply)])
    const limit = await callTools(talk, memory, reply)
    if (limit === 'stopped') return
    if (limit !== null) {
      await endAt(limit, say(language, ENDINGS[limit]))
      return
    }
    const { tokens } = budget.view()
    if (budget.usedUp() !== null) {
      await endAt('tokens', say(language, 'chat_too_many_tokens', { tokens: tokens.used }))
      return
    }
  }
}

/** One answer of the model. What its server finds too long is shortened, as long as that goes. */
const ask = async (talk: TurnState, memory: WorkingMemory, tellShortened: () => void): Promise<Reply> => {
  const { turn, model } = talk
  for (;;) {
    try {
      // A key is read before anything is sent, so nothing has been said yet when it is locked.
      return await talk.unlocked(() =>
        turn.budget.run((limited) => readReply(model, requestOf(talk, memory, limited), turn.draft)),
      )
    } catch (thrown) {
      const isTooLong = thrown instanceof SatchelError && thrown.code === 'model_context_exceeded'
      if (!isTooLong || !memory.halve()) throw thrown
      tellShortened()
    }
  }
}

/** Adds the cost of an answer to what the turn shows of itself. */
const note = (
  { turn: { draft, budget }, context, language, model }: TurnState,
  memory: WorkingMemory,
  reply: Reply,
) => {
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
  const used = usage ?? {
    prompt: tokensOf(memory.messages()) + context.estimated.tools,
    output: estimateTokens(reply.text),
  }
  budget.count(used.prompt + used.output)
  if (usage !== null) memory.counted(usage.prompt)
  const cost = costOf({ ...used, isCounted: usage === null }, model.info.price ?? null)
  draft.setContext({
    ...before,
    reported,
    ...(model.info.provider === 'planner'
      ? {}
      : { cost: before.cost === undefined ? cost : plus(before.cost, cost) }),
    truncated: before.truncated || reply.cut,
    budget: budget.view(),
  })
}

/** The limit at which the turn ends here; null if it goes on. */
const callTools = async (
  talk: TurnState,
  memory: WorkingMemory,
  { calls, usage }: Reply,
): Promise<CallOutcome['end'] | 'stopped'> => {
  const { turn, caller } = talk
  const tokens = usage === null ? undefined : { prompt: usage.prompt, completion: usage.output }
  const outcomes = await caller.callAll(calls, tokens)
  if (turn.signal.aborted) return 'stopped'
  for (const { done } of outcomes) if (done !== null) finish(talk, done.tool)
  memory.add(answered(outcomes))
  return outcomes.find(({ end }) => end !== null)?.end ?? null
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

const requestOf = (
  { acp, tools, isOpen, onlyReads, hint, language }: TurnState,
  memory: WorkingMemory,
  signal: AbortSignal,
) => ({
  messages: memory.messages(),
  tools: tools.shown().map((tool) => ({ ...wireTool(tool), ...(onlyReads(tool) && { reads: true }) })),
  ...(isOpen && { open: true as const }),
  hint,
  language,
  minContextWindow: acp?.llmRequirements.minContextWindow ?? null,
  signal,
})

/** `done` counts from built-in tools and from bindings that say so, never from anything fetched (acp.md 6.3). */
const mayFinish = ({ acp }: TurnState, tool: ExposedTool): boolean =>
  isStateTool(tool) || acp?.bindings[tool.name]?.may_finish === true

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
