import type { CapabilityCatalog } from '../packages/types.ts'
import type { AcpPackage } from '../contract/packages.ts'
import { createClassifier, type ClassifierCapability } from './classifier/index.ts'
import { vocabularyOf } from './follow-up.ts'
import type { Known } from './knowledge.ts'
import { lessonOf, lessonOfNone, type Corrected } from './classifier/lesson.ts'
import { NEUTRAL } from './meaning/neutral.ts'
import { counted, onScale, uncounted, type Evidence } from './scoring.ts'
import { tokensOf } from './text/text.ts'
import { namedTool, nameWords, spokenIn } from './tool-names.ts'
import { createTriggerIndex, type RoutedText } from './triggers/index.ts'

/** Upper limit of an unsigned capability's score. */
const MOST = 0.75

export interface GuestsDeps {
  readonly packages: CapabilityCatalog
  readonly corrections: Corrected
}

/** Capabilities with unsigned descriptions: the servers that the owner connected. */
export interface UnsignedCandidates {
  /** By name; brought up to date first. */
  all(): ReadonlyMap<string, Known>
  /** The evidence for each of them. */
  evidenceFor(message: RoutedText): ReadonlyMap<string, Evidence>
  close(): void
}

interface UnsignedCandidate extends Known {
  /** Each tool's name, as words. */
  readonly names: readonly (readonly string[])[]
  /** Messages that the user assigned to it, in the form for comparison. */
  readonly corrected: ReadonlySet<string>
}

/**
 * They are scored separately, so that their descriptions do not change how well anything else fits: by a
 * classifier of their own, in which everything else that is installed, and sentences that need no capability,
 * compete with them.
 */
export const createUnsignedCandidates = ({ packages, corrections }: GuestsDeps): UnsignedCandidates => {
  const unsigned = new Map<string, UnsignedCandidate>()
  const taught = new Map<string, string>()
  const triggers = createTriggerIndex()
  let classifier = createClassifier()
  let stale = true
  const markStale = (): void => {
    stale = true
  }
  const forget = [packages.onChange(markStale), corrections.onChange(markStale)]

  const all = (): ReadonlyMap<string, UnsignedCandidate> => {
    if (!stale) return unsigned
    const here = packages.installed().filter(({ claim }) => claim !== undefined)
    for (const name of unsigned.keys()) if (!here.some((one) => one.name === name)) drop(name)
    for (const { name } of here) {
      const acp = packages.get(name)
      if (acp === null) drop(name)
      else take(acp)
    }
    teachAll()
    stale = false
    return unsigned
  }

  const take = (acp: AcpPackage): void => {
    unsigned.set(acp.name, {
      acp,
      vocabulary: new Set([...vocabularyOf(acp), ...acp.tools.flatMap(({ name }) => nameWords(name))]),
      names: acp.claim === 'none' ? [] : acp.tools.map(({ name }) => nameWords(name)),
      corrected: new Set(corrections.of(acp.name).map(keyOf)),
    })
    triggers.set(acp.name, acp.claim === 'none' ? [] : acp.triggers)
  }

  const drop = (name: string): void => {
    unsigned.delete(name)
    triggers.remove(name)
  }

  /**
   * Everything competes, but only the unsigned ones' scores are used. If there are none, nothing is learned.
   */
  const teachAll = (): void => {
    const isNeeded = [...unsigned.values()].some(({ acp }) => acp.claim !== 'none')
    if (!isNeeded) {
      taught.clear()
      classifier = createClassifier()
      return
    }
    const lessons = packages
      .installed()
      .map(({ name }) => packages.get(name))
      .flatMap((acp) => (acp === null || acp.claim === 'none' ? [] : [lessonFor(acp)]))
    const none = lessonOfNone(corrections.of(null))
    teach([...lessons, { ...none, examples: Object.values(NEUTRAL).flat() }])
  }

  const teach = (lessons: readonly ClassifierCapability[]): void => {
    const names = new Set(lessons.map(({ name }) => name))
    for (const name of taught.keys()) {
      if (names.has(name)) continue
      taught.delete(name)
      classifier.remove(name)
    }
    for (const lesson of lessons) {
      const words = JSON.stringify(lesson)
      if (taught.get(lesson.name) === words) continue
      taught.set(lesson.name, words)
      classifier.add(lesson)
    }
  }

  const lessonFor = (acp: AcpPackage): ClassifierCapability => {
    const lesson = lessonOf(acp, corrections.of(acp.name))
    if (acp.claim === undefined) return lesson
    const toolTexts = acp.tools.map(({ name, description }) => `${nameWords(name).join(' ')}: ${description}`)
    return { ...lesson, examples: toolTexts }
  }

  const evidenceFor: UnsignedCandidates['evidenceFor'] = (message) => {
    const known = all()
    const found = new Map<string, Evidence>()
    if (known.size === 0) return found
    const of = (name: string): Evidence => {
      const there = found.get(name) ?? { triggers: [], said: null, words: null, embedding: null }
      found.set(name, there)
      return there
    }
    for (const { owner, signal } of triggers.match(message)) of(owner).triggers.push(signal)
    const likenesses = new Map(classifier.score(message.text).map((one) => [one.name, one]))
    const spoken = spokenIn(message.text)
    const key = keyOf(message.text)
    for (const [name, { names, corrected }] of known) {
      if (corrected.has(key)) of(name).said = 'correction'
      const like = likenesses.get(name)
      const named = namedTool(names, spoken)
      if (like === undefined && named === null) continue
      const learned = like === undefined ? 0 : onScale(like.score, classifier.threshold)
      const both = 1 - (1 - counted(learned)) * (1 - (named?.score ?? 0))
      const score = Math.min(MOST, uncounted(both))
      of(name).words = { name, score, matched: named?.words.join(' ') ?? like?.matched ?? '' }
    }
    return found
  }

  return {
    all,
    evidenceFor,
    close: () => {
      for (const stop of forget) stop()
    },
  }
}

const keyOf = (text: string): string => tokensOf(text).join(' ')
