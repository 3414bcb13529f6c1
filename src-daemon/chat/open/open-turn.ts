import { ownerNameOf, type ExposedTool } from '../../capabilities/index.ts'
import type { CapabilitiesService } from '../../capabilities/types.ts'
import type { Message } from '../../contract/chat.ts'
import { CONVERSATIONS, FILES, MEMORY } from '../../contract/labels.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import type { RouteDecision } from '../../contract/router.ts'
import type { CapabilityCatalog } from '../../packages/types.ts'
import type { SettingsService } from '../../settings/types.ts'
import { say } from '../../text/index.ts'
import type { TurnTools } from '../core/turn-tools.ts'
import type { About } from './about.ts'
import { authorOfResults, createOpenCatalogue, limitedTo } from './catalogue.ts'
import { likelyTools } from './likely-tools.ts'
import { createOpenTools } from './open-tools.ts'
import { createAgreedPlan } from './plan.ts'
import { createReadLog, type ReadLog } from './read-log.ts'

/** The planner pays no tokens, and searches for nothing: it chooses among what it is given. A guided model reads a line of a few. */
const MAX_FOR_PLANNER = 200

/** What an open turn has: tools of any capabilities, and more to be found. */
export interface OpenTurn {
  readonly tools: TurnTools
  /** What authors say about the capabilities of the tools it begins with. */
  readonly about: readonly About[]
  readonly readLog: ReadLog
  /** The package of a tool; null if it has none. */
  ownerOf(tool: ExposedTool): AcpPackage | null
}

export interface OpenTurns {
  /** Whether there is anything that an open turn could use. */
  hasAny(): boolean
  /** Learns in the background what such turns search in. */
  prepare(): void
  /** What the model of any turn has read; `history`: everything it may have read before. */
  readLog(history: () => readonly Message[]): ReadLog
  begin(input: {
    readonly decision: RouteDecision
    /** The only capabilities whose tools it has; null for all. */
    readonly only: ReadonlySet<string> | null
    /** The message. */
    readonly text: string
    /** The branch before this turn's answer, oldest first. */
    readonly history: readonly Message[]
    /** The same with everything a model may have read. */
    readonly wholeHistory: () => readonly Message[]
    /** The context window of the requests, and the part of it for the tools a turn begins with, in percent. */
    readonly window: number
    readonly percent: number
    /** Whether the model gets CAP itself, to find more; else it chooses among the likeliest alone. */
    readonly canSearch: boolean
    /** Whether what changes or sends something needs a plan that the person has agreed to. */
    readonly isPlanned: boolean
    readonly refusal: string
  }): OpenTurn
}

/** What keepers are called that are no capability. */
const KEEPER_TITLES: Readonly<
  Record<string, 'chat_memory_title' | 'chat_files_title' | 'chat_conversations_title'>
> = {
  [MEMORY]: 'chat_memory_title',
  [FILES]: 'chat_files_title',
  [CONVERSATIONS]: 'chat_conversations_title',
}

/** Begins open turns: those that no capability, or more than one, is meant by. */
export const createOpenTurns = (deps: {
  readonly capabilities: Pick<CapabilitiesService, 'list' | 'onChange'>
  readonly packages: Pick<CapabilityCatalog, 'get' | 'onChange'>
  readonly settings: Pick<SettingsService, 'get'>
}): OpenTurns => {
  const { packages, settings } = deps
  const everything = createOpenCatalogue(deps)
  const ownerOf = (capabilityId: string): AcpPackage | null => packages.get(ownerNameOf(capabilityId))

  const readLogOf: OpenTurns['readLog'] = (history) =>
    createReadLog(history, {
      titleOf: (id) => {
        const key = KEEPER_TITLES[id]
        return key === undefined ? (ownerOf(id)?.title ?? id) : say(settings.get().language, key)
      },
      isForeign: (id) => {
        const owner = ownerOf(id)
        // What has left can't say whose its results were.
        return owner === null || authorOfResults(owner, id) !== null
      },
    })

  const begin: OpenTurns['begin'] = ({
    decision,
    only,
    text,
    history,
    wholeHistory,
    window,
    percent,
    canSearch,
    isPlanned,
    refusal,
  }) => {
    const catalogue = only === null ? everything : limitedTo(everything, only)
    const held = createOpenTools({
      catalogue,
      atOnce: [],
      history,
      refusal,
      withCap: false,
      plan: null,
    }).hand()
    const likely = likelyTools({
      catalogue,
      text,
      candidates: decision.several ?? decision.candidates.map(({ name }) => name),
      held,
      ...(canSearch
        ? { budget: Math.floor((window * percent) / 100) }
        : { budget: Infinity, most: MAX_FOR_PLANNER }),
    })
    const plan = isPlanned ? createAgreedPlan(catalogue) : null
    const readLog = readLogOf(wholeHistory)
    return {
      tools: createOpenTools({
        catalogue,
        atOnce: likely.entries.map(({ id }) => id),
        history,
        refusal,
        withCap: canSearch,
        plan,
      }),
      about: likely.about,
      readLog: {
        ...readLog,
        note: (part) => {
          plan?.note(part)
          return readLog.note(part)
        },
      },
      ownerOf: ({ ref }) => ownerOf(ref.capability_id),
    }
  }

  return { hasAny: () => everything.count() > 0, prepare: everything.prepare, readLog: readLogOf, begin }
}
