import { base58btc } from 'multiformats/bases/base58'
import { keyOfMulticodec, multicodecOf } from '../core/multicodec.ts'
import type { VerificationKey } from '../../contract/identity.ts'
import { unresolvable } from './did-url.ts'

/** The `did:key` of a public key. */
export const didOfKey = (key: VerificationKey): string => `did:key:${base58btc.encode(multicodecOf(key))}`

/** The one key id a `did:key` has: `did:key:z...#z...`. */
export const keyIdOfDid = (did: string): string => `${did}#${did.slice('did:key:'.length)}`

/**
 * The public key in a `did:key`.
 *
 * @throws SatchelError `did_unresolvable` for another method, an unknown curve, or a non-canonical encoding
 */
export const keyOfDid = (did: string): VerificationKey => {
  const encoded = /^did:key:(z[1-9A-HJ-NP-Za-km-z]{1,128})$/.exec(did)?.[1]
  if (encoded === undefined) throw unresolvable(did, did)
  const key = keyOfMulticodec(base58btc.decode(encoded))
  if (key === null) throw unresolvable(did, encoded)
  return key
}

/**
 * The public key of a key id; the part after `#` must be the key itself, as `did:key` has no other.
 *
 * @throws SatchelError `did_unresolvable`
 */
export const keyOfKeyId = (keyId: string): VerificationKey => {
  const did = keyId.split('#', 1)[0] ?? ''
  const key = keyOfDid(did)
  if (keyId !== keyIdOfDid(did)) throw unresolvable(keyId, keyId.slice(did.length) || '#')
  return key
}

/** The document of a `did:key`, derived from the DID alone: its one key, for every relationship but key agreement. */
export const documentOfDidKey = (did: string): Record<string, unknown> => {
  keyOfDid(did)
  const keyId = keyIdOfDid(did)
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: [
      { id: keyId, type: 'Multikey', controller: did, publicKeyMultibase: did.slice('did:key:'.length) },
    ],
    authentication: [keyId],
    assertionMethod: [keyId],
    capabilityDelegation: [keyId],
    capabilityInvocation: [keyId],
  }
}
