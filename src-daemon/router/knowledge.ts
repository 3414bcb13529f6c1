import { setImmediate } from 'node:timers/promises'
import type { CapabilityCatalog } from '../packages/types.ts'
import type { AcpPackage } from '../contract/packages.ts'
import type { Classifier, ClassifierCapability } from './classifier/index.ts'
import { vocabularyOf } from './follow-up.ts'
import { lessonOf, lessonOfNone, NONE, type Corrected } from './classifier/lesson.ts'
import { tokensOf } from './text/text.ts'
import { createTriggerIndex, type TriggerIndex } from './triggers/index.ts'

export interface KnowledgeDeps {
  readonly packages: CapabilityCatalog
  readonly classifier: Classifier
  readonly corrections: Corrected
}

/** An installed capability as the router sees it. */
export interface Known {
  readonly acp: AcpPackage
  readonly vocabulary: ReadonlySet<string>
}

/** Somebody said that this very message is for a capability: its author by an example, or the user by a correction. */
export interface Said {
  readonly name: string
  readonly by: 'example' | 'correction'
}

/** What the router knows of the capabilities that are installed and on. */
export interface Knowledge {
  /** By name; brought up to date first, so that what was installed a moment ago is in it. */
  all(): ReadonlyMap<string, Known>
  /** Brings everything up to date a little at a time, so that no message has to wait for it. */
  prepare(): Promise<void>
  readonly triggers: Pick<TriggerIndex, 'match'>
  /** Whose example or correction a message is, case and punctuation aside. */
  said(text: string): readonly Said[]
  /** Whether the user said of these very words that they need no capability, case and punctuation aside. */
  isForNone(text: string): boolean
  close(): void
}

/** Keeps triggers and classifier in step with what is installed: only what changed is learned anew. */
export const createKnowledge = ({ packages, classifier, corrections }: KnowledgeDeps): Knowledge => {
  const known = new Map<string, Known>()
  const taught = new Map<string, string>()
  const said = new Map<string, readonly Said[]>()
  const keysByName = new Map<string, readonly string[]>()
  const triggers = createTriggerIndex()
  let forNone: ReadonlySet<string> = new Set()
  let stale = true
  /** What is being learned; null when nothing is. */
  let lessons: Generator<undefined> | null = null
  let isClosed = false
  const markStale = (): void => {
    stale = true
  }
  const forget = [packages.onChange(markStale), corrections.onChange(markStale)]

  const all = (): ReadonlyMap<string, Known> => {
    while (go(Infinity));
    return known
  }

  const prepare = async (): Promise<void> => {
    while (!isClosed && go(performance.now() + SLICE_MS)) await setImmediate()
  }

  /** Learns until `until`, by the clock of `performance`; whether there is more to learn. */
  const go = (until: number): boolean => {
    while (lessons !== null || stale) {
      lessons ??= learn()
      try {
        if (lessons.next().done === true) lessons = null
      } catch (error) {
        // What cannot be read now is asked for again by the next message.
        lessons = null
        stale = true
        throw error
      }
      if (performance.now() > until) return lessons !== null || stale
    }
    return false
  }

  /** Stops after each capability; what changes meanwhile is learned in another round. */
  const learn = function* (): Generator<undefined> {
    stale = false
    const names = new Set(packages.installed().map(({ name }) => name))
    for (const name of known.keys()) if (!names.has(name)) drop(name)
    for (const name of names) {
      const acp = packages.get(name)
      if (acp === null) drop(name)
      else learnOne(acp)
      yield
    }
    learnNone()
  }

  const learnOne = (acp: AcpPackage): void => {
    if (known.get(acp.name)?.acp.sha256 !== acp.sha256) {
      known.set(acp.name, { acp, vocabulary: vocabularyOf(acp) })
      triggers.set(acp.name, acp.triggers)
    }
    const lesson = lessonOf(acp, corrections.of(acp.name))
    const heard = JSON.stringify(lesson)
    if (taught.get(acp.name) === heard) return
    taught.set(acp.name, heard)
    remember(lesson)
    classifier.add(lesson)
  }

  const learnNone = (): void => {
    const texts = corrections.of(null)
    const heard = JSON.stringify(texts)
    if (heard === taught.get(NONE)) return
    taught.set(NONE, heard)
    forNone = new Set(texts.map(keyOf))
    if (texts.length > 0) classifier.add(lessonOfNone(texts))
    else classifier.remove(NONE)
  }

  const remember = ({ name, examples, corrections: corrected = [] }: ClassifierCapability): void => {
    forgetSaid(name)
    const corrections = new Set(corrected.map(keyOf))
    const keys = [...new Set([...examples.map(keyOf), ...corrections])].filter((key) => key !== '')
    for (const key of keys) {
      const by = corrections.has(key) ? 'correction' : 'example'
      said.set(key, [...(said.get(key) ?? []), { name, by }])
    }
    keysByName.set(name, keys)
  }

  const forgetSaid = (name: string): void => {
    for (const key of keysByName.get(name) ?? []) {
      const left = said.get(key)?.filter((one) => one.name !== name) ?? []
      if (left.length > 0) said.set(key, left)
      else said.delete(key)
    }
    keysByName.delete(name)
  }

  const drop = (name: string): void => {
    forgetSaid(name)
    known.delete(name)
    taught.delete(name)
    triggers.remove(name)
    classifier.remove(name)
  }

  return {
    all,
    prepare,
    triggers,
    said: (text) => said.get(keyOf(text)) ?? [],
    isForNone: (text) => forNone.has(keyOf(text)),
    close: () => {
      isClosed = true
      for (const stop of forget) stop()
    },
  }
}

/** Nothing else happens for so long while nobody waits. */
const SLICE_MS = 5

const keyOf = (text: string): string => tokensOf(text).join(' ')
