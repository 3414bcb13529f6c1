import { shownTitle } from '../packages/index.ts'
import type { CapabilityCatalog } from '../packages/types.ts'
import type { AcpPackage } from '../contract/packages.ts'
import type { Corrections, Router } from '../router/index.ts'
import type { RouteDecision } from '../contract/router.ts'
import type { SettingsService } from '../settings/types.ts'
import { say } from '../text/index.ts'
import type { Draft } from './core/draft.ts'
import { isIdle, mount, present } from './stack.ts'
import type { Message } from '../contract/chat.ts'

export interface TurnRoutingDeps {
  readonly router: Pick<Router, 'route' | 'explain'>
  readonly packages: Pick<CapabilityCatalog, 'get'>
  readonly settings: Pick<SettingsService, 'get'>
  /** Learns the answer to the question which capability is meant. */
  readonly corrections: Pick<Corrections, 'add'>
  readonly now: () => Date
  /** Whether there is anything an open turn could use. */
  readonly canOpen: () => boolean
}

/** What routing needs of a turn. */
export interface RoutedTurn {
  readonly draft: Pick<Draft, 'add'>
  /** The messages before this turn's answer, oldest first, including the user's message. */
  readonly history: readonly Message[]
  readonly stack: () => readonly string[]
  readonly setStack: (stack: readonly string[]) => void
  readonly signal: AbortSignal
  /** The only capabilities that may be chosen without being named; null for all. */
  readonly only: ReadonlySet<string> | null
  /** Whether the built-in planner will answer; asked only where that matters. */
  readonly hasPlanner: () => Promise<boolean>
  /** Whether the model that will answer reads that a message is for more than this capability; only the planner does. */
  readonly isBeyond: (capability: string, text: string) => Promise<boolean>
}

/** The result of routing a message. */
export interface Routed {
  readonly decision: RouteDecision
  /** The capability that takes it, or null for an open turn and for the plain assistant. */
  readonly acp: AcpPackage | null
  /** Several fit: the user was asked which, and nothing else happens in this turn. */
  readonly asked: boolean
}

/** Routes the messages of turns: chooses, records the decision in the answer, and keeps the conversation's stack. */
export const createTurnRouting = ({
  router,
  packages,
  settings,
  corrections,
  now,
  canOpen,
}: TurnRoutingDeps) => {
  /** The user's own words alone decide (acp.md 6): nothing a tool, a package or a file said is looked at. */
  const route = async (turn: RoutedTurn, text: string, explicit: string | null): Promise<Routed> => {
    if (explicit !== null) await learnChoice(turn, text, explicit)
    const expired = settle(turn)
    const routed = await router.route({
      text,
      activeCapability: turn.stack().at(-1) ?? null,
      explicit,
      signal: turn.signal,
    })
    const allowed = within(routed, turn.only)
    const mayOpen = canOpen() && turn.only?.size !== 0
    const decision = mayOpen ? await opened(turn, allowed, text) : allowed
    const acp = record(turn, expired.length === 0 ? decision : { ...decision, expired: [...expired] })
    const asked = decision.reason === 'ambiguous' && decision.open !== true
    if (asked) askWhich(turn, decision)
    return { decision, acp, asked }
  }

  /** A tie is asked about once: who the person chooses for a message that would be asked about takes it from now on. */
  const learnChoice = async ({ signal }: RoutedTurn, text: string, chosen: string): Promise<void> => {
    const { reason, candidates } = await router.explain({
      text,
      activeCapability: null,
      explicit: null,
      signal,
    })
    if (reason !== 'ambiguous' || !candidates.some(({ name }) => name === chosen)) return
    corrections.add({ text, capability: chosen })
  }

  /**
   * The decision, for an open turn where routing chose none, was unsure, or found several wishes. Where the built-in planner
   * would have to guess between capabilities, the person is asked.
   */
  const opened = async (turn: RoutedTurn, decision: RouteDecision, text: string): Promise<RouteDecision> => {
    const open = { ...decision, capability: null, captures: [], open: true as const }
    if (decision.saidNone === true) return decision
    if (decision.reason === 'none') return open
    if (isFollowUpOfOpen(turn, decision)) return { ...open, reason: 'follow_up' }
    const isUnsure = decision.reason === 'ambiguous'
    if (isUnsure && decision.several === undefined)
      return (await turn.hasPlanner()) ? await settled(turn, decision, text) : open
    if (decision.several !== undefined) return { ...open, reason: 'several' }
    const { capability } = decision
    const isFree = capability !== null && !isByPerson(decision)
    return isFree && (await turn.isBeyond(capability, text)) ? { ...open, reason: 'beyond' } : decision
  }

  /** Whether the person said which capability takes it, now or by a correction. */
  const isByPerson = ({ capability, reason, candidates }: RouteDecision): boolean =>
    reason === 'explicit' ||
    candidates.some(
      ({ name, signals }) =>
        name === capability && signals?.some(({ kind }) => kind === 'correction') === true,
    )

  /** For the planner: the only one of several that fit which can do what it reads; else they stay to be asked about. */
  const settled = async (turn: RoutedTurn, decision: RouteDecision, text: string): Promise<RouteDecision> => {
    const able: string[] = []
    for (const { name } of decision.candidates) if (!(await turn.isBeyond(name, text))) able.push(name)
    const [only] = able
    return only === undefined || able.length > 1
      ? decision
      : { ...decision, capability: only, reason: 'trigger' }
  }

  /** Whether a message that the capability in use takes only as a follow-up follows an open turn. */
  const isFollowUpOfOpen = ({ history }: RoutedTurn, decision: RouteDecision): boolean => {
    const { capability, reason, candidates, measure } = decision
    if (reason !== 'top_of_stack') return false
    const own = candidates.find(({ name }) => name === capability)?.score ?? 0
    const before = history.at(-2)?.parts.find((part) => part.type === 'route')?.decision
    return before?.open === true && own < (measure?.threshold ?? 0)
  }

  /** Removes uninstalled capabilities from the stack, and all of them after a long pause; returns those removed because of the pause. */
  const settle = ({ history, stack, setStack }: RoutedTurn): readonly string[] => {
    const before = stack()
    const there = present(before, packages)
    // The last message is the one being answered; the one before it is the last that was said.
    const idle =
      there.length > 0 && isIdle(history.at(-2)?.createdAt, now(), settings.get().capabilityIdleMinutes)
    const left = idle ? [] : there
    if (left.length !== before.length) setStack(left)
    return idle ? there : []
  }

  /** A form continues with the capability that asked, and keeps the reasons it was chosen for. */
  const goOn = (turn: RoutedTurn, name: string, before: RouteDecision | null): AcpPackage | null => {
    const { reason, candidates } = before ?? { reason: 'explicit', candidates: [] }
    if (before?.open === true) return record(turn, before)
    return record(turn, { capability: name, reason, candidates, remainder: '', captures: [] })
  }

  /** Puts the decision into the answer and the capability on top of the stack. */
  const record = ({ draft, stack, setStack }: RoutedTurn, decision: RouteDecision): AcpPackage | null => {
    const acp = decision.capability === null ? null : packages.get(decision.capability)
    const capability =
      acp === null
        ? null
        : { name: acp.name, title: shownTitle(acp, settings.get().language), version: acp.version }
    draft.add({ type: 'route', decision, capability })
    if (acp !== null) setStack(mount(stack(), acp.name))
    return acp
  }

  const askWhich = ({ draft }: RoutedTurn, { candidates }: RouteDecision): void => {
    const { language } = settings.get()
    const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(
      candidates.map(({ title }) => title),
    )
    draft.add({ type: 'text', text: say(language, 'chat_which_capability', { names }) })
  }

  return { route, goOn }
}

/** A decision among the allowed capabilities only; what the person named stays. */
const within = (decision: RouteDecision, only: ReadonlySet<string> | null): RouteDecision => {
  if (only === null || decision.reason === 'explicit') return decision
  const { several, ...rest } = decision
  const candidates = decision.candidates.filter(({ name }) => only.has(name))
  const wishes = several?.filter((name) => only.has(name)) ?? []
  const allowed: RouteDecision = { ...rest, candidates, ...(wishes.length > 1 && { several: wishes }) }
  const [first] = candidates
  if (decision.capability !== null)
    return only.has(decision.capability)
      ? allowed
      : { ...allowed, capability: null, reason: 'none', remainder: '', captures: [] }
  if (decision.reason !== 'ambiguous' || candidates.length > 1) return allowed
  // Of several that fitted, one is left, or none.
  return first === undefined
    ? { ...allowed, reason: 'none' }
    : { ...allowed, capability: first.name, reason: 'trigger' }
}
