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

/**
 * An explicit assignment of this very message to a capability: an example of its author, or a correction of
 * the user.
 */
export interface Said {
  readonly name: string
  readonly by: 'example' | 'correction'
}

/** What the router knows about the installed and enabled capabilities. */
export interface Knowledge {
  /** By name; brought up to date first, so that it includes what was installed a moment ago. */
  all(): ReadonlyMap<string, Known>
  /** Brings everything up to date in slices, so that no message has to wait for it. */
  prepare(): Promise<void>
  readonly triggers: Pick<TriggerIndex, 'match'>
  /** The capabilities with this message as an example or correction, ignoring case and punctuation. */
  said(text: string): readonly Said[]
  /** Whether the user said that exactly this message needs no capability, ignoring case and punctuation. */
  isForNone(text: string): boolean
  close(): void
}

/** Keeps triggers and classifier in step with what is installed: only changes are learned. */
export const createKnowledge = ({ packages, classifier, corrections }: KnowledgeDeps): Knowledge => {
  const known = new Map<string, Known>()
  const taught = new Map<string, string>()
  const said = new Map<string, readonly Said[]>()
  const keysByName = new Map<string, readonly string[]>()
  const triggers = createTriggerIndex()
  let forNone: ReadonlySet<string> = new Set()
  let stale = true
  /** The learning in progress; null if there is none. */
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

  /** Learns until `until`, on the clock of `performance`; returns whether there is more to learn. */
  const go = (until: number): boolean => {
    while (lessons !== null || stale) {
      lessons ??= learn()
      try {
        if (lessons.next().done === true) lessons = null
      } catch (error) {
        // What cannot be read now is retried with the next message.
        lessons = null
        stale = true
        throw error
      }
      if (performance.now() > until) return lessons !== null || stale
    }
    return false
  }

  /** Yields after each capability; changes made meanwhile are learned in another round. */
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
    const content = JSON.stringify(lesson)
    if (taught.get(acp.name) === content) return
    taught.set(acp.name, content)
    remember(lesson)
    classifier.add(lesson)
  }

  const learnNone = (): void => {
    const texts = corrections.of(null)
    const content = JSON.stringify(texts)
    if (content === taught.get(NONE)) return
    taught.set(NONE, content)
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

/** How long one slice of background learning may block other work. */
const SLICE_MS = 5

const keyOf = (text: string): string => tokensOf(text).join(' ')
