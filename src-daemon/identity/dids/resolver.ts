import { SatchelError } from '../../platform/errors.ts'
import type { DidResolver, Relationship } from '../types.ts'
import type { ResolvedDid, VerificationKey } from '../../contract/identity.ts'
import { createDidCache, type ReadDocument } from './cache.ts'
import { documentOfDidKey } from './did-key.ts'
import { didOfKeyId, parseDid } from './did-url.ts'
import { documentUrl } from './did-web.ts'
import { invalidDocument, readDidDocument, shortened, usableKeys, type DidDocument } from './document.ts'
import { fetchDocument } from './fetch-document.ts'
import { checkFingerprint } from './fingerprint.ts'

export interface DidResolverDeps {
  readonly now: () => Date
  /** Asks for a document through the network guard, which limits its size and where it may come from. */
  readonly fetch: (url: string) => Promise<Response>
}

/**
 * Resolves `did:key` from the DID itself, `did:web` and `did:wba` over https (identity.md 1). Documents that were fetched count for
 * five minutes; a failure is never remembered. The library's own `Resolver` is not used, because it turns every failure into a word.
 */
export const createDidResolver = ({ now, fetch }: DidResolverDeps): DidResolver => {
  const cache = createDidCache({ now: () => now().getTime() })

  const read = async (did: string, fresh: boolean): Promise<ReadDocument & { fromCache: boolean }> => {
    const { method } = parseDid(did)
    if (method === 'key') {
      const document = readDidDocument(did, documentOfDidKey(did))
      return { document, url: null, readAt: now().getTime(), bytes: 0, fromCache: false }
    }
    const url = documentUrl(did)
    return cache.get(did, fresh, async () => {
      // Its age counts from the question: what the answer says may have changed while it was on its way.
      const readAt = now().getTime()
      const { json, bytes } = await fetchDocument(did, url, fetch)
      const document = readDidDocument(did, json)
      checkFingerprint(document)
      return { document, url, readAt, bytes }
    })
  }

  return {
    resolve: async (did, { fresh = false } = {}): Promise<ResolvedDid> => {
      const { document, url, readAt, fromCache } = await read(did, fresh)
      return {
        did,
        method: parseDid(did).method,
        url,
        resolvedAt: new Date(readAt).toISOString(),
        fromCache,
        keys: usableKeys(document),
        // The caller's own copy: the cache must not change with it.
        document: structuredClone(document.json),
      }
    },
    key: async (keyId, relationship) => {
      const { document } = await read(didOfKeyId(keyId), false)
      return authorizedKey(document, keyId, relationship)
    },
  }
}

const authorizedKey = (document: DidDocument, keyId: string, relationship: Relationship): VerificationKey => {
  const found = document.keys.get(keyId)
  if (found?.relationships.includes(relationship) !== true) {
    const listed = [...document.keys.values()].filter((one) => one.relationships.includes(relationship))
    throw new SatchelError('key_not_authorized', {
      params: { keyId, relationship, listed: shortened(listed.map((one) => one.keyId).join(', ') || '—') },
      details: {
        keyId,
        relationship,
        listed: listed.map((one) => one.keyId),
        listedFor: found?.relationships ?? null,
      },
    })
  }
  if (typeof found.key === 'string') throw invalidDocument(document.did, keyId, found.key)
  return found.key
}
