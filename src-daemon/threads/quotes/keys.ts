import { base58btc } from 'multiformats/bases/base58'
import type { VerificationKey } from '../../contract/identity.ts'
import { keyIdOfDid, keyOfKeyId } from '../../identity/index.ts'
import { isRecord } from '../../platform/is-record.ts'

/** The Ed25519 key of a merchant, an affiliate or a payer; null if it isn't known. */
export type KeyOf = (id: string) => VerificationKey | null

/** The key of a DID that is its key; other ids have none by themselves. */
export const keyInId: KeyOf = (id) => {
  if (!id.startsWith('did:key:z')) return null
  try {
    return keyOfKeyId(keyIdOfDid(id))
  } catch {
    return null // Not a key of ours to read: the same as one that isn't known.
  }
}

/**
 * The keys of a file `{"store.near": "ed25519:<base58>"}`; values may also be `did:key`. Null if a value isn't a key.
 */
export const readKeys = (file: unknown): KeyOf | null => {
  if (!isRecord(file)) return null
  const keys = new Map<string, VerificationKey>()
  for (const [id, text] of Object.entries(file)) {
    const key = typeof text === 'string' ? (keyInId(text) ?? nearKey(text)) : null
    if (key === null) return null
    keys.set(id, key)
  }
  return (id) => keys.get(id) ?? keyInId(id)
}

/** A public key as NEAR writes it. */
const nearKey = (text: string): VerificationKey | null => {
  const encoded = /^ed25519:([1-9A-HJ-NP-Za-km-z]{43,44})$/.exec(text)?.[1]
  if (encoded === undefined) return null
  const bytes = base58btc.decode(`z${encoded}`)
  return bytes.length === 32 ? { curve: 'Ed25519', bytes } : null
}
