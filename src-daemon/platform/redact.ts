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
  const cleanPlain = (value: unknown): unknown => {
    if (typeof value === 'string') return cleaned(value, finder)
    return typeof value === 'number' && finder.isNumber(value) ? HIDDEN : value
  }
  const made: { whole?: unknown } = {}
  const left: [value: unknown, into: object, at: string][] = [[whole, made, 'whole']]
  // A list that grows as it is read: a server may nest deeper than calls can.
  for (const [value, into, at] of left) {
    const isNested = typeof value === 'object' && value !== null
    const copy = !isNested ? cleanPlain(value) : Array.isArray(value) ? [] : {}
    // Not by assignment, so that a member called `__proto__` stays one.
    Object.defineProperty(into, at, { value: copy, writable: true, enumerable: true, configurable: true })
    if (!isNested) continue
    const isList = Array.isArray(value)
    const inner = isList ? joined(value, finder) : value
    for (const [name, member] of Object.entries(inner))
      left.push([member, copy as object, isList ? name : cleaned(name, finder)])
  }
  return made.whole
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
