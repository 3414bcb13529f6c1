import { SatchelError } from '../platform/errors.ts'
import type { AcpPackage, PackagesService } from '../packages/types.ts'
import { mayFollowUp, vocabularyOf } from './follow-up.ts'
import { remainderOf } from './remainder.ts'
import { fold, normalise } from './text.ts'
import { compileTriggers, prepareText, scoreTriggers, type CompiledTrigger, type Signal } from './triggers.ts'
import type { RouteCandidate, RouteDecision } from './types.ts'

export interface RouterDeps {
  readonly packages: Pick<PackagesService, 'installed' | 'get' | 'onChange'>
  /** Below it a capability is not chosen; 0..1. */
  readonly threshold?: number
  /** Two scores closer than this are for the user to decide. */
  readonly margin?: number
}

export interface RouteInput {
  readonly text: string
  /** Top of the conversation's stack, or null. */
  readonly activeCapability: string | null
  /** The user's own choice for this message, or null. */
  readonly explicit: string | null
}

/** Chooses the capability of a message (acp.md 6). */
export interface Router {
  /**
   * Explicit choice, then the top of the stack, then triggers, then none. Deterministic; the reason is in the decision.
   * Errors: `capability_not_installed` for an explicit choice that is not there.
   */
  route(input: RouteInput): RouteDecision
  /** The installed name a person means by a name, title or URI; null with the nearest names when there is none. */
  find(wanted: string): { readonly name: string | null; readonly suggestions: readonly string[] }
  close(): void
}

interface Compiled {
  readonly acp: AcpPackage
  readonly triggers: readonly CompiledTrigger[]
  readonly vocabulary: ReadonlySet<string>
}

interface Scored extends RouteCandidate {
  readonly signal: Signal
}

const THRESHOLD = 0.5
const MARGIN = 0.1
/** Another capability must be this much surer than the top of the stack to take a message away from it. */
const CLEAR_MARGIN = 0.25
const SHOWN_CANDIDATES = 5

/** Makes the router over the installed packages. Their triggers are compiled once, and again after a change. */
export const createRouter = ({ packages, threshold = THRESHOLD, margin = MARGIN }: RouterDeps): Router => {
  let compiled: ReadonlyMap<string, Compiled> | null = null
  /** Names by last use, newest last; breaks ties. */
  const used = new Set<string>()
  const forget = packages.onChange(() => {
    compiled = null
  })

  const route = (input: RouteInput): RouteDecision => {
    const decision = decide(input)
    if (decision.capability !== null) {
      used.delete(decision.capability)
      used.add(decision.capability)
    }
    return decision
  }

  const decide = ({ text, activeCapability, explicit }: RouteInput): RouteDecision => {
    const known = all()
    const scored = score(text, known)
    if (explicit !== null) {
      if (!known.has(explicit))
        throw new SatchelError('capability_not_installed', { params: { name: explicit } })
      return choose(text, explicit, 'explicit', scored)
    }
    const able = scored.filter((candidate) => candidate.score >= threshold)
    const best = able[0]
    const top = activeCapability === null ? undefined : known.get(activeCapability)
    if (top !== undefined && staysOnTop(text, top, scored, best))
      return choose(text, top.acp.name, 'top_of_stack', scored)
    if (best === undefined) return undecided(text, 'none', scored)
    const second = able[1]
    if (second !== undefined && best.score - second.score < margin) return undecided(text, 'ambiguous', able)
    return choose(text, best.name, 'trigger', scored)
  }

  const staysOnTop = (
    text: string,
    top: Compiled,
    scored: readonly Scored[],
    best: Scored | undefined,
  ): boolean => {
    const own = scored.find((candidate) => candidate.name === top.acp.name)?.score ?? 0
    if (best !== undefined && best.name !== top.acp.name && best.score - own >= CLEAR_MARGIN) return false
    return own >= threshold || mayFollowUp(text, top.vocabulary)
  }

  const score = (text: string, known: ReadonlyMap<string, Compiled>): Scored[] => {
    const message = prepareText(text)
    const scored: Scored[] = []
    for (const { acp, triggers } of known.values()) {
      const signal = scoreTriggers(triggers, message)
      if (signal === null) continue
      scored.push({ name: acp.name, title: acp.title, score: signal.score, matched: signal.matched, signal })
    }
    const recency = [...used]
    return scored.sort(
      (a, b) =>
        b.score - a.score || recency.indexOf(b.name) - recency.indexOf(a.name) || (a.name < b.name ? -1 : 1),
    )
  }

  const all = (): ReadonlyMap<string, Compiled> => {
    compiled ??= new Map(
      packages
        .installed()
        .map(({ name }) => packages.get(name))
        .filter((acp) => acp !== null)
        .map((acp) => [acp.name, { acp, triggers: compileTriggers(acp), vocabulary: vocabularyOf(acp) }]),
    )
    return compiled
  }

  const find: Router['find'] = (wanted) => {
    const name = fold(wanted.trim())
    const known = [...all().values()].map(({ acp }) => acp)
    const found = known.find((acp) =>
      [acp.name, acp.title, acp.capUri, `${acp.capUri}@${acp.version}`].some(
        (spelling) => fold(spelling) === name,
      ),
    )
    if (found !== undefined) return { name: found.name, suggestions: [] }
    const near = known.filter(
      (acp) => name !== '' && (fold(acp.title).includes(name) || name.includes(acp.name)),
    )
    return { name: null, suggestions: (near.length > 0 ? near : known).slice(0, 3).map((acp) => acp.name) }
  }

  return { route, find, close: forget }
}

const choose = (
  text: string,
  name: string,
  reason: 'explicit' | 'top_of_stack' | 'trigger',
  scored: readonly Scored[],
): RouteDecision => {
  const match = scored.find((candidate) => candidate.name === name)?.signal.match ?? null
  return {
    capability: name,
    reason,
    candidates: shown(scored),
    remainder: remainderOf(normalise(text), match),
    captures: [...(match?.captures ?? [])],
  }
}

const undecided = (text: string, reason: 'none' | 'ambiguous', scored: readonly Scored[]): RouteDecision => ({
  capability: null,
  reason,
  candidates: shown(scored),
  remainder: normalise(text).trim(),
  captures: [],
})

const shown = (scored: readonly Scored[]): RouteCandidate[] =>
  scored
    .slice(0, SHOWN_CANDIDATES)
    .map(({ name, title, score, matched }) => ({ name, title, score, matched }))
