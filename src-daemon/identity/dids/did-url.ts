import { parse } from 'did-resolver'
import { SatchelError } from '../../platform/errors.ts'

/** The methods we resolve (identity.md 1). */
export type DidMethod = 'key' | 'web' | 'wba'
const methods: ReadonlySet<string> = new Set<DidMethod>(['key', 'web', 'wba'])
const isKnown = (method: string): method is DidMethod => methods.has(method)

/** Longest DID we read, in characters; no server could serve longer ones. */
const MAX_LENGTH = 2048

/**
 * Splits a DID by the grammar of DID Core. `id` is the part after the method.
 *
 * @throws SatchelError `did_unresolvable` if it isn't a DID, or has a path, query or fragment;
 * `did_method_unknown`
 */
export const parseDid = (did: string): { method: DidMethod; id: string } => {
  const parsed = did.length <= MAX_LENGTH ? parse(did) : null
  if (parsed?.did !== did) throw unresolvable(did, did)
  if (!isKnown(parsed.method))
    throw new SatchelError('did_method_unknown', {
      params: { did, method: parsed.method },
      details: { did, method: parsed.method },
    })
  return { method: parsed.method, id: parsed.id }
}

/** @throws SatchelError as `parseDid` does, for a DID that we can't resolve */
export const checkDid = (did: string): void => {
  parseDid(did)
}

/**
 * Splits a key id `did#fragment`.
 *
 * @throws SatchelError `did_unresolvable` for anything else; `did_method_unknown`
 */
export const didOfKeyId = (keyId: string): string => {
  const at = keyId.indexOf('#')
  const did = at < 0 ? keyId : keyId.slice(0, at)
  const parsed = keyId.length <= MAX_LENGTH ? parse(keyId) : null
  if (parsed?.did !== did || parsed.fragment === undefined || parsed.fragment === '')
    throw unresolvable(keyId, keyId)
  parseDid(did)
  return did
}

/** The error for anything but a resolvable DID; `part` is the piece that is wrong. */
export const unresolvable = (did: string, part: string): SatchelError =>
  new SatchelError('did_unresolvable', { params: { did, part }, details: { did, part } })
