import type { SlowLearner } from './meaning/slow-learner.ts'
import { SatchelError } from '../platform/errors.ts'
import type { CapabilityCatalog } from '../packages/types.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { createClassifier, type Classifier } from './classifier/index.ts'
import { mayFollowUp, pointsBack } from './follow-up.ts'
import { createUnsignedCandidates } from './unsigned-candidates.ts'
import { createKnowledge, type Known, type KnowledgeDeps } from './knowledge.ts'
import { withAuthors } from './classifier/lesson.ts'
import { remainderOf } from './text/remainder.ts'
import { candidateOf, onScale, type Evidence, type Scored } from './scoring.ts'
import { fold, normalise } from './text/text.ts'
import { prepareText } from './triggers/index.ts'
import type { RouteCandidate, RouteDecision, RouteMeasure } from '../contract/router.ts'

export interface RouterDeps {
  readonly packages: CapabilityCatalog
  readonly classifier?: Classifier
  readonly corrections: KnowledgeDeps['corrections']
  /** What learns what messages are like; null where nothing does. */
  readonly embedding: SlowLearner | null
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
  readonly signal?: AbortSignal
}

/** Chooses the capability of a message (acp.md 6). */
export interface Router {
  /**
   * Explicit choice, then the top of the stack, then triggers, then none. Deterministic where no model is asked; the reason is
   * in the decision. Errors: `capability_not_installed` for an explicit choice that is not there.
   */
  route(input: RouteInput): Promise<RouteDecision>
  /** What `route` would answer, without counting as use. */
  explain(input: RouteInput): Promise<RouteDecision>
  /** The installed name a person means by a name, title or URI; null with the nearest names when there is none. */
  find(wanted: string): { readonly name: string | null; readonly suggestions: readonly string[] }
  /**
   * Whom a message is for that begins with `@` and a name, title or URI of one that is there, and what it says to them. Null for every
   * other: an address or a handle is text.
   */
  addressed(text: string): { readonly name: string; readonly text: string } | null
  /** Learns what is installed, a little at a time, so that the first message need not wait for it. */
  prepare(): Promise<void>
  close(): void
}

/** `@note buy milk`, `@note: buy milk` */
const ADDRESSED = /^\s*@(\S+?)[,:]?\s+(\S[\s\S]*)$/u

const THRESHOLD = 0.5
const MARGIN = 0.1
/** Another capability must be this much surer than the top of the stack to take a message away from it. */
const CLEAR_MARGIN = 0.25
const SHOWN_CANDIDATES = 5
/** A lower score would be shown as 0.00. */
const WORTH_SHOWING = 0.005
const SUGGESTIONS = 3

/** The meaning of its words is asked for. Of words that nobody stands for it is not. */
const isAsked = ({ claim }: AcpPackage): boolean => claim === undefined

/** Makes the router over the installed packages. What they say of themselves is learned with the first message and after each change. */
export const createRouter = (deps: RouterDeps): Router => {
  const { packages, corrections, embedding, threshold = THRESHOLD, margin = MARGIN } = deps
  const { classifier = createClassifier() } = deps
  const knowledge = createKnowledge({ packages: withAuthors(packages), classifier, corrections })
  const unsigned = createUnsignedCandidates({ packages, corrections })
  /** Names by last use, newest last; breaks ties. */
  const used = new Set<string>()

  const route: Router['route'] = async (input) => {
    const decision = await explain(input)
    if (decision.capability !== null) {
      used.delete(decision.capability)
      used.add(decision.capability)
    }
    return decision
  }

  const explain: Router['explain'] = async (input) => {
    const began = performance.now()
    const known = new Map([...knowledge.all(), ...unsigned.all()])
    if (input.explicit !== null && !known.has(input.explicit))
      throw new SatchelError('capability_not_installed', { params: { name: input.explicit } })
    const { scored, embedding: state } = await score(input, known)
    const micros = Math.round((performance.now() - began) * 1000)
    const measure = { threshold, margin, clearMargin: CLEAR_MARGIN, embedding: state }
    return { ...decide(input, known, scored), measure: { ...measure, capabilities: known.size, micros } }
  }

  const decide = (
    { text, activeCapability, explicit }: RouteInput,
    known: ReadonlyMap<string, Known>,
    scored: readonly Scored[],
  ): RouteDecision => {
    if (explicit !== null) return choose(text, explicit, 'explicit', scored)
    if (knowledge.isForNone(prepareText(text).text))
      return { ...undecided(text, 'none', scored), saidNone: true }
    const able = heard(scored.filter((candidate) => candidate.score >= threshold))
    const best = able[0]
    const top = activeCapability === null ? undefined : known.get(activeCapability)
    if (top !== undefined && staysOnTop(text, top, scored, best))
      return choose(text, top.acp.name, 'top_of_stack', scored)
    if (best === undefined) return undecided(text, 'none', scored)
    const second = able[1]
    const close = second !== undefined && best.score - second.score < margin
    if (close && (!isCorrected(best) || isCorrected(second))) return undecided(text, 'ambiguous', able)
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
    // What nobody stands for takes no message that goes on with something else, and holds none back from it.
    if (!isFirm(best) && (own >= threshold || pointsBack(text, top.vocabulary))) return true
    const held = top.acp.claim !== undefined && isFirm(best) ? Math.min(own, threshold) : own
    return best.score - held < CLEAR_MARGIN && stays
  }

  /** Everything that speaks for anything, best first; ties go to what was used last, then to the name. */
  const score = async (
    { text, signal = NEVER }: RouteInput,
    known: ReadonlyMap<string, Known>,
  ): Promise<{ scored: Scored[]; embedding: RouteMeasure['embedding'] }> => {
    const evidence = new Map<string, Evidence>()
    const of = (name: string): Evidence => {
      const there = evidence.get(name) ?? { triggers: [], said: null, words: null, embedding: null }
      evidence.set(name, there)
      return there
    }
    const message = prepareText(text)
    for (const hit of knowledge.triggers.match(message)) of(hit.owner).triggers.push(hit.signal)
    for (const { name, by } of knowledge.said(message.text)) of(name).said = by
    for (const one of classifier.score(message.text))
      of(one.name).words = { ...one, score: onScale(one.score, classifier.threshold) }
    const state = await askSlow(message.text, signal, of)
    for (const [name, found] of unsigned.hear(message)) evidence.set(name, found)
    const recency = [...used]
    const scored = [...evidence].flatMap(([name, found]) => {
      const there = known.get(name)
      return there === undefined
        ? []
        : [candidateOf(there.acp, message.text, found, { embedding: isAsked(there.acp) && state === 'used' })]
    })
    return {
      embedding: state,
      scored: scored.sort(
        (a, b) =>
          b.score - a.score ||
          recency.indexOf(b.name) - recency.indexOf(a.name) ||
          (a.name < b.name ? -1 : 1),
      ),
    }
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
    // Names of what an author stands for come first: a service called alike takes none of them.
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

/** What an author stands for is heard first; where some of it fits, nobody else is asked. */
const heard = (able: readonly Scored[]): readonly Scored[] => {
  const firm = able.filter(isFirm)
  return firm.length > 0 ? firm : able
}

/** Claimed by its author, or by the user's own words: by its name, or by what they put right. */
const isFirm = (one: Scored): boolean => !one.isUnsigned || one.match !== null || isCorrected(one)

/** The user said of this very message whose it is: there is nothing left to ask. */
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

/** The best ones, without those for which next to nothing speaks, and the chosen one wherever it stands. */
const shown = (scored: readonly Scored[], chosen: string | null): RouteCandidate[] => {
  const best = scored.slice(0, SHOWN_CANDIDATES).filter(({ score }) => score >= WORTH_SHOWING)
  const missing = scored.find((one) => one.name === chosen && !best.includes(one))
  return [...best, ...(missing === undefined ? [] : [missing])].map(
    ({ name, title, score, matched, signals }) => ({ name, title, score, matched, signals }),
  )
}

/**
 * Names a person may have meant, nearest first: those that hold what was written or stand in it, then those that differ by a
 * few keys. Nothing like it gives the first names there are.
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

/** Keys that differ; infinity when it is another word. Part of the name is nearer than a slip. */
const distanceOf = (wanted: string, name: string): number => {
  if (wanted === '' || name === '') return Infinity
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted) || wanted.includes(name)) return 0.5
  const slips = slipsBetween(wanted.slice(0, LONGEST), name.slice(0, LONGEST))
  return slips <= Math.max(1, Math.floor(Math.max(wanted.length, name.length) / 3)) ? slips : Infinity
}

const LONGEST = 64

/** Letters added, left out, mistaken, or swapped with the next (optimal string alignment). */
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
