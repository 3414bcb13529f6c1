import { isRecord } from '../../platform/is-record.ts'
import { schemaNamed, type Capability } from '../messages/capabilities.ts'

/** Somebody in a conversation, with what they declared to understand (aitp.md 3, 6). */
export interface Actor {
  readonly id: string
  /** The major versions of each capability; empty if nothing we know was declared. */
  readonly majors: ReadonlyMap<Capability, ReadonlySet<number>>
}

/** More than a conversation has; what is beyond is left out. */
const MAX_ACTORS = 256
const MAX_DECLARED = 256

/** What somebody in a conversation says of themselves, with the addresses they declare, in whatever form they wrote them. */
export interface Declared {
  readonly id: string
  readonly capabilities: readonly string[]
}

/**
 * Who is in a conversation, from `metadata.actors` of another party: a list of actors, each perhaps as a JSON text, or the whole list as
 * one. Of two with the same id the later counts, as it was said last. Null if nothing is said about actors.
 */
export const readDeclared = (foreign: unknown): readonly Declared[] | null => {
  const list = asJson(foreign)
  if (!Array.isArray(list)) return null
  const actors = (list as unknown[]).slice(0, MAX_ACTORS).flatMap((one) => {
    const actor = asJson(one)
    return isRecord(actor) && typeof actor['id'] === 'string'
      ? [{ id: actor['id'], capabilities: addressesIn(actor['capabilities']) }]
      : []
  })
  return [...new Map(actors.map((actor) => [actor.id, actor])).values()]
}

/** The same, with the capabilities that we know. */
export const readActors = (foreign: unknown): readonly Actor[] | null =>
  readDeclared(foreign)?.map(({ id, capabilities }) => ({ id, majors: majorsOf(capabilities) })) ?? null

/** Addresses of schemas, alone, as `{schema}` or as `{$schema}`. */
const addressesIn = (foreign: unknown): readonly string[] => {
  const list = asJson(foreign)
  if (!Array.isArray(list)) return []
  return (list as unknown[]).slice(0, MAX_DECLARED).flatMap((one) => {
    const url = isRecord(one) ? (one['$schema'] ?? one['schema']) : one
    return typeof url === 'string' ? [url] : []
  })
}

/** The versions that addresses declare; those that we don't know are left out. */
export const majorsOf = (addresses: readonly string[]): Actor['majors'] => {
  const majors = new Map<Capability, Set<number>>()
  for (const url of addresses) {
    const named = schemaNamed(url)
    if (named === null) continue
    const known = majors.get(named.capability) ?? new Set()
    majors.set(named.capability, known.add(named.major))
  }
  return majors
}

/** A value that may be the text of JSON instead. */
const asJson = (foreign: unknown): unknown => {
  if (typeof foreign !== 'string') return foreign
  try {
    return JSON.parse(foreign)
  } catch {
    return null // No declaration.
  }
}
