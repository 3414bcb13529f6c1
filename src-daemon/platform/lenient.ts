import type { z } from 'zod'
import { isRecord } from './is-record.ts'
import { isDeeper } from './json-depth.ts'

/** A part of a foreign value that was left out because it was invalid. */
export interface LeftOut {
  /** Its place: `tools[1].annotations`. */
  readonly place: string
  /** Its own name (`name`, `uri`, `id`, `title` or `type`), or that of its parent. */
  readonly name: string | null
  /** The place of the mistake, which is inside `place` if a required part is missing or wrong. */
  readonly at: string
  readonly reason: 'missing' | 'wrong_kind' | 'invalid'
  /** The validator's words, for a log. */
  readonly words: string
}

export type LenientReading<T> =
  | { readonly ok: true; readonly value: T; readonly leftOut: readonly LeftOut[] }
  /** A required part is missing, or the value has the wrong type. */
  | { readonly ok: false; readonly leftOut: readonly LeftOut[] }

type Path = readonly PropertyKey[]
type Issue = z.core.$ZodIssue

/** Each pass removes something, and what holds it in the next: deeper values than this are not read. */
const MAX_PASSES = 64
const MAX_NAMED = 100
const MAX_NAME = 100
/** What gets the value is recursive. */
const MAX_DEPTH = 256

/**
 * Reads a foreign value by a schema, and leaves out invalid parts instead of refusing all of it: an optional
 * member alone, a list item alone, and anything that lacks a required part. Null counts as absent,
 * and isn't reported. A valid value needs only one pass.
 *
 * A member whose absence has a meaning of its own (`isError`, `disabled`) must be read by a schema that
 * accepts every form of it, because an invalid one is left out, too.
 */
export const readLenient = <T>(schema: z.ZodType<T>, given: unknown): LenientReading<T> => {
  const first = schema.safeParse(given)
  if (first.success) return { ok: true, value: first.data, leftOut: [] }
  const root: { value: unknown } = { value: structuredClone(given) }
  const places = createPlaces()
  let issues = first.error.issues
  for (let pass = 0; pass < MAX_PASSES && issues.length > 0; pass += 1) {
    const doomed = issues.flatMap((issue) => placesOf(issue, root.value))
    if (doomed.some(({ path }) => path.length === 0)) break
    for (const { path, issue } of doomed) places.leaveOut(root.value, path, issue)
    places.compact()
    const again = schema.safeParse(root.value)
    if (again.success) return { ok: true, value: again.data, leftOut: places.leftOut() }
    issues = again.error.issues
  }
  return {
    ok: false,
    leftOut: [...places.leftOut(), ...issues.slice(0, 1).map((issue) => places.whole(issue))],
  }
}

/** Foreign text without a byte order mark, with U+FFFD for unpaired surrogates. */
export const wellFormed = (text: string): string => text.replace(/^\uFEFF/, '').toWellFormed()

/** Escapes that may be half of a character. */
const MAYBE_HALF = /\\u[dD][89a-fA-F]/

/**
 * The value of foreign JSON, which may begin with a byte order mark; its texts are well-formed. Throws a
 * `SyntaxError` if it isn't JSON, or is nested too deep.
 */
export const parseForeignJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  if (isDeeper(value, MAX_DEPTH))
    throw new SyntaxError(`JSON is nested deeper than ${String(MAX_DEPTH)} levels`)
  return MAYBE_HALF.test(text) || !text.isWellFormed() ? deepWellFormed(value) : value
}

/** A JSON value whose texts and names are well-formed. */
export const deepWellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(deepWellFormed)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name.toWellFormed(), deepWellFormed(member)]),
  )
}

interface Doomed {
  readonly path: Path
  readonly issue: Issue
}

/** The part to remove because of an issue: the invalid value if it is there, else the parent that lacks it. */
const placesOf = (issue: Issue, root: unknown, base: Path = []): Doomed[] => {
  const path = [...base, ...issue.path]
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], issue }))
  if (issue.code === 'invalid_union') {
    const inside = nearest(issue.errors).flatMap((one) => placesOf(one, root, path))
    if (inside.length > 0 && inside.every((one) => one.path.length > path.length)) return inside
  }
  return [{ path: has(root, path) ? path : path.slice(0, -1), issue }]
}

/** The issues of the member of a union that was most likely meant: the one whose fixed texts are right. */
const nearest = (options: readonly (readonly Issue[])[]): readonly Issue[] => {
  const cost = (issues: readonly Issue[]): number =>
    issues.reduce((sum, { code }) => sum + (code === 'invalid_value' ? 1000 : 1), 0)
  const best = options.toSorted((one, other) => cost(one) - cost(other))[0] ?? []
  return cost(best) < 1000 ? best : []
}

const has = (root: unknown, path: Path): boolean => {
  let at = root
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false
    at = (at as Record<PropertyKey, unknown>)[key]
  }
  return true
}

/** The parts left out; list items keep their original numbers. */
const createPlaces = () => {
  const left = new Map<string, LeftOut>()
  const numbers = new Map<unknown[], number[]>()
  const shortened = new Map<unknown[], Set<number>>()

  /** The path as text, with the items' original numbers, and the name of the innermost named parent. */
  const describe = (root: unknown, path: Path): { place: string; name: string | null } => {
    let at = root
    let place = ''
    let name = nameOf(root)
    for (const key of path) {
      const number = Array.isArray(at) ? (numbers.get(at)?.[Number(key)] ?? Number(key)) : null
      place += number === null ? `${place === '' ? '' : '.'}${String(key)}` : `[${String(number)}]`
      at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined
      name = nameOf(at) ?? name
    }
    return { place, name }
  }

  const leaveOut = (root: unknown, path: Path, issue: Issue): void => {
    const key = path.at(-1)
    // What holds it may have gone in the same pass.
    const holder = path
      .slice(0, -1)
      .reduce<unknown>(
        (at, one) =>
          typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[one] : undefined,
        root,
      )
    if (key === undefined || typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key))
      return
    const { place, name } = describe(root, path)
    const inside = [...left.values()].find((one) => one.place.startsWith(place) && one.place !== place)
    const isNull = (holder as Record<PropertyKey, unknown>)[key] === null
    for (const known of left.keys()) if (known.startsWith(place)) left.delete(known)
    if (!isNull && left.size < MAX_NAMED)
      left.set(place, {
        place,
        name,
        at: inside?.at ?? describe(root, [...path, ...below(issue, path)]).place,
        reason: inside?.reason ?? reasonOf(issue),
        words: inside?.words ?? issue.message,
      })
    if (Array.isArray(holder)) {
      const gone = shortened.get(holder) ?? new Set()
      shortened.set(holder, gone.add(Number(key)))
    } else Reflect.deleteProperty(holder, key)
  }

  return {
    leaveOut,
    /** Removes the items that were left out, all at once: the issues of one pass count from the same start. */
    compact: (): void => {
      for (const [list, gone] of shortened) {
        const before = numbers.get(list) ?? list.map((_item, index) => index)
        numbers.set(
          list,
          before.filter((_number, index) => !gone.has(index)),
        )
        list.splice(0, list.length, ...list.filter((_item, index) => !gone.has(index)))
      }
      shortened.clear()
    },
    leftOut: (): readonly LeftOut[] => [...left.values()],
    whole: (issue: Issue): LeftOut => ({
      place: '',
      name: null,
      at: issue.path.map(String).join('.'),
      reason: reasonOf(issue),
      words: issue.message,
    }),
  }
}

/** The part of an issue's path below the removed place. */
const below = (issue: Issue, path: Path): Path => {
  const last = path.at(-1)
  const from = issue.path.findLastIndex((key) => key === last)
  return from === -1 ? [] : issue.path.slice(from + 1)
}

const reasonOf = (issue: Issue): LeftOut['reason'] => {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union')
    return issue.message.endsWith('received undefined') ? 'missing' : 'wrong_kind'
  return 'invalid'
}

const nameOf = (value: unknown): string | null => {
  if (!isRecord(value)) return null
  for (const member of ['name', 'uri', 'id', 'title', 'type']) {
    const text = value[member]
    if (typeof text === 'string' && text !== '') return text.slice(0, MAX_NAME).toWellFormed()
  }
  return null
}
