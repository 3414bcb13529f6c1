import { isRecord } from '../../platform/is-record.ts'
import type { JsonObject } from '../../contract/packages.ts'

const MAX_DEPTH = 64

/** The positions of the parts of a JSON text: UTF-16 offsets inside that text. */
export interface JsonPlaces {
  readonly offset: number
  /** Members by name, or elements by index as text. */
  readonly members: ReadonlyMap<string, JsonPlaces>
}

/** A JSON object read from a text, or the error with its offset. */
export type JsonText =
  | { readonly value: JsonObject; readonly places: JsonPlaces }
  | { readonly problem: string; readonly offset: number }

/**
 * Reads a JSON object whose parts know their positions. `JSON.parse` makes the value; a second walk finds the
 * positions, and reports what `JSON.parse` accepts: duplicate keys, of which the last would win, and
 * unlimited nesting.
 */
export const readJsonText = (text: string): JsonText => {
  const scanner = createScanner(text)
  try {
    const places = scanner.scan()
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return { value, places }
    return { problem: text.trim().slice(0, 40), offset: places.offset }
  } catch (thrown) {
    if (thrown instanceof ScanProblem) return { problem: thrown.message, offset: thrown.offset }
    // The walk is laxer than JSON inside strings: there the parser's own error is better.
    if (!(thrown instanceof SyntaxError)) throw thrown
    return { problem: thrown.message, offset: Number(/position (\d+)/.exec(thrown.message)?.[1] ?? 0) }
  }
}

/** The offset of what a JSON pointer leads to; of the nearest enclosing part if it leads nowhere. */
export const offsetAt = (places: JsonPlaces, pointer: readonly string[]): number => {
  let place = places
  for (const part of pointer) {
    const next = place.members.get(part)
    if (next === undefined) break
    place = next
  }
  return place.offset
}

class ScanProblem extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

const NO_MEMBERS: ReadonlyMap<string, JsonPlaces> = new Map()
/** Sticky: `lastIndex` is set before each use. */
const END_OF_STRING = /[^"\\]*(?:\\.[^"\\]*)*"/sy
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

const createScanner = (text: string): { scan(): JsonPlaces } => {
  let at = 0

  const skip = (): void => {
    for (;;) {
      const code = text.charCodeAt(at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) return
      at++
    }
  }
  const fail = (found: string): never => {
    throw new ScanProblem(found, at)
  }
  const take = (character: string): void => {
    skip()
    if (text[at] !== character)
      fail(at < text.length ? `${JSON.stringify(text[at])} ≠ ${character}` : `≠ ${character}`)
    at++
  }

  const string = (): string => {
    take('"')
    const start = at
    END_OF_STRING.lastIndex = at
    if (!END_OF_STRING.test(text)) return fail('"')
    at = END_OF_STRING.lastIndex
    const inside = text.slice(start, at - 1)
    return inside.includes('\\') ? String(JSON.parse(`"${inside}"`)) : inside
  }

  const object = (depth: number): ReadonlyMap<string, JsonPlaces> => {
    const members = new Map<string, JsonPlaces>()
    at++
    skip()
    if (text[at] === '}') {
      at++
      return members
    }
    for (;;) {
      skip()
      const start = at
      const name = string()
      if (members.has(name)) {
        at = start
        fail(`${JSON.stringify(name)} × 2`)
      }
      take(':')
      members.set(name, value(depth))
      skip()
      if (text[at] === '}') break
      take(',')
    }
    at++
    return members
  }

  const array = (depth: number): ReadonlyMap<string, JsonPlaces> => {
    const members = new Map<string, JsonPlaces>()
    at++
    skip()
    if (text[at] === ']') {
      at++
      return members
    }
    for (;;) {
      members.set(String(members.size), value(depth))
      skip()
      if (text[at] === ']') break
      take(',')
    }
    at++
    return members
  }

  const value = (depth: number): JsonPlaces => {
    skip()
    const offset = at
    if (depth > MAX_DEPTH) fail(`> ${String(MAX_DEPTH)}`)
    const first = text[at]
    if (first === '{') return { offset, members: object(depth + 1) }
    if (first === '[') return { offset, members: array(depth + 1) }
    if (first === '"') string()
    else {
      WORD.lastIndex = at
      if (!WORD.test(text)) return fail(first === undefined ? 'JSON' : JSON.stringify(first))
      at = WORD.lastIndex
    }
    return { offset, members: NO_MEMBERS }
  }

  return {
    scan: () => {
      const places = value(1)
      skip()
      return at === text.length ? places : fail(JSON.stringify(text[at]))
    },
  }
}
