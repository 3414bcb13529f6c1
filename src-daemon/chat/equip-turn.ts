import { toolsById, toolsOf, type ExposedTool } from '../capabilities/index.ts'
import type { CapabilitiesService } from '../capabilities/types.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { joined } from '../contract/labels.ts'
import type { RouteDecision } from '../contract/router.ts'
import type { UnlockWaits } from '../identity/index.ts'
import { windowOf, windowSource } from '../models/index.ts'
import type { LanguageModel, ModelsService, RoutingHint } from '../models/types.ts'
import { shownTitle } from '../packages/index.ts'
import { abortable } from '../platform/abortable.ts'
import { say } from '../text/index.ts'
import { createContextBuilder, READ_MESSAGES, type ContextBuilderDeps } from './context/build-context.ts'
import { storedLabel } from './core/part-label.ts'
import type { Senses } from './core/result-media.ts'
import { isUnattended, ownWords, principalOf, ROUTED_BY, type Turn } from './core/turn.ts'
import { authorOfResults } from './open/catalogue.ts'
import { toolsWithExtract } from './open/extract.ts'
import type { OpenTurns } from './open/open-turn.ts'
import { isStateTool, readsOnly } from './own-tools.ts'
import { refuseUnread, unmetBy } from './requirements.ts'
import { createToolCaller } from './tool-calls.ts'
import { chosenTools } from './tool-choice.ts'
import type { TurnChoices } from './turn-choices.ts'
import type { TurnState } from './turn-state.ts'

export interface EquipDeps extends ContextBuilderDeps {
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'invoke' | 'recorded' | 'onChange'>
  readonly models: Pick<ModelsService, 'resolve'>
  /** Has requests to models whose key is locked wait for the person. */
  readonly unlocks: Pick<UnlockWaits, 'through'>
}

/** What a turn is equipped for. */
interface Equipment {
  /** The routed capability; null for an open turn, and one without tools. */
  readonly acp: AcpPackage | null
  readonly hint: RoutingHint | null
  /** The message to be answered; empty for a form. */
  readonly text: string
  /** How it was routed; null if it wasn't. */
  readonly decision?: RouteDecision | null
}

/** Gives turns what they are answered with: a model, tools, and the context that the model reads. */
export const createTurnEquipper = (
  deps: EquipDeps,
  { openTurns, choices }: { readonly openTurns: OpenTurns; readonly choices: TurnChoices },
) => {
  const { capabilities, models, settings, now } = deps
  const buildContext = createContextBuilder(deps)

  const equip = async (turn: Turn, { acp, hint, text, decision = null }: Equipment): Promise<TurnState> => {
    const { draft, signal } = turn
    const { language, contextWindow: limit, openToolsPercent: percent, planFirst } = settings.get()
    const needed = acp?.llmRequirements.minContextWindow ?? null
    // Finding a server may take time.
    const unlocked = unlockingFor(turn)
    const resolve = () => models.resolve(choices.modelOf(turn), acp?.llmRequirements)
    const model = await abortable(unlocked(resolve), signal)
    draft.setModel(model.info.id)
    if (acp !== null) refuseUnread(model.info, acp)
    const newest = () => turn.history(ROUTED_BY)
    const unmet = acp === null ? null : unmetBy(model.info, acp, { language, before: newest })
    if (unmet !== null) draft.add(unmet)
    const window = windowOf({ own: model.info.contextWindow, limit, needed })
    const opened =
      decision?.open === true
        ? openTurns.begin({
            decision,
            only: choices.onlyOf(turn),
            text,
            history: newest(),
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
      ...{ turn, acp, about, persona: choices.personaOf(turn), tools: tools.shown(), model, window, text },
      windowFrom: windowSource(model.info, limit),
      labelBefore: readLog.before,
    })
    // From answer to answer, so that it is known however long the conversation becomes; commands and forms have no answer of a model.
    const wasAnswered = newest().some(({ context }) => context !== null)
    const back = wasAnswered ? ROUTED_BY : READ_MESSAGES
    const before = openTurns.readLog(() => turn.history(back)).before()
    const context: typeof built = { ...built, ...joined([before, storedLabel(built)]) }
    readLog.noteContext(context, acp?.name ?? null)
    draft.setContext(context)
    draft.setLabel(readLog.label)
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

  return equip
}

const sensesOf = ({ info }: LanguageModel): Senses => ({ sees: info.vision, hears: info.audio === true })
