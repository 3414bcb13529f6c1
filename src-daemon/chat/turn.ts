import { toolsOf, type ExposedTool } from '../capabilities/index.ts'
import type { CapabilitiesService } from '../capabilities/types.ts'
import { contextWindowFor } from '../models/index.ts'
import type { LanguageModel, ModelMessage, ModelsService, RoutingHint } from '../models/types.ts'
import type { AcpPackage, PackagesService } from '../packages/types.ts'
import { SatchelError } from '../platform/errors.ts'
import { parseCommand, type Router } from '../router/index.ts'
import type { RouteDecision } from '../router/types.ts'
import type { SettingsService } from '../settings/types.ts'
import { say, type Language } from '../text/index.ts'
import { createCommands } from './commands.ts'
import type { Draft } from './draft.ts'
import { systemPrompt } from './prompt.ts'
import { readReply, type Reply } from './reply.ts'
import { createTurnRouting } from './routing.ts'
import { pop } from './stack.ts'
import { createToolCaller, type CallOutcome, type ToolCaller } from './tool-calls.ts'
import { historyOf, toolContent } from './transcript.ts'
import type { FormPart, Message } from './types.ts'

export interface TurnDeps {
  readonly router: Router
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'invoke'>
  readonly packages: Pick<PackagesService, 'installed' | 'get'>
  readonly models: Pick<ModelsService, 'resolve'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly now: () => Date
}

/** What a turn answers: a message, or a form the user filled in. */
export type TurnStart =
  | { readonly kind: 'message'; readonly text: string; readonly explicit: string | null }
  | {
      readonly kind: 'form'
      readonly form: FormPart
      readonly values: Readonly<Record<string, unknown>>
      /** How the message that asked was routed: going on says the same. */
      readonly route: RouteDecision | null
    }

export interface Turn {
  readonly draft: Draft
  readonly start: TurnStart
  /** Model asked for, or undefined for the one in the settings. */
  readonly model: string | undefined
  /** What was said before this turn's answer, oldest first, the user's message included. */
  readonly history: readonly Message[]
  readonly stack: () => readonly string[]
  readonly setStack: (stack: readonly string[]) => void
  readonly signal: AbortSignal
}

interface Talk {
  readonly turn: Turn
  readonly model: LanguageModel
  readonly acp: AcpPackage | null
  readonly tools: readonly ExposedTool[]
  readonly caller: ToolCaller
  readonly hint: RoutingHint | null
  readonly language: Language
  readonly messages: ModelMessage[]
}

/** Answers of the model in one turn; each may call tools. */
const STEPS = 8
const HISTORY_MESSAGES = 40

/** How many earlier messages a turn wants to see. */
export const historyWanted = HISTORY_MESSAGES

/** Runs turns: route, ask the model, run the tools it calls, give it the results, until it has answered. */
export const createTurnRunner = (deps: TurnDeps) => {
  const { capabilities, models, settings, now } = deps
  const commands = createCommands(deps)
  const routing = createTurnRouting(deps)

  /** Throws what the turn failed with; what was said before stays in the draft. */
  const run = async (turn: Turn): Promise<void> => {
    if (turn.start.kind === 'form') {
      await continueForm(turn, turn.start)
      return
    }
    const command = parseCommand(turn.start.text)
    if (command.kind === 'message') await answer(turn, command.text, turn.start.explicit)
    else commands.run(turn, command)
  }

  const answer = async (turn: Turn, text: string, explicit: string | null): Promise<void> => {
    const { decision, acp, asked } = await routing.route(turn, text, explicit)
    if (asked || turn.signal.aborted) return
    const hint = acp === null ? null : { remainder: decision.remainder, captures: decision.captures }
    const talk = await open(turn, acp, hint)
    // An escaped slash reaches the model without its escape.
    const said = talk.messages.findLastIndex(({ role }) => role === 'user')
    if (said !== -1) talk.messages[said] = { role: 'user', content: text }
    await converse(talk)
  }

  const continueForm = async (turn: Turn, start: Extract<TurnStart, { kind: 'form' }>): Promise<void> => {
    const { form, values, route } = start
    const name = packageOf(form)
    const acp = routing.goOn(turn, name, route)
    const talk = await open(turn, acp, { remainder: '', captures: [] })
    const tool = talk.tools.find((known) => known.name === form.tool)
    if (tool === undefined) throw new SatchelError('capability_not_installed', { params: { name } })
    const result = await talk.caller.run(tool, values)
    if (turn.signal.aborted) return
    const call = { id: 'form', name: tool.wireName, arguments: values }
    talk.messages.push(
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', callId: call.id, name: call.name, content: toolContent(result) },
    )
    await converse(talk)
  }

  const open = async (turn: Turn, acp: AcpPackage | null, hint: RoutingHint | null): Promise<Talk> => {
    const { draft, signal } = turn
    const { language, tone, contextWindow: wanted } = settings.get()
    const needed = acp?.llmRequirements.minContextWindow ?? null
    const model = await models.resolve(turn.model, { minContextWindow: needed })
    draft.setModel(model.info.id)
    refuseTooSmall(model, acp)
    const contextWindow = contextWindowFor({ own: model.info.contextWindow, wanted, needed })
    const tools = acp === null ? [] : toolsOf(capabilities, acp.name)
    const caller = createToolCaller({ capabilities, draft, tools, language, now, signal })
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const system = systemPrompt({ acp, settings: { language, tone }, now: now(), timeZone })
    const history = historyOf({ messages: turn.history, tools, contextWindow })
    const messages: ModelMessage[] = [{ role: 'system', content: system }, ...history]
    return { turn, model, acp, tools, caller, hint, language, messages }
  }

  const converse = async (talk: Talk): Promise<void> => {
    const { turn, language, messages } = talk
    const { draft, signal } = turn
    let told = false
    for (let step = 0; step < STEPS; step += 1) {
      const reply = await readReply(talk.model, requestOf(talk), draft)
      if (signal.aborted) return
      if (reply.cut && !told) draft.add({ type: 'notice', text: say(language, 'chat_conversation_cut') })
      told ||= reply.cut
      if (reply.form !== null) {
        openForm(talk, reply.form)
        return
      }
      if (reply.calls.length === 0) {
        if (!hasAnswer(draft)) draft.add({ type: 'notice', text: say(language, 'chat_nothing_said') })
        return
      }
      messages.push({ role: 'assistant', content: reply.text, toolCalls: reply.calls })
      const ended = await callTools(talk, reply.calls)
      if (ended) return
    }
    draft.add({ type: 'notice', text: say(language, 'chat_too_many_steps', { steps: STEPS }) })
  }

  /** True when the turn ends here. */
  const callTools = async (talk: Talk, calls: Reply['calls']): Promise<boolean> => {
    const { turn, language, messages, caller } = talk
    for (const call of calls) {
      const outcome = await caller.call(call)
      if (turn.signal.aborted) return true
      if (outcome.done !== null && mayFinish(talk, outcome.done.tool)) turn.setStack(pop(turn.stack()))
      if (outcome.end !== null) {
        turn.draft.add({ type: 'notice', text: say(language, ENDINGS[outcome.end]) })
        return true
      }
      messages.push({ role: 'tool', callId: call.id, name: call.name, content: outcome.content })
    }
    return false
  }

  const openForm = ({ turn, tools, language }: Talk, form: NonNullable<Reply['form']>): void => {
    const tool = tools.find((known) => known.wireName === form.tool || known.name === form.tool)
    if (tool === undefined) {
      turn.draft.add({
        type: 'notice',
        text: say(language, 'chat_unknown_tool', { tool: form.tool.slice(0, 80) }),
      })
      return
    }
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

  return { run }
}

const ENDINGS = {
  repeats: 'chat_repeats_itself',
  repairs: 'chat_too_many_repairs',
  calls: 'chat_too_many_calls',
} as const satisfies Record<NonNullable<CallOutcome['end']>, string>

/**
 * A capability's context window is a hard requirement (design.md "Models"): below it a model would lose the prompt or the tools
 * without a word. The planner reads no window. Errors: `model_window_too_small`.
 */
const refuseTooSmall = ({ info }: LanguageModel, acp: AcpPackage | null): void => {
  const required = acp?.llmRequirements.minContextWindow ?? null
  if (acp === null || required === null || info.contextWindow === null || info.contextWindow >= required)
    return
  throw new SatchelError('model_window_too_small', {
    params: { model: info.name, window: info.contextWindow, name: acp.title, required },
    details: { model: info.id, window: info.contextWindow, required },
  })
}

const requestOf = ({ turn, acp, tools, messages, hint, language }: Talk) => ({
  messages: [...messages],
  tools: tools.map(({ wireName, description, parameters }) => ({ name: wireName, description, parameters })),
  hint,
  language,
  minContextWindow: acp?.llmRequirements.minContextWindow ?? null,
  signal: turn.signal,
})

/** `done` counts from built-in tools and from bindings that say so, never from anything fetched (acp.md 6.3). */
const mayFinish = ({ acp }: Talk, tool: ExposedTool): boolean =>
  tool.name.startsWith('state.') || acp?.bindings[tool.name]?.may_finish === true

const hasAnswer = (draft: Draft): boolean =>
  draft
    .message()
    .parts.some((part) => part.type === 'tool' || (part.type === 'text' && part.text.trim() !== ''))

/** `note` of `acp:note/state.create`. */
const packageOf = ({ ref }: FormPart): string => ref.capability_id.replace(/^acp:/, '').split('/')[0] ?? ''
