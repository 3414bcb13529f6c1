import { LRUCache } from 'lru-cache'
import type { DidDocument } from './document.ts'

/** How long a document is used to verify signatures (identity.md 1). */
const MAX_AGE_MS = 5 * 60 * 1000
const MAX_ENTRIES = 256
/** A document may have 256 KiB; a full cache of those would use more memory than the rest of the daemon. */
const MAX_BYTES = 8 * 1024 * 1024

/** A document with where and when it was read. */
export interface ReadDocument {
  readonly document: DidDocument
  readonly url: string | null
  readonly readAt: number
  /** Size as it came over the network, in bytes. */
  readonly bytes: number
}

/** Documents by DID, least recently used evicted first; overlapping requests for the same one share a fetch. */
export interface DidCache {
  /** `fresh` fetches again and replaces the cached document. Failures of `load` are passed on and not cached. */
  get(
    did: string,
    fresh: boolean,
    load: () => Promise<ReadDocument>,
  ): Promise<ReadDocument & { fromCache: boolean }>
}

export const createDidCache = ({ now }: { readonly now: () => number }): DidCache => {
  const kept = new LRUCache<string, ReadDocument>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes),
  })
  const running = new Map<string, Promise<ReadDocument>>()

  const usable = (did: string): ReadDocument | null => {
    const read = kept.get(did)
    if (read === undefined) return null
    const age = now() - read.readAt
    // After the clock was set back, the age is unknown.
    if (age >= 0 && age < MAX_AGE_MS) return read
    kept.delete(did)
    return null
  }

  const ask = async (did: string, load: () => Promise<ReadDocument>): Promise<ReadDocument> => {
    const request = load()
    running.set(did, request)
    try {
      const read = await request
      // A slow request must not overwrite the newer answer of a fresh one.
      if (running.get(did) === request) kept.set(did, read)
      return read
    } finally {
      if (running.get(did) === request) running.delete(did)
    }
  }

  return {
    get: async (did, fresh, load) => {
      const read = fresh ? null : usable(did)
      if (read !== null) return { ...read, fromCache: true }
      const shared = fresh ? undefined : running.get(did)
      return { ...(await (shared ?? ask(did, load))), fromCache: false }
    },
  }
}
