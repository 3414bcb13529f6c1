import type { Trigger } from '../../contract/packages.ts'
import { fold, hasCjk, tokensOf } from '../text/text.ts'
import { createLiteralTrie } from './literal-trie.ts'
import type { RoutedText } from './message.ts'
import { signalAt, type Signal } from './place.ts'
import { compileRegex, type RegexTrigger } from './regex.ts'
import { worth, type Clause } from './required.ts'

/** A trigger that fired. */
export interface TriggerHit {
  readonly owner: string
  /** Index of the trigger in its owner's list. */
  readonly trigger: number
  readonly signal: Signal
}

/**
 * All regex and keyword triggers of all capabilities. A message is compared only with those that can match
 * it: words are looked up, and a pattern runs only if the message contains the texts it requires. The result
 * is the same as running each trigger by itself.
 */
export interface TriggerIndex {
  /** Replaces an owner's triggers. */
  set(owner: string, triggers: readonly Trigger[]): void
  remove(owner: string): void
  /** The triggers that match, in no particular order. */
  match(message: RoutedText): TriggerHit[]
  /** `always`: patterns without known requirements, which run on every message. */
  readonly counts: { readonly triggers: number; readonly always: number }
}

interface Entry {
  readonly owner: string
  readonly trigger: number
  readonly ask: (message: RoutedText) => Signal | null
  /** Texts and words that lead to this trigger; one without either is always run. */
  readonly texts: Clause
  readonly word: string | null
  /** Other texts it requires. */
  readonly also: readonly Clause[]
}

export const createTriggerIndex = (): TriggerIndex => {
  const entries = new Map<number, Entry>()
  const idsByOwner = new Map<string, readonly number[]>()
  const idsByWord = new Map<string, readonly number[]>()
  const always = new Set<number>()
  const texts = createLiteralTrie()
  let nextId = 0

  const set: TriggerIndex['set'] = (owner, triggers) => {
    remove(owner)
    const made = triggers.flatMap((trigger, place) => {
      const entry = entryOf(owner, trigger, place)
      return entry === null ? [] : [put(entry)]
    })
    if (made.length > 0) idsByOwner.set(owner, made)
  }

  const entryOf = (owner: string, trigger: Trigger, place: number): Entry | null => {
    if (trigger.type === 'embedding') return null
    if (trigger.type === 'keyword') return keywordEntry(owner, place, trigger.value)
    const regex = compileRegex(trigger.value)
    return { owner, trigger: place, ask: regex.search, word: null, ...choose(regex) }
  }

  const keywordEntry = (owner: string, place: number, value: string): Entry | null => {
    const words = tokensOf(value)
    if (words.length === 0) return null
    const folded = fold(value)
    const entry = { owner, trigger: place, also: [] }
    if (hasCjk(value))
      return { ...entry, ask: (message) => substring(message, folded), texts: [folded], word: null }
    // Its rarest word leads to it.
    const [word = null] = words.toSorted((a, b) => sharers(a) - sharers(b) || b.length - a.length)
    return { ...entry, ask: (message) => wordRun(message, words), texts: [], word }
  }

  const sharers = (word: string): number => idsByWord.get(word)?.length ?? 0

  /** Prefers rare texts that few other patterns share: a text shared by thousands would run them all. */
  const choose = ({ required }: RegexTrigger): Pick<Entry, 'texts' | 'also'> => {
    const rarity = (clause: Clause): number =>
      worth(clause) - Math.log2(1 + Math.max(...clause.map((text) => texts.count(text))))
    const [best = [], ...also] = required.toSorted((a, b) => rarity(b) - rarity(a))
    return { texts: best, also }
  }

  const put = (entry: Entry): number => {
    const id = nextId
    nextId += 1
    entries.set(id, entry)
    for (const text of entry.texts) texts.add(text, id)
    if (entry.word !== null) idsByWord.set(entry.word, [...(idsByWord.get(entry.word) ?? []), id])
    if (entry.word === null && entry.texts.length === 0) always.add(id)
    return id
  }

  const remove: TriggerIndex['remove'] = (owner) => {
    for (const id of idsByOwner.get(owner) ?? []) {
      const entry = entries.get(id)
      entries.delete(id)
      always.delete(id)
      for (const text of entry?.texts ?? []) texts.remove(text, id)
      if (entry?.word === null || entry?.word === undefined) continue
      const left = idsByWord.get(entry.word)?.filter((other) => other !== id) ?? []
      if (left.length > 0) idsByWord.set(entry.word, left)
      else idsByWord.delete(entry.word)
    }
    idsByOwner.delete(owner)
  }

  const match: TriggerIndex['match'] = (message) => {
    const candidates = new Set(always)
    texts.find(message.folded, (id) => candidates.add(id))
    for (const token of message.tokens) for (const id of idsByWord.get(token.text) ?? []) candidates.add(id)
    const hits: TriggerHit[] = []
    for (const id of candidates) {
      const entry = entries.get(id)
      if (entry === undefined || !entry.also.every((clause) => holdsOne(message.folded, clause))) continue
      const signal = entry.ask(message)
      if (signal !== null) hits.push({ owner: entry.owner, trigger: entry.trigger, signal })
    }
    return hits
  }

  return {
    set,
    remove,
    match,
    get counts() {
      return { triggers: entries.size, always: always.size }
    },
  }
}

const holdsOne = (folded: string, clause: Clause): boolean => clause.some((text) => folded.includes(text))

/** A keyword as consecutive whole words, whatever is between them. */
const wordRun = ({ text, tokens }: RoutedText, words: readonly string[]): Signal | null =>
  bestOf(
    text,
    tokens.flatMap((first, index) => {
      const last = tokens[index + words.length - 1]
      const runs = words.every((word, offset) => tokens[index + offset]?.text === word)
      return runs && last !== undefined ? [[first.start, last.end] as const] : []
    }),
  )

/** A keyword in a script without spaces: anywhere in the text. */
const substring = ({ text, folded, placeOf }: RoutedText, wanted: string): Signal | null => {
  const places: (readonly [number, number])[] = []
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length))
    places.push([placeOf(at), placeOf(at + wanted.length)])
  return bestOf(text, places)
}

const bestOf = (text: string, places: readonly (readonly [number, number])[]): Signal | null =>
  places
    .map(([start, end]) => signalAt('keyword', text, { start, end, captures: [] }))
    .reduce<Signal | null>((best, found) => (best === null || found.score > best.score ? found : best), null)
