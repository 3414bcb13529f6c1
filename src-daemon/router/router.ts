import type { SlowLearner } from './meaning/slow-learner.ts'
import { SatchelError } from '../platform/errors.ts'
import type { CapabilityCatalog } from '../packages/types.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { createClassifier, type Classifier } from './classifier/index.ts'
import { mayFollowUp, pointsBack } from './follow-up.ts'
import { createUnsignedCandidates } from './unsigned-candidates.ts'
import { createKnowledge, type Known, type KnowledgeDeps } from './knowledge.ts'
import { withAuthors } from './classifier/lesson.ts'
import { createKeepers, type KeepersDeps } from './keepers.ts'
import { remainderOf } from './text/remainder.ts'
import { candidateOf, onScale, type Evidence, type Scored } from './scoring.ts'
import { fold, normalise } from './text/text.ts'
import { prepareText } from './triggers/index.ts'
import type { RouteCandidate, RouteDecision, RouteMeasure } from '../contract/router.ts'
import { wishesIn } from './wishes.ts'

export interface RouterDeps {
  readonly packages: CapabilityCatalog
  readonly classifier?: Classifier
  readonly corrections: KnowledgeDeps['corrections']
  /** The learner that compares meanings; null without an embedding model. */
  readonly embedding: SlowLearner | null
  /** By default, none has kept anything. */
  readonly hasKept?: KeepersDeps['hasKept']
  /** A capability below this score is not chosen; 0..1. */
  readonly threshold?: number
  /** If two scores are closer than this, the user decides. */
  readonly margin?: number
}

export interface RouteInput {
  readonly text: string
  /** Top of the conversation's stack, or null. */
  readonly activeCapability: string | null
  /** The user's own choice for this message, or null. */
  readonly explicit: string | null
  readonly signal?: AbortSignal
}

/** Chooses the capability for a message (acp.md 6). */
export interface Router {
  /**
   * Explicit choice, then the top of the stack, then triggers, then none. Deterministic if no model is
   * involved; the decision contains its reason. Errors: `capability_not_installed` for an explicit choice
   * that is not installed.
   */
  route(input: RouteInput): Promise<RouteDecision>
  /** What `route` would return, without counting as use. */
  explain(input: RouteInput): Promise<RouteDecision>
  /**
   * The installed name that a name, title or URI stands for; null with the nearest names if there is none.
   */
  find(wanted: string): { readonly name: string | null; readonly suggestions: readonly string[] }
  /**
   * The addressee of a message that begins with `@` and an installed name, title or URI, and the rest of the
   * message. Null for any other message: an address or a handle is text.
   */
  addressed(text: string): { readonly name: string; readonly text: string } | null
  /** Learns what is installed, in slices, so that the first message need not wait for it. */
  prepare(): Promise<void>
  close(): void
}

/** `@note buy milk`, `@note: buy milk` */
const ADDRESSED = /^\s*@(\S+?)[,:]?\s+(\S[\s\S]*)$/u

const THRESHOLD = 0.5
const MARGIN = 0.1
/** Another capability must be this much surer than the top of the stack to take over a message. */
const CLEAR_MARGIN = 0.25
const SHOWN_CANDIDATES = 5
/** A lower score would be shown as 0.00. */
const WORTH_SHOWING = 0.005
const SUGGESTIONS = 3

const evidenceIn = (evidence: Map<string, Evidence>, name: string): Evidence => {
  const there = evidence.get(name) ?? { triggers: [], said: null, words: null, embedding: null }
  evidence.set(name, there)
  return there
}

/** Whether the embedding model compares it. Unsigned capabilities are not compared. */
const isAsked = ({ claim }: AcpPackage): boolean => claim === undefined

/**
 * Creates the router over the installed packages. Their descriptions are learned with the first message and
 * after each change.
 */
export const createRouter = (deps: RouterDeps): Router => {
  const { packages, corrections, embedding, threshold = THRESHOLD, margin = MARGIN } = deps
  const keepers = createKeepers({ corrections, hasKept: deps.hasKept })
  const { classifier = createClassifier() } = deps
  const knowledge = createKnowledge({ packages: withAuthors(packages), classifier, corrections })
  const unsigned = createUnsignedCandidates({ packages, corrections })
  /** Names by last use, newest last; breaks ties. */
  const lastUsed = new Set<string>()

  const route: Router['route'] = async (input) => {
    const decision = await explain(input)
    if (decision.capability !== null) {
      lastUsed.delete(decision.capability)
      lastUsed.add(decision.capability)
    }
    return decision
  }

  const explain: Router['explain'] = async (input) => {
    const began = performance.now()
    const known = new Map([...knowledge.all(), ...unsigned.all()])
    if (input.explicit !== null && !known.has(input.explicit))
      throw new SatchelError('capability_not_installed', { params: { name: input.explicit } })
    const { scored, embedding: state } = await score(input, known)
    const kept = await keepers.among(ableOf(scored), known)
    const micros = Math.round((performance.now() - began) * 1000)
    const measure = { threshold, margin, clearMargin: CLEAR_MARGIN, embedding: state }
    const decision = decide(input, known, { scored, kept })
    const isUndecided = decision.capability === null && decision.reason !== 'ambiguous'
    const several = isUndecided || input.explicit !== null ? [] : claimants(input.text, known)
    return {
      ...decision,
      ...(several.length > 1 && { several: [...several] }),
      measure: { ...measure, capabilities: known.size, micros },
    }
  }

  /** The capabilities that the parts of a message are for, in their order: each part is clearly for one. */
  const claimants = (text: string, known: ReadonlyMap<string, Known>): readonly string[] => {
    const claims = wishesIn(text).flatMap((wish) => {
      const [best, second] = ranked(evidenceOf(wish), known, { text: wish, embedding: false })
      const isClear = best !== undefined && isFirm(best) && best.score >= threshold
      return isClear && best.score - (second?.score ?? 0) >= margin ? [best.name] : []
    })
    return [...new Set(claims)]
  }

  const ableOf = (scored: readonly Scored[]): readonly Scored[] =>
    signedFirst(scored.filter((candidate) => candidate.score >= threshold))

  const decide = (
    { text, activeCapability, explicit }: RouteInput,
    known: ReadonlyMap<string, Known>,
    { scored, kept }: { readonly scored: readonly Scored[]; readonly kept: ReadonlySet<string> },
  ): RouteDecision => {
    if (explicit !== null) return choose(text, explicit, 'explicit', scored)
    if (knowledge.isForNone(prepareText(text).text))
      return { ...undecided(text, 'none', scored), saidNone: true }
    const able = ableOf(scored)
    const best = able[0]
    const top = activeCapability === null ? undefined : known.get(activeCapability)
    if (top !== undefined && staysOnTop(text, top, scored, best))
      return choose(text, top.acp.name, 'top_of_stack', scored)
    if (best === undefined) return undecided(text, 'none', scored)
    const close = able.filter(({ score: its }) => best.score - its < margin)
    const [, second] = close
    if (isCorrected(best) && (second === undefined || !isCorrected(second)))
      return choose(text, best.name, 'trigger', scored)
    const [keeper, another] = close.filter(({ name }) => kept.has(name))
    if (keeper !== undefined && another === undefined) return choose(text, keeper.name, 'trigger', scored)
    if (second !== undefined || keepers.isTakenFrom(best, able, { known, kept }))
      return undecided(text, 'ambiguous', able)
    return choose(text, best.name, 'trigger', scored)
  }

  const staysOnTop = (
    text: string,
    top: Known,
    scored: readonly Scored[],
    best: Scored | undefined,
  ): boolean => {
    const own = scored.find((candidate) => candidate.name === top.acp.name)?.score ?? 0
    const stays = own >= threshold || mayFollowUp(text, top.vocabulary)
    if (best === undefined || best.name === top.acp.name) return stays
    if (isCorrected(best)) return false
    // An unsigned capability neither takes over a message that continues with another one, nor keeps it.
    if (!isFirm(best) && (own >= threshold || pointsBack(text, top.vocabulary))) return true
    const held = top.acp.claim !== undefined && isFirm(best) ? Math.min(own, threshold) : own
    return best.score - held < CLEAR_MARGIN && stays
  }

  /** All candidates with any evidence, best first. */
  const score = async (
    { text, signal = NEVER }: RouteInput,
    known: ReadonlyMap<string, Known>,
  ): Promise<{ scored: Scored[]; embedding: RouteMeasure['embedding'] }> => {
    const evidence = evidenceOf(text)
    const message = prepareText(text).text
    const state = await askSlow(message, signal, (name) => evidenceIn(evidence, name))
    return {
      embedding: state,
      scored: ranked(evidence, known, { text: message, embedding: state === 'used' }),
    }
  }

  /** All evidence that needs no model. */
  const evidenceOf = (text: string): Map<string, Evidence> => {
    const evidence = new Map<string, Evidence>()
    const of = (name: string): Evidence => evidenceIn(evidence, name)
    const message = prepareText(text)
    for (const hit of knowledge.triggers.match(message)) of(hit.owner).triggers.push(hit.signal)
    for (const { name, by } of knowledge.said(message.text)) of(name).said = by
    for (const one of classifier.score(message.text))
      of(one.name).words = { ...one, score: onScale(one.score, classifier.threshold) }
    for (const [name, found] of unsigned.evidenceFor(message)) evidence.set(name, found)
    return evidence
  }

  /** The candidates with this evidence, best first; ties go to the most recently used, then by name. */
  const ranked = (
    evidence: ReadonlyMap<string, Evidence>,
    known: ReadonlyMap<string, Known>,
    { text, embedding: used }: { readonly text: string; readonly embedding: boolean },
  ): Scored[] => {
    const recency = [...lastUsed]
    const words = [...evidence.values()].some((found) => found.words !== null)
    return [...evidence]
      .flatMap(([name, found]) => {
        const there = known.get(name)
        return there === undefined
          ? []
          : [candidateOf(there.acp, text, found, { words, embedding: isAsked(there.acp) && used })]
      })
      .sort(
        (a, b) =>
          b.score - a.score ||
          recency.indexOf(b.name) - recency.indexOf(a.name) ||
          (a.name < b.name ? -1 : 1),
      )
  }

  const askSlow = async (
    text: string,
    signal: AbortSignal,
    of: (name: string) => Evidence,
  ): Promise<RouteMeasure['embedding']> => {
    const packagesKnown = [...knowledge.all().values()].map(({ acp }) => acp)
    if (embedding === null || packagesKnown.length === 0 || text.trim() === '') return 'none'
    const answer = await embedding.likeness(text, packagesKnown, { signal })
    if (answer.state !== 'used') return answer.state
    for (const one of answer.scores)
      of(one.name).embedding = { ...one, score: onScale(one.score, answer.threshold) }
    return 'used'
  }

  const find: Router['find'] = (wanted) => {
    const name = fold(wanted.trim())
    // Signed capabilities come first: a server with the same name cannot take theirs.
    const known = [...knowledge.all().values(), ...unsigned.all().values()].map(({ acp }) => acp)
    const found = known.find((acp) =>
      [acp.name, acp.title, acp.capUri, `${acp.capUri}@${acp.version}`].some(
        (spelling) => fold(spelling) === name,
      ),
    )
    if (found !== undefined) return { name: found.name, suggestions: [] }
    const near = nearestNames(wanted, known, SUGGESTIONS)
    return { name: null, suggestions: near.map((acp) => acp.name) }
  }

  const addressed: Router['addressed'] = (text) => {
    const [, wanted, said] = ADDRESSED.exec(text) ?? []
    if (wanted === undefined || said === undefined) return null
    const { name } = find(wanted)
    return name === null ? null : { name, text: said }
  }

  const prepare: Router['prepare'] = async () => {
    await knowledge.prepare()
    unsigned.all()
  }

  const close = (): void => {
    knowledge.close()
    unsigned.close()
  }

  return { route, explain, find, addressed, prepare, close }
}

const NEVER = new AbortController().signal

/** Signed capabilities come first; if one of them fits, the unsigned ones are ignored. */
const signedFirst = (able: readonly Scored[]): readonly Scored[] => {
  const firm = able.filter(isFirm)
  return firm.length > 0 ? firm : able
}

/** Claimed by its author, or by the user's own words: by name, or by a correction. */
const isFirm = (one: Scored): boolean => !one.isUnsigned || one.match !== null || isCorrected(one)

/** The user assigned this very message: there is nothing left to decide. */
const isCorrected = ({ signals }: Scored): boolean => signals.some(({ kind }) => kind === 'correction')

const choose = (
  text: string,
  name: string,
  reason: 'explicit' | 'top_of_stack' | 'trigger',
  scored: readonly Scored[],
): RouteDecision => {
  const match = scored.find((candidate) => candidate.name === name)?.match ?? null
  return {
    capability: name,
    reason,
    candidates: shown(scored, name),
    remainder: remainderOf(normalise(text), match),
    captures: [...(match?.captures ?? [])],
  }
}

const undecided = (text: string, reason: 'none' | 'ambiguous', scored: readonly Scored[]): RouteDecision => ({
  capability: null,
  reason,
  candidates: shown(scored, null),
  remainder: normalise(text).trim(),
  captures: [],
})

/** The best ones, without those with hardly any evidence, and the chosen one at any rank. */
const shown = (scored: readonly Scored[], chosen: string | null): RouteCandidate[] => {
  const best = scored.slice(0, SHOWN_CANDIDATES).filter(({ score }) => score >= WORTH_SHOWING)
  const missing = scored.find((one) => one.name === chosen && !best.includes(one))
  return [...best, ...(missing === undefined ? [] : [missing])].map(
    ({ name, title, score, matched, signals }) => ({ name, title, score, matched, signals }),
  )
}

/**
 * Names a person may have meant, nearest first: those that contain the input or are part of it, then those
 * that differ by a few keys. If none is similar, the first names in the list.
 */
const nearestNames = <T extends { readonly name: string; readonly title: string }>(
  wanted: string,
  known: readonly T[],
  limit: number,
): readonly T[] => {
  const folded = fold(wanted.trim())
  const near = known
    .map((one) => ({
      one,
      distance: Math.min(distanceOf(folded, fold(one.name)), distanceOf(folded, fold(one.title))),
    }))
    .filter(({ distance }) => Number.isFinite(distance))
    .sort((a, b) => a.distance - b.distance || (a.one.name < b.one.name ? -1 : 1))
    .map(({ one }) => one)
  return (folded === '' || near.length === 0 ? known : near).slice(0, limit)
}

/** The number of differing keys; infinity for another word. A part of the name is nearer than a typo. */
const distanceOf = (wanted: string, name: string): number => {
  if (wanted === '' || name === '') return Infinity
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted) || wanted.includes(name)) return 0.5
  const slips = slipsBetween(wanted.slice(0, LONGEST), name.slice(0, LONGEST))
  return slips <= Math.max(1, Math.floor(Math.max(wanted.length, name.length) / 3)) ? slips : Infinity
}

const LONGEST = 64

/** Letters added, left out, replaced, or swapped with the next (optimal string alignment). */
const slipsBetween = (one: string, other: string): number => {
  const left = [...one]
  const right = [...other]
  let before: number[] = []
  let above = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (const [row, character] of left.entries()) {
    const current = [row + 1]
    for (const [column, against] of right.entries()) {
      const swapped = row > 0 && column > 0 && left[row - 1] === against && character === right[column - 1]
      current.push(
        Math.min(
          (above[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (above[column] ?? 0) + (character === against ? 0 : 1),
          swapped ? (before[column - 1] ?? 0) + 1 : Infinity,
        ),
      )
    }
    before = above
    above = current
  }
  return above[right.length] ?? 0
}
