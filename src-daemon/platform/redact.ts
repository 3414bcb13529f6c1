import { createSecretFinder, type SecretFinder } from './secret-finder.ts'

/** The replacement of a secret. */
export const HIDDEN = '•••'
/** The latest secrets of one mask: a token that is renewed every hour is another each time. */
const MAX_SECRETS = 200
/** A list of words or numbers that may be one secret, such as a recovery phrase. */
const LONGEST_SPLIT = 1000

/** The secrets that somebody knows and may say again. */
export interface SecretMask {
  /** Removes this text from now on. */
  hide(secret: string): void
  /** A JSON value without the secrets, anywhere in it and in any of their forms (`formsOf`). */
  masked<T>(value: T): T
  /**
   * Removes secrets from a text that arrives in pieces: each call returns what can be said by then. The end of a text that may be the
   * beginning of a secret is kept back for the next piece.
   */
  pieces(): (piece: string) => string
}

/** A mask for the secrets in `first`, and those it is told of later: the latest 200. */
export const createSecretMask = (first: Iterable<string> = []): SecretMask => {
  const secrets = new Set<string>()
  let finder: SecretFinder | null = null

  const hide = (secret: string): void => {
    if (secret === '' || secrets.has(secret)) return
    const [oldest] = secrets
    if (secrets.size >= MAX_SECRETS && oldest !== undefined) secrets.delete(oldest)
    secrets.add(secret)
    finder = null
  }
  for (const secret of first) hide(secret)

  const found = (): SecretFinder => (finder ??= createSecretFinder(secrets))

  return {
    hide,
    masked: (value) => (secrets.size === 0 ? value : (without(value, found()) as typeof value)), // of the same shape
    pieces: () => {
      let kept = ''
      return (piece) => {
        const text = kept + piece
        const end = secrets.size === 0 ? text.length : found().settled(text)
        kept = text.slice(end)
        return cleaned(text.slice(0, end), found())
      }
    },
  }
}

/** A JSON value without the texts in `secrets`, anywhere in it and in any of their forms (`formsOf`). */
export const hideTexts = <T>(value: T, secrets: ReadonlySet<string>): T =>
  createSecretMask(secrets).masked(value)

const cleaned = (text: string, finder: SecretFinder): string => {
  const places = finder.places(text)
  if (places.length === 0) return text
  let [rest, at] = ['', 0]
  for (const [start, end] of places) {
    rest += text.slice(at, start) + HIDDEN
    at = end
  }
  return rest + text.slice(at)
}

const without = (whole: unknown, finder: SecretFinder): unknown => {
  if (!mayHave(whole, finder)) return whole
  const left: [value: object, copy: object][] = []
  const copyOf = (value: unknown): unknown => {
    if (typeof value === 'string') return cleaned(value, finder)
    if (typeof value === 'number') return finder.isNumber(value) ? HIDDEN : value
    if (typeof value !== 'object' || value === null) return value
    const copy = Array.isArray(value) ? [] : {}
    left.push([value, copy])
    return copy
  }
  const made = copyOf(whole)
  // A list that grows as it is read: a server may nest deeper than calls can.
  for (const [value, copy] of left) {
    if (Array.isArray(value)) for (const item of joined(value, finder)) (copy as unknown[]).push(copyOf(item))
    else for (const [name, member] of Object.entries(value)) put(copy, cleaned(name, finder), copyOf(member))
  }
  return made
}

/** Not always by assignment, so that a member called `__proto__` stays one. */
const put = (into: object, at: string, value: unknown): void => {
  if (at !== '__proto__') (into as Record<string, unknown>)[at] = value
  else Object.defineProperty(into, at, { value, writable: true, enumerable: true, configurable: true })
}

/** Whether any part of a JSON value has a secret: one search in all its names and texts takes less than one in each. */
const mayHave = (whole: unknown, finder: SecretFinder): boolean => {
  const texts: string[] = []
  const left = [whole]
  for (const value of left) {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'number') {
      if (finder.isNumber(value)) return true
      texts.push(String(value))
    } else if (Array.isArray(value)) for (const item of value) left.push(item)
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) {
        texts.push(name)
        left.push(member)
      }
  }
  // The words of a list stand one after another, with blanks between them, as where they are looked for (`joined`).
  return finder.places(texts.join(' ')).length > 0
}

/** A list whose words, one after another, are a secret: without them. */
const joined = (list: readonly unknown[], finder: SecretFinder): readonly unknown[] => {
  if (list.length < 2 || list.length > LONGEST_SPLIT || !list.every(isWord)) return list
  const words = list.map(String)
  const places = finder.places(words.join(' '))
  let end = -1
  return words.map((word, index) => {
    const start = end + 1
    end = start + word.length
    const isPart = places.some(([from, to]) => from < end && to > start && (from < start || to > end))
    return isPart ? HIDDEN : list[index]
  })
}

const isWord = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 200)
