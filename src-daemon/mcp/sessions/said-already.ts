import { isDeepStrictEqual } from 'node:util'
import canonicalize from 'canonicalize'
import { isRecord } from '../../platform/is-record.ts'

/** How deep structured content is compared with the texts beside it: a list under a name, item by item. */
const DEPTH = 2
/** Of each list and object. */
const ITEMS = 1000

/**
 * Finds texts that only repeat structured content: its JSON, as the protocol asks for, or part of it, or one of its
 * values, as written by libraries that wrap non-objects.
 */
export const createSaidAlready = (structured: unknown): ((text: string) => boolean) => {
  if (structured === undefined) return () => false
  let said: ReadonlySet<string> | null = null
  return (text) => {
    said ??= wordsIn(structured)
    const value = jsonOf(text)
    return said.has(text.trim()) || said.has(wordsOf(value)) || isSome(value, structured)
  }
}

const wordsIn = (structured: unknown): ReadonlySet<string> => {
  const said = new Set<string>()
  const add = (value: unknown, depth: number): void => {
    said.add(wordsOf(value))
    if (depth === DEPTH || typeof value !== 'object' || value === null) return
    for (const inner of Object.values(value).slice(0, ITEMS)) add(inner, depth + 1)
  }
  add(structured, 0)
  return said
}

const isSome = (value: unknown, structured: unknown): boolean =>
  isRecord(value) &&
  isRecord(structured) &&
  Object.entries(value).every(
    ([name, inner]) => Object.hasOwn(structured, name) && isDeepStrictEqual(inner, structured[name]),
  )

/** Whether a text contains every value of structured content. */
export const isAllIn = (structured: unknown, text: string): boolean => {
  if (Array.isArray(structured)) return structured.every((inner) => isAllIn(inner, text))
  if (isRecord(structured)) return Object.values(structured).every((inner) => isAllIn(inner, text))
  return structured === null || text.includes(wordsOf(structured))
}

const wordsOf = (value: unknown): string => {
  if (typeof value === 'string') return value.trim()
  try {
    return canonicalize(value) ?? ''
  } catch {
    return JSON.stringify(value)
  }
}

const jsonOf = (text: string): unknown => {
  if (!/^\s*[[{"\d-]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
