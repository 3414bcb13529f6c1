import type { ExposedTool } from '../../capabilities/index.ts'
import { MAX_GUIDED_TOOLS } from '../../models/index.ts'
import type { LanguageModel, ModelImage, ModelMessage } from '../../models/types.ts'
import { joined, labelled, type Label } from '../../contract/labels.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import type { Persona } from '../../contract/prompts.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { StateService } from '../../state/types.ts'
import type { MemoryService } from '../memory/types.ts'
import { besideMessage, systemPrompt } from './prompt.ts'
import { estimateTokens } from '../../platform/tokens.ts'
import { say } from '../../text/index.ts'
import { wireTool } from '../core/wire-tool.ts'
import { spokenOf, tokensOf, type Spoken } from '../core/transcript.ts'
import type { Turn } from '../core/turn.ts'
import type { ImagePart, Message, SummaryPart, TurnContext } from '../../contract/chat.ts'
import { dataBlock, newMark } from '../core/data-block.ts'
import { planHistory, sum } from './history.ts'
import { lastTokenRatio } from './token-ratio.ts'
import { NO_OBJECTS, savedObjects, type SavedObjects } from './saved-objects.ts'
import type { About } from '../open/about.ts'
import { summarise } from './summary.ts'

export interface ContextBuilderDeps {
  readonly state: Pick<StateService, 'query' | 'labelOf'>
  readonly memory: Pick<MemoryService, 'facts' | 'label' | 'relevant' | 'used'>
  readonly settings: Pick<SettingsService, 'get'>
  readonly now: () => Date
  readonly imageOf: (part: ImagePart) => ModelImage
  readonly log: { error(data: object, message: string): void }
}

/** What a turn sends to its model, and its cost. */
export interface BuiltContext {
  readonly messages: ModelMessage[]
  readonly context: TurnContext
  /** How many tokens its model counts for one of these estimates. */
  readonly tokenRatio: number
}

/** How many messages of a branch are read; more only if no summary covers the earlier ones. */
const MESSAGES = 40
/** The most that a model, or a summary it reads, can go back. */
export const READ_MESSAGES = 4000

const STATE_SHARE = 0.06
const MAX_STATE = 800
const MEMORY_SHARE = 0.04
/** Facts that match nothing the message says, put before the model of an open turn because they are the most important. */
const OTHER_FACTS = 5
const MAX_MEMORY = 400

/** Builds what the model reads before it answers: prompt, saved objects, remembered facts, and earlier messages. */
export const createContextBuilder = (deps: ContextBuilderDeps) => {
  const { state, memory, settings, now, imageOf, log } = deps

  const buildContext = async (input: {
    turn: Turn
    acp: AcpPackage | null
    /** How the owner wants to be answered in this conversation. */
    persona: Pick<Persona, 'name' | 'instructions'> | null
    /** What authors say about the capabilities of an open turn's tools; null in any other turn. */
    about: readonly About[] | null
    tools: readonly ExposedTool[]
    model: LanguageModel
    /** The context window of the requests, in tokens. */
    window: number
    windowFrom: NonNullable<TurnContext['windowFrom']>
    /** The message to be answered; empty for a form. */
    text: string
    /** The label of all that was read in the conversation before. */
    labelBefore: () => Label
  }): Promise<BuiltContext> => {
    const { turn, acp, about, persona, tools, model, window, text } = input
    const mark = newMark()
    const isBrief = model.info.guided === true
    const { objects, label } = acp === null ? NO_OBJECTS : await objectsFor(acp, text, window)
    const facts = turn.conversation.memory
      ? memory.relevant({
          text,
          budget: Math.min(MAX_MEMORY, window * MEMORY_SHARE),
          // A capability gets only facts that the message mentions; where there are no tools, nothing can send them.
          others: acp !== null ? 0 : about === null ? Infinity : OTHER_FACTS,
        })
      : []
    memory.used(
      text,
      facts.map(({ key }) => key),
    )
    const spoken = (messages: readonly Message[]): Spoken[] =>
      spokenOf({
        messages,
        tools,
        imageOf: model.info.vision ? imageOf : null,
        // The planner takes each word of a message for an instruction.
        window: model.info.provider === 'planner' ? null : window,
      })
    const history = historyOf(turn)
    const tokenRatio = lastTokenRatio(history, model.info.id)
    const plan = planHistory({ messages: history, window: window / tokenRatio, spoken })
    const summary = await summaryFor(input, mark, plan)

    const { language, tone } = settings.get()
    const remembered = facts.length === 0 ? joined([]) : memory.label()
    const outside = [
      ...(label.integrity === 'foreign' ? [acp?.title ?? ''] : []),
      ...(remembered.integrity === 'foreign' ? [say(language, 'chat_memory_title')] : []),
    ]

    const blocks = {
      state: dataBlock(mark, 'objects this capability has saved, those that fit the message first.', objects),
      memory: dataBlock(
        mark,
        'what the user asked to be remembered.',
        facts.map(({ value }) => value),
      ),
      about: dataBlock(
        mark,
        'what the authors of capabilities say about their own tools, each about those alone.',
        isBrief ? [] : (about ?? []),
      ),
      summary: dataBlock(mark, 'summary of the conversation before.', summary === null ? [] : [summary.text]),
    }
    const shown = isBrief ? tools.slice(0, MAX_GUIDED_TOOLS) : tools
    const data = [blocks.about, blocks.state, blocks.memory, blocks.summary]
    const asker = turn.start.kind === 'question' ? turn.start.did : null
    const system = systemPrompt({
      acp,
      isOpen: about !== null,
      isBrief,
      asker,
      persona,
      settings: { language, tone },
      now: now(),
    })
    const words = plan.kept.flatMap((one) => one.words)
    // The planner takes each word of a message for an instruction.
    const beside = model.info.provider === 'planner' ? '' : besideMessage(data, now())
    return {
      messages: withBeside([{ role: 'system', content: system }, ...words], beside),
      context: {
        window,
        windowFrom: input.windowFrom,
        estimated: {
          prompt: tokensOf([{ role: 'system', content: system }]),
          tools:
            estimateTokens(blocks.about) +
            (shown.length === 0 ? 0 : estimateTokens(JSON.stringify(shown.map(wireTool)))),
          history: sum(plan.kept),
          summary: estimateTokens(blocks.summary),
          memory: estimateTokens(blocks.memory),
          state: estimateTokens(blocks.state),
        },
        reported: null,
        truncated: false,
        facts: facts.map(({ key, value }) => ({ key, value })),
        objects: objects.length,
        ...(outside.length === 0 ? {} : { outside }),
        ...joined([label, remembered]),
      },
      tokenRatio,
    }
  }

  const objectsFor = async (acp: AcpPackage, text: string, window: number): Promise<SavedObjects> => {
    try {
      return await savedObjects({ state, acp, text, budget: Math.min(MAX_STATE, window * STATE_SHARE) })
    } catch (err) {
      // The model can still request them with its tool, which then returns the error.
      log.error({ err, capability: acp.name }, 'saved objects could not be read for a turn')
      return NO_OBJECTS
    }
  }

  const summaryFor = async (
    { turn, model, labelBefore }: Parameters<typeof buildContext>[0],
    mark: string,
    plan: ReturnType<typeof planHistory>,
  ): Promise<SummaryPart | null> => {
    if (plan.older.length === 0) return plan.summary
    const summary = await summarise({
      model,
      older: plan.older,
      before: plan.summary,
      budget: plan.summaryBudget,
      mark,
      // Its words are a model's.
      label: joined([labelled('state'), labelBefore()]),
      language: settings.get().language,
      signal: turn.signal,
    })
    if (summary !== null) turn.draft.add(summary)
    return summary
  }

  const historyOf = (turn: Turn): readonly Message[] => {
    const newest = turn.history(MESSAGES)
    const enough = newest.length < MESSAGES || newest.some(({ parts }) => parts.some(isSummary))
    return withoutForgotten(enough ? newest : turn.history(READ_MESSAGES))
  }

  /** A forgotten or reworded fact isn't read from its original conversation either. */
  const withoutForgotten = (messages: readonly Message[]): readonly Message[] => {
    if (!messages.some(({ parts }) => parts.some(({ type }) => type === 'memory'))) return messages
    const values = new Map(memory.facts().map(({ key, value }) => [key, value]))
    const gone = new Set<string | null>()
    for (const { id, parentId, parts } of messages) {
      const isGone = parts.some(
        (part) => part.type === 'memory' && part.key !== null && values.get(part.key) !== part.value,
      )
      if (isGone) gone.add(id).add(parentId)
    }
    return messages.filter(({ id }) => !gone.has(id))
  }

  return buildContext
}

/** The messages with what goes with the last one of the user. */
const withBeside = (messages: ModelMessage[], beside: string): ModelMessage[] => {
  const task = messages.findLastIndex(({ role }) => role === 'user')
  const at = task === -1 ? 0 : task
  return messages.map((message, index) => {
    if (index !== at || beside === '') return message
    const said = message.role === 'user' ? { said: message.content } : {}
    return { ...message, ...said, content: `${message.content}\n\n${beside}` }
  })
}

const isSummary = ({ type }: Message['parts'][number]): boolean => type === 'summary'
