import type { FaultAt } from '../../contract/threads.ts'
import { fault } from '../core/faults.ts'
import type { JsonObject } from '../core/json.ts'

/** How often a message may be passed on (aitp.md 4). */
export const MAX_HOPS = 8

/** Where a forwarded message comes from: the original requester and its message, however many hands it went through. */
export interface Provenance {
  readonly actor: string | null
  readonly thread: string | null
  readonly message: string | null
  readonly hops: number
}

/** Reads how a message was forwarded; null if it wasn't. Hops that can't be read count as too many. */
export const provenanceOf = (metadata: JsonObject): Provenance | null => {
  const { aitp_hops: hops, ...rest } = metadata
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
  const actor = text(rest['aitp_origin_actor'])
  const thread = text(rest['aitp_origin_thread'])
  const message = text(rest['aitp_origin_message'])
  if (hops === undefined && actor === null && thread === null && message === null) return null
  const count = hops === undefined ? 1 : Number.isSafeInteger(hops) ? Number(hops) : MAX_HOPS + 1
  return { actor, thread, message, hops: count }
}

/**
 * Whether a message was passed on too often, or came back to where it began: to its own conversation, or to one who says that
 * they are its origin.
 */
export const checkProvenance = (
  from: Provenance,
  here: {
    readonly thread: string | null
    readonly actor: string | null
    readonly known: ReadonlySet<string>
  },
): readonly FaultAt[] => {
  if (from.hops < 0 || from.hops > MAX_HOPS)
    return [fault('metadata.aitp_hops', 'too_many_hops', String(from.hops))]
  const isOwnThread = from.thread !== null && from.thread === here.thread
  const isKnown = from.message !== null && here.known.has(from.message)
  const isOwn = from.actor !== null && from.actor === here.actor && from.hops > 1
  return isOwnThread || (isKnown && from.thread === null) || isOwn
    ? [fault('metadata.aitp_origin_message', 'forwarded_in_a_circle', from.message)]
    : []
}
