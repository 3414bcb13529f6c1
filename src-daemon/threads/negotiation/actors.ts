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

/**
 * Who is in a conversation, from `metadata.actors` of another party: a list of actors, each perhaps as a JSON text, or the whole list as
 * one. Of two with the same id the later counts, as it was said last. Null if nothing is said about actors.
 */
export const readActors = (foreign: unknown): readonly Actor[] | null => {
  const list = asJson(foreign)
  if (!Array.isArray(list)) return null
  const actors = (list as unknown[]).slice(0, MAX_ACTORS).flatMap((one) => {
    const actor = asJson(one)
    return isRecord(actor) && typeof actor['id'] === 'string'
      ? [{ id: actor['id'], majors: readDeclared(actor['capabilities']) }]
      : []
  })
  return [...new Map(actors.map((actor) => [actor.id, actor])).values()]
}

/**
 * What somebody declares: addresses of schemas, alone, as `{schema}` or as `{$schema}`. Addresses that we don't know are left out.
 */
const readDeclared = (foreign: unknown): Actor['majors'] => {
  const list = asJson(foreign)
  const majors = new Map<Capability, Set<number>>()
  if (!Array.isArray(list)) return majors
  for (const one of (list as unknown[]).slice(0, MAX_DECLARED)) {
    const url = isRecord(one) ? (one['$schema'] ?? one['schema']) : one
    const named = typeof url === 'string' ? schemaNamed(url) : null
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
