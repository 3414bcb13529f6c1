import { z } from 'zod'
import type { ArgumentPattern, BoundPattern } from '../../contract/approvals.ts'
import { jsonSha256 } from './hash.ts'

type Arguments = Readonly<Record<string, unknown>>

/** The number of patterns offered for one call; more would overwhelm the user. */
const OFFERED = 6
/** Longest value worth a pattern, in UTF-16 units of JSON. */
const LONGEST = 200

/** The patterns a person may agree to instead of any arguments: an address by its host, a plain value as it is. */
export const patternsOf = (args: Arguments): readonly BoundPattern[] =>
  Object.entries(args)
    .map(([name, value]): BoundPattern | null => {
      const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      return (
        bind({ pointer, match: 'host' }, args) ??
        (isPlain(value) ? bind({ pointer, match: 'equals' }, args) : null)
      )
    })
    .filter((pattern) => pattern !== null)
    .slice(0, OFFERED)

/**
 * A pattern with its value in `args`, and the members of `args`: agreeing to one value isn't agreeing to an argument that wasn't
 * there. Null if `args` has no such value.
 */
export const bind = ({ pointer, match }: ArgumentPattern, args: Arguments): BoundPattern | null => {
  const found = valueAt(args, pointer)
  if (found === undefined) return null
  if (match === 'equals') {
    const value = z.json().safeParse(found.value)
    return value.success ? { pointer, match, value: value.data, members: membersOf(args) } : null
  }
  const host = plainHost(found.value)
  return host === null ? null : { pointer, match, value: host, members: membersOf(args) }
}

/**
 * Whether `args` have the approved value at the pattern's place, and no additional members. If this can't be determined for sure, it does
 * not match, so the person is asked.
 */
export const matches = (pattern: BoundPattern, args: Arguments): boolean => {
  const now = bind(pattern, args)
  return (
    now !== null &&
    jsonSha256(now.value) === jsonSha256(pattern.value) &&
    now.members.every((member) => pattern.members.includes(member))
  )
}

/** JSON pointers of all members, those of an array's elements as of one element `*`. */
const membersOf = (value: unknown, at = ''): string[] => {
  if (typeof value !== 'object' || value === null) return []
  const members = Object.entries(value).flatMap(([name, inner]) => {
    const pointer = `${at}/${Array.isArray(value) ? '*' : name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return [pointer, ...membersOf(inner, pointer)]
  })
  return [...new Set(members)]
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  typeof value === 'number' ||
  (typeof value === 'string' && value !== '' && JSON.stringify(value).length <= LONGEST)

const valueAt = (args: Arguments, pointer: string): { readonly value: unknown } | undefined => {
  let current: unknown = args
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined
    current = Reflect.get(current, name)
  }
  return { value: current }
}

/** Scheme, authority, and a rest of visible ASCII without a backslash, which some readers take for a slash and some do not. */
const ADDRESS = /^https?:\/\/([a-z0-9.-]+(?::\d{1,5})?)(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/i

/**
 * The host of an address, with a port that is not its scheme's own, and with the scheme where that isn't https; null unless every URL parser finds the same one: no name before
 * an `@`, nothing invisible or encoded, no number that another program would read differently.
 */
const plainHost = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  const authority = ADDRESS.exec(value)?.[1]?.toLowerCase()
  if (authority === undefined) return null
  const url = URL.parse(value)
  // The library takes a scheme's own port away, and rewrites numbers: then both have to say the same.
  return url !== null && (url.host === authority || `${url.host}:${PORTS[url.protocol] ?? ''}` === authority)
    ? url.protocol === 'https:'
      ? url.host
      : `${url.protocol}//${url.host}`
    : null
}

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }
