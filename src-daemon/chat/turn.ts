import { hideInArguments, ownerNameOf, toolsById, toolsOf, type ExposedTool } from '../capabilities/index.ts'
import type { CapabilitiesService } from '../capabilities/types.ts'
import { windowOf, windowSource } from '../models/index.ts'
import type { UnlockWaits } from '../identity/index.ts'
import type { LanguageModel, ModelsService, RoutingHint } from '../models/types.ts'
import { shownTitle } from '../packages/index.ts'
import type { CapabilityCatalog } from '../packages/types.ts'
import type { AcpPackage } from '../contract/packages.ts'
import type { Persona } from '../contract/prompts.ts'
import type { RouteDecision } from '../contract/router.ts'
import { SatchelError } from '../platform/errors.ts'
import { abortable } from '../platform/abortable.ts'
import { parseCommand, type Corrections, type Router } from '../router/index.ts'
import { say } from '../text/index.ts'
import { createCommands } from './commands.ts'
import { converse, finish } from './converse.ts'
import { wireTool } from './core/wire-tool.ts'
import { createContextBuilder, READ_MESSAGES, type ContextBuilderDeps } from './context/build-context.ts'
import { isUnattended, ownWords, principalOf, type Turn, type TurnStart } from './core/turn.ts'
import { createTurnMemory } from './memory/in-turn.ts'
import { askedToRemember } from './memory/requests.ts'
import type { MemoryService } from './memory/types.ts'
import type { PromptsService } from './prompts/prompts.ts'
import { isStateTool, readsOnly } from './own-tools.ts'
import { refuseUnread, unmetBy } from './requirements.ts'
import { authorOfResults } from './open/catalogue.ts'
import { toolsWithExtract } from './open/extract.ts'
import { createOpenTurns } from './open/open-turn.ts'
import { createTurnRouting, type RoutedTurn } from './routing.ts'
import { chosenTools } from './tool-choice.ts'
import { createToolCaller } from './tool-calls.ts'
import type { TurnState } from './turn-state.ts'
import type { Senses } from './core/result-media.ts'

export interface TurnDeps extends ContextBuilderDeps {
  readonly router: Router
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'invoke' | 'recorded' | 'onChange'>
  readonly packages: Pick<CapabilityCatalog, 'installed' | 'get' | 'onChange'>
  readonly models: Pick<ModelsService, 'resolve'>
  readonly memory: Pick<MemoryService, 'facts' | 'isFromOutside' | 'relevant' | 'remember' | 'used'>
  /** Has requests to models whose key is locked wait for the person. */
  readonly unlocks: Pick<UnlockWaits, 'through'>
  readonly prompts: Pick<PromptsService, 'persona'>
  readonly corrections: Pick<Corrections, 'add'>
}

/** What a turn is opened with. */
interface Opening {
  /** The routed capability; null for an open turn, and one without tools. */
  readonly acp: AcpPackage | null
  readonly hint: RoutingHint | null
  /** The message to be answered; empty for a form. */
  readonly text: string
  /** How it was routed; null if it wasn't. */
  readonly decision?: RouteDecision | null
}

/** Messages routing looks back on. */
const ROUTED_BY = 40

/** Runs turns: routes each, opens it with a model, tools and context, and has it answered. */
export const createTurnRunner = (deps: TurnDeps) => {
  const { capabilities, models, packages, settings, now } = deps
  const commands = createCommands(deps)
  const openTurns = createOpenTurns(deps)
  const routing = createTurnRouting({ ...deps, canOpen: openTurns.hasAny })
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
    if (turn.start.kind === 'question') {
      await converse(await open(turn, { acp: null, hint: null, text: turn.start.text }))
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

  /** The persona of the owner's own turns in this conversation; others get none of the owner's words. */
  const personaOf = ({ start, conversation }: Turn): Persona | null =>
    principalOf(start).kind === 'owner' ? deps.prompts.persona(conversation.persona) : null

  const preferredBy = (turn: Turn): string | undefined =>
    turn.model ?? turn.conversation.model ?? personaOf(turn)?.model ?? undefined

  const answer = async (turn: Turn, text: string, explicit: string | null): Promise<void> => {
    const { decision, acp, asked } = await routing.route(routedOf(turn), text, explicit)
    if (asked || isStopped(turn)) return
    const hint = acp === null ? null : { remainder: decision.remainder, captures: decision.captures }
    const talk = await open(turn, { acp, hint, text, decision })
    // An escaped slash reaches the model without its escape; attachments stay.
    const at = talk.messages.findLastIndex(({ role }) => role === 'user')
    const said = talk.messages[at]
    const written = turn.start.kind === 'form' ? '' : turn.start.text.trim()
    if (said?.role === 'user')
      talk.messages[at] = { ...said, content: `${text}${said.content.slice(written.length)}` }
    await converse(talk)
    if (!isStopped(turn) && turn.start.kind === 'message') remembering.propose(turn, text)
  }

  /** The capabilities its persona uses; null for all. */
  const onlyOf = (turn: Turn): ReadonlySet<string> | null => {
    const capabilities = personaOf(turn)?.capabilities ?? null
    return capabilities === null ? null : new Set(capabilities)
  }

  const routedOf = (turn: Turn): RoutedTurn => {
    // The turn asks for it again when it opens, and then says what is wrong; until then it isn't known who answers.
    const answering = () =>
      models.resolve(preferredBy(turn)).catch((err: unknown) => {
        deps.log.error(
          { err, turnId: turn.draft.turnId },
          'the model of a turn was not there while it was routed',
        )
        return null
      })
    return {
      ...turn,
      history: turn.history(ROUTED_BY),
      only: onlyOf(turn),
      hasPlanner: async () => {
        const info = (await answering())?.info
        return info?.provider === 'planner' || info?.guided === true
      },
      isBeyond: async (capability, text) => {
        const model = await answering()
        if (model?.isBeyond === undefined || packages.get(capability)?.exclusive === true) return false
        const of = (name: string) => toolsOf(capabilities, name).map(wireTool)
        const all = packages.installed().flatMap(({ name }) => of(name))
        return model.isBeyond(text, { tools: of(capability), all }, settings.get().language)
      },
    }
  }

  const continueForm = async (turn: Turn, start: Extract<TurnStart, { kind: 'form' }>): Promise<void> => {
    const { form, values, route } = start
    const name = route?.capability ?? ownerNameOf(form.ref.capability_id)
    const acp = routing.goOn(routedOf(turn), name, route)
    const hint = { remainder: '', captures: [] }
    const talk = await open(turn, { acp, hint, text: '', decision: route })
    const tool = talk.tools
      .shown()
      .find(
        ({ ref, name: declared }) => declared === form.tool && ref.capability_id === form.ref.capability_id,
      )
    if (tool === undefined) throw new SatchelError('capability_not_installed', { params: { name } })
    const { result, content, media } = await talk.caller.run(tool, values)
    if (turn.signal.aborted) return
    if (result.output?.done === true) finish(talk, tool)
    const call = { id: 'form', name: tool.wireName, arguments: hideInArguments(form.schema, values) }
    talk.messages.push(
      { role: 'assistant', content: '', toolCalls: [call] },
      { role: 'tool', callId: call.id, name: call.name, content, ...media },
    )
    await converse(talk)
  }

  const open = async (turn: Turn, { acp, hint, text, decision = null }: Opening): Promise<TurnState> => {
    const { draft, signal } = turn
    const { language, contextWindow: limit, openToolsPercent: percent, planFirst } = settings.get()
    const needed = acp?.llmRequirements.minContextWindow ?? null
    // Finding a server may take time.
    const unlocked = unlockingFor(turn)
    const resolve = () => models.resolve(preferredBy(turn), acp?.llmRequirements)
    const model = await abortable(unlocked(resolve), signal)
    draft.setModel(model.info.id)
    if (acp !== null) refuseUnread(model.info, acp)
    const before = () => turn.history(ROUTED_BY)
    const unmet = acp === null ? null : unmetBy(model.info, acp, { language, before })
    if (unmet !== null) draft.add(unmet)
    const window = windowOf({ own: model.info.contextWindow, limit, needed })
    const opened =
      decision?.open === true
        ? openTurns.begin({
            decision,
            only: onlyOf(turn),
            text,
            history: before(),
            wholeHistory: () => turn.history(READ_MESSAGES),
            window,
            percent,
            canSearch: model.info.provider !== 'planner' && model.info.guided !== true,
            isPlanned: planFirst !== 'never',
            refusal: say(language, 'chat_exclusive_tool'),
          })
        : null
    const canExtract =
      model.info.provider !== 'planner' && model.info.guided !== true && turn.start.kind !== 'question'
    const tools =
      opened?.tools ??
      toolsWithExtract(
        toolsIn(turn, acp),
        ({ ref }) => canExtract && acp !== null && authorOfResults(acp, ref.capability_id) !== null,
      )
    const onlyReads = (tool: ExposedTool) => readsOnly(opened?.ownerOf(tool) ?? acp, tool)
    const readLog = opened?.readLog ?? openTurns.readLog(() => turn.history(READ_MESSAGES))
    const caller = createToolCaller({
      capabilities,
      draft,
      principal: principalOf(turn.start),
      approvals: principalOf(turn.start).kind === 'owner' ? turn.approvals : () => 'default',
      tools,
      readLog,
      tellsRead: opened !== null,
      words: ownWords(turn),
      unattended: isUnattended(turn.start),
      onlyReads,
      ownState: isStateTool,
      senses: sensesOf(model),
      window,
      language,
      now,
      signal,
    })
    const about = opened?.about ?? null
    const {
      messages,
      context: built,
      tokenRatio,
    } = await buildContext({
      ...{ turn, acp, about, persona: personaOf(turn), tools: tools.shown(), model, window, text },
      windowFrom: windowSource(model.info, limit),
      hasReadOthers: () => readLog.foreign().length > 0,
    })
    readLog.noteContext(built, acp?.name ?? null)
    // From answer to answer, so that it is known however long the conversation becomes.
    const carriesOthers = openTurns.readLog(before).foreign().length > 0
    const context: typeof built = { ...built, ...(carriesOthers && { integrity: 'foreign' }) }
    draft.setContext(context)
    const blind = turn.start.kind === 'message' && turn.start.images.length > 0 && !model.info.vision
    if (blind)
      draft.add({ type: 'notice', text: say(language, 'chat_sees_no_images', { model: model.info.name }) })
    const isOpen = opened !== null
    const reads = { messages, context, tokenRatio }
    return { turn, model, acp, isOpen, tools, caller, onlyReads, unlocked, hint, language, ...reads }
  }

  /** Waits for the person where keys are locked; another agent's question has no person who could unlock them. */
  const unlockingFor = ({ start, draft: { conversationId, turnId }, signal }: Turn): TurnState['unlocked'] =>
    principalOf(start).kind === 'agent'
      ? (work) => work()
      : (work) => deps.unlocks.through(work, { signal, turn: { conversationId, turnId } })

  const toolsIn = (turn: Turn, acp: AcpPackage | null): readonly ExposedTool[] => {
    if (turn.start.kind === 'question') return toolsById(capabilities, turn.start.tools)
    return acp === null ? [] : toolsFor(turn, acp)
  }

  /** For a server with very many tools, those that match; a notice says so once per conversation. */
  const toolsFor = ({ draft, history }: Turn, acp: AcpPackage): readonly ExposedTool[] => {
    const all = toolsOf(capabilities, acp.name)
    if (acp.claim === undefined) return all
    const before = history(ROUTED_BY)
    const chosen = chosenTools(all, before)
    const { language } = settings.get()
    const params = { title: shownTitle(acp, language), count: all.length }
    const text = say(language, 'chat_tools_chosen', params)
    const isSaid = before.some(({ parts }) =>
      parts.some((part) => part.type === 'notice' && part.text === text),
    )
    if (chosen.length < all.length && !isSaid) draft.add({ type: 'notice', text })
    return chosen
  }

  return { run, prepare: openTurns.prepare }
}

const sensesOf = ({ info }: LanguageModel): Senses => ({ sees: info.vision, hears: info.audio === true })

/** Read each time: the signal changes while the model is awaited. */
const isStopped = ({ signal }: Turn): boolean => signal.aborted
