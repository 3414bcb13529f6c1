import { SatchelError } from '../../platform/errors.ts'
import type { DidResolver, Relationship } from '../core/types.ts'
import type { ResolvedDid, VerificationKey } from '../../contract/identity.ts'
import { createDidCache, type ReadDocument } from './cache.ts'
import { documentOfDidKey } from './did-key.ts'
import { didOfKeyId, parseDid } from './did-url.ts'
import { documentUrl } from './did-web.ts'
import { invalidDocument, readDidDocument, shortened, usableKeys, type DidDocument } from './document.ts'
import { checkFingerprint } from './fingerprint.ts'
import { readStrictJson } from '../core/strict-json.ts'

export interface DidResolverDeps {
  readonly now: () => Date
  /** Fetches a document through the network guard, which limits its size and its origin. */
  readonly fetch: (url: string) => Promise<Response>
}

/**
 * Resolves `did:key` from the DID itself, `did:web` and `did:wba` over https (identity.md 1). Fetched documents are
 * cached for five minutes, failures never. We do not use the library's own `Resolver`, because it reduces every failure
 * to a word.
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
      // Its age counts from the request, because the document may have changed while the response was on its way.
      const readAt = now().getTime()
      const { json, bytes } = await fetchDocument(did, url, fetch)
      const document = validateDidDocument(did, json)
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
        ...(document.deactivated ? { deactivated: { successor: document.successor } } : {}),
        // A copy for the caller: the cache must not change with it.
        document: structuredClone(document.json),
      }
    },
    key: async (keyId, relationship) => {
      const { document } = await read(didOfKeyId(keyId), false)
      return authorizedKey(document, keyId, relationship)
    },
  }
}

/**
 * Reads a DID document and checks the key its DID names. Errors: those of `readDidDocument` and `checkFingerprint`.
 */
export const validateDidDocument = (did: string, json: unknown): DidDocument => {
  const document = readDidDocument(did, json)
  checkFingerprint(document)
  return document
}

/**
 * The key of a document, if it is listed for this use.
 *
 * @throws SatchelError `did_deactivated`, `key_not_authorized`, `did_document_invalid` if the key is of no use
 */
export const authorizedKey = (
  document: DidDocument,
  keyId: string,
  relationship: Relationship,
): VerificationKey => {
  const { did, deactivated, successor } = document
  if (deactivated)
    throw new SatchelError('did_deactivated', {
      params: { did, successor: successor ?? '—' },
      details: { did, successor },
    })
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
  if (typeof found.key === 'string') throw invalidDocument(did, keyId, found.key)
  return found.key
}

/** Media types of JSON: `application/json`, `application/did`, anything `+json`. */
const JSON_TYPE = /^application\/(?:json|did|[a-z0-9.+-]+\+json)$/i

/**
 * Fetches a document and parses it as strict JSON. The caller's `fetch` limits the size.
 *
 * @throws SatchelError `did_unreachable` with the host and the reason (the error of the network guard is the cause),
 *   `did_document_invalid`
 */
const fetchDocument = async (
  did: string,
  url: string,
  fetch: (url: string) => Promise<Response>,
): Promise<{ json: unknown; bytes: number }> => {
  const { host } = new URL(url)
  const attempt = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      return await step()
    } catch (thrown) {
      if (thrown instanceof SatchelError && thrown.code === 'response_too_large')
        throw invalidDocument(did, 'document', 'too_large', thrown)
      throw unreachable(did, host, reasonOf(thrown), thrown)
    }
  }
  const response = await attempt(() => fetch(url))
  if (response.status !== 200) {
    await attempt(async () => response.body?.cancel())
    throw unreachable(did, host, `HTTP ${String(response.status)}`)
  }
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? ''
  const bytes = await attempt(() => response.arrayBuffer())
  if (!JSON_TYPE.test(type)) throw invalidDocument(did, 'content-type', type === '' ? 'missing' : type)
  const json = readStrictJson(decodeUtf8(did, bytes))
  if (!json.ok)
    throw invalidDocument(did, json.problem === 'not_json' ? 'document' : shortened(json.found), json.problem)
  return { json: json.value, bytes: bytes.byteLength }
}

const decodeUtf8 = (did: string, bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (thrown) {
    throw invalidDocument(did, 'document', 'not_utf8', thrown)
  }
}

const unreachable = (did: string, host: string, reason: string, cause?: unknown): SatchelError =>
  new SatchelError('did_unreachable', {
    params: { did, host, reason },
    details: { did, host, reason },
    cause,
  })

/** The network guard's own reason in a word, e.g. `private_address`, `ECONNREFUSED`, `network_timeout`. */
const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof SatchelError)
    return String(thrown.params['reason'] ?? thrown.params['problem'] ?? thrown.code)
  return thrown instanceof Error ? thrown.message : String(thrown)
}
