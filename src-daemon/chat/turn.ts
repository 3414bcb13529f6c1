import { toolsOf, type ExposedTool } from '../capabilities/index.ts'
import type { CapabilitiesService } from '../capabilities/types.ts'
import { windowOf } from '../models/index.ts'
import type { LanguageModel, ModelMessage, ModelsService, RoutingHint } from '../models/types.ts'
import type { CapabilityCatalog } from '../packages/types.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { SatchelError } from '../platform/errors.ts'
import { estimateTokens } from '../platform/tokens.ts'
import { abortable } from '../platform/abortable.ts'
import { parseCommand, type Router } from '../router/index.ts'
import { say } from '../text/index.ts'
import type { Language } from '../contract/language.ts'
import { createCommands } from './commands.ts'
import { createContextBuilder, wireTool, type ContextBuilderDeps } from './context/build-context.ts'
import type { Draft } from './core/draft.ts'
import { principalOf, type Turn, type TurnStart } from './core/turn.ts'
import { answered, saidAgain } from './exchange.ts'
import { STEPS, TOKENS } from './limits.ts'
import { createTurnMemory } from './memory/in-turn.ts'
import { askedToRemember } from './memory/requests.ts'
import type { MemoryService } from './memory/types.ts'
import { createModelClock, type ModelClock } from './model-clock.ts'
import { LONGEST_TEXT, readReply, type Reply } from './reply.ts'
import { refuseUnread, unmetBy } from './requirements.ts'
import { createTurnRouting } from './routing.ts'
import { pop } from './stack.ts'
import { chosenTools } from './tool-choice.ts'
import { createToolCaller, type CallOutcome, type ToolCaller } from './tool-calls.ts'
import type { Senses } from './core/result-media.ts'
import { tokensOf } from './core/transcript.ts'
import type { FormPart, NoticePart, TurnContext } from '../contract/chat.ts'

export interface TurnDeps extends ContextBuilderDeps {
  readonly router: Router
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'invoke' | 'recorded'>
  readonly packages: Pick<CapabilityCatalog, 'installed' | 'get'>
  readonly models: Pick<ModelsService, 'resolve'>
  readonly memory: Pick<MemoryService, 'facts' | 'relevant' | 'remember' | 'used'>
}

interface TurnState {
  readonly turn: Turn
  readonly model: LanguageModel
  readonly acp: AcpPackage | null
  readonly tools: readonly ExposedTool[]
  readonly caller: ToolCaller
  readonly clock: ModelClock
  readonly hint: RoutingHint | null
  readonly language: Language
  readonly messages: ModelMessage[]
  readonly context: TurnContext
}

/** Messages routing looks back on. */
const ROUTED_BY = 40

/** Runs turns: route, ask the model, run the tools it calls, give it the results, until it has answered. */
export const createTurnRunner = (deps: TurnDeps) => {
  const { capabilities, models, settings, now } = deps
  const commands = createCommands(deps)
  const routing = createTurnRouting(deps)
  const buildContext = createContextBuilder(deps)
  const remembering = createTurnMemory(deps)

  /** Throws the turn's error; the text so far stays in the draft. */
  const run = async (turn: Turn): Promise<void> => {
    if (turn.start.kind === 'form') {
      await continueForm(turn, turn.start)
      return
    }
    if (turn.start.kind === 'task') {
      await answer(turn, turn.start.text, turn.start.capability)
      return
    }
    const command = parseCommand(turn.start.text)
    if (command.kind !== 'message') {
      commands.run(turn, command)
      return
    }
    const { text, explicit } = forWhom(command.text, turn.start.explicit)
    const fact = explicit === null ? askedToRemember(text) : null
    if (fact !== null) remembering.keep(turn, fact)
    else await answer(turn, text, explicit)
  }

  /** The text, and whom it addresses if it begins with a name. An explicit choice takes precedence. */
  const forWhom = (text: string, explicit: string | null): { text: string; explicit: string | null } => {
    const to = deps.router.addressed(text)
    return to === null || (explicit !== null && explicit !== to.name)
      ? { text, explicit }
      : { text: to.text, explicit: to.name }
  }

  const answer = async (turn: Turn, text: string, explicit: string | null): Promise<void> => {
    const routed = { ...turn, history: turn.history(ROUTED_BY) }
    const { decision, acp, asked } = await routing.route(routed, text, explicit)
    if (asked || isStopped(turn)) return
    const hint = acp === null ? null : { remainder: decision.remainder, captures: decision.captures }
    const talk = await open(turn, acp, hint, text)
    // An escaped slash reaches the model without its escape; attachments stay.
    const at = talk.messages.findLastIndex(({ role }) => role === 'user')
    const said = talk.messages[at]
    const written = turn.start.kind === 'form' ? '' : turn.start.text.trim()
    if (said?.role === 'user')
      talk.messages[at] = { ...said, content: `${text}${said.content.slice(written.length)}` }
    await converse(talk)
    if (!isStopped(turn) && turn.start.kind === 'message') remembering.propose(turn, text)
  }

  const continueForm = async (turn: Turn, start: Extract<TurnStart, { kind: 'form' }>): Promise<void> => {
    const { form, values, route } = start
    const name = route?.capability ?? packageOf(form)
    const acp = routing.goOn({ ...turn, history: turn.history(ROUTED_BY) }, name, route)
    const talk = await open(turn, acp, { remainder: '', captures: [] }, '')
    const tool = talk.tools.find((known) => known.name === form.tool)
    if (tool === undefined) throw new SatchelError('capability_not_installed', { params: { name } })
    const { result, content, media } = await talk.caller.run(tool, values)
    if (turn.signal.aborted) return
    if (result.output?.done === true) finish(talk, tool)
    const call = { id: 'form', name: tool.wireName, arguments: values }
    talk.messages.push(
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', callId: call.id, name: call.name, content, ...media },
    )
    await converse(talk)
  }

  const open = async (
    turn: Turn,
    acp: AcpPackage | null,
    hint: RoutingHint | null,
    text: string,
  ): Promise<TurnState> => {
    const { draft, signal, conversation } = turn
    const { language, contextWindow: wanted } = settings.get()
    const needed = acp?.llmRequirements.minContextWindow ?? null
    const preferred = turn.model ?? conversation.model ?? undefined
    // Finding a server may take time.
    const model = await abortable(models.resolve(preferred, acp?.llmRequirements), signal)
    draft.setModel(model.info.id)
    if (acp !== null) refuseUnread(model.info, acp)
    const before = () => turn.history(ROUTED_BY)
    const unmet = acp === null ? null : unmetBy(model.info, acp, { language, before })
    if (unmet !== null) draft.add(unmet)
    const window = windowOf(model.info, { wanted, needed })
    const tools = acp === null ? [] : toolsFor(turn, acp)
    const onlyReads = (tool: ExposedTool) => readsOnly(acp, tool)
    const caller = createToolCaller({
      capabilities,
      draft,
      principal: principalOf(turn.start),
      tools,
      onlyReads,
      ownState: isStateTool,
      senses: sensesOf(model),
      window,
      language,
      now,
      signal,
    })
    const { messages, context } = await buildContext({ turn, acp, tools, model, window, text })
    draft.setContext(context)
    const blind = turn.start.kind === 'message' && turn.start.images.length > 0 && !model.info.vision
    if (blind)
      draft.add({ type: 'notice', text: say(language, 'chat_sees_no_images', { model: model.info.name }) })
    const clock = createModelClock(signal)
    return { turn, model, acp, tools, caller, clock, hint, language, messages, context }
  }

  /** For a server with very many tools, those that match; a notice says so once per conversation. */
  const toolsFor = ({ draft, history }: Turn, acp: AcpPackage): readonly ExposedTool[] => {
    const all = toolsOf(capabilities, acp.name)
    if (acp.claim === undefined) return all
    const before = history(ROUTED_BY)
    const chosen = chosenTools(all, before)
    const params = { title: acp.title, count: all.length }
    const text = say(settings.get().language, 'chat_tools_chosen', params)
    const isSaid = before.some(({ parts }) =>
      parts.some((part) => part.type === 'notice' && part.text === text),
    )
    if (chosen.length < all.length && !isSaid) draft.add({ type: 'notice', text })
    return chosen
  }

  const converse = async (talk: TurnState): Promise<void> => {
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
  const finish = (talk: TurnState, tool: ExposedTool): void => {
    const { turn, acp } = talk
    if (mayFinish(talk, tool) && turn.stack().at(-1) === acp?.name) turn.setStack(pop(turn.stack()))
  }

  const openForm = ({ turn, tools, language }: TurnState, form: NonNullable<Reply['form']>): void => {
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

const sensesOf = ({ info }: LanguageModel): Senses => ({ sees: info.vision, hears: info.audio === true })

const ENDINGS = {
  repeats: 'chat_repeats_itself',
  repairs: 'chat_too_many_repairs',
  calls: 'chat_too_many_calls',
} as const satisfies Record<NonNullable<CallOutcome['end']>, string>

const requestOf = ({ acp, tools, messages, hint, language }: TurnState, signal: AbortSignal) => ({
  messages: [...messages],
  tools: tools.map(wireTool),
  hint,
  language,
  minContextWindow: acp?.llmRequirements.minContextWindow ?? null,
  signal,
})

/** `done` counts from built-in tools and from bindings that say so, never from anything fetched (acp.md 6.3). */
const mayFinish = ({ acp }: TurnState, tool: ExposedTool): boolean =>
  isStateTool(tool) || acp?.bindings[tool.name]?.may_finish === true

/** Calls known to change nothing; all others wait for their turn. */
const readsOnly = (acp: AcpPackage | null, tool: ExposedTool): boolean =>
  (isBuiltIn(tool) && tool.name === 'state.query') || acp?.bindings[tool.name]?.type === 'http_get'

const isStateTool = (tool: ExposedTool): boolean => isBuiltIn(tool) && tool.name.startsWith('state.')

/** A server may use any tool name, even `state.query`; in packages, tools of that name are Satchel's own. */
const isBuiltIn = ({ ref }: ExposedTool): boolean => ref.capability_id.startsWith('acp:')

/** Read each time: the signal changes while the model is awaited. */
const isStopped = ({ signal }: Turn): boolean => signal.aborted

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

/** `note` of `acp:note/state.create`, the id of a skill from files, `mcp:files` of a tool of that server. */
const packageOf = ({ ref }: FormPart): string =>
  /^(?:skill:[^/]+\/[^/]+|mcp:[^/]+)/u.exec(ref.capability_id)?.[0] ??
  ref.capability_id.replace(/^acp:/, '').split('/')[0] ??
  ''
