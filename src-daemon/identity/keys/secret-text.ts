import { SatchelError } from '../../platform/errors.ts'
import { keyOfDid } from '../dids/did-key.ts'
import type { KeyKind } from '../types.ts'

/** Every secret has 32 bytes: the seed of an Ed25519 key, the scalar of the others. */
export const SECRET_BYTES = 32

/** What a secret in the keychain begins with, so that it cannot be taken for one of another curve. */
const prefixes: Readonly<Record<KeyKind, string>> = {
  Ed25519: 'ed25519-seed:',
  secp256k1: 'secp256k1:',
  'P-256': 'p256:',
}

/** The curve of a `did:key`. Errors: those of `keyOfDid`. */
export const kindOfDid = (did: string): KeyKind => keyOfDid(did).curve

/** The text under which the secret of `did` lies in the keychain: its kind and its bytes as base64url. */
export const textOfSecret = (did: string, secret: Uint8Array): string =>
  prefixes[kindOfDid(did)] + Buffer.from(secret).toString('base64url')

/** The secret in such a text. Errors: `keystore_failed` when it is not one of the kind of `did`. */
export const secretOfText = (did: string, text: string): Uint8Array => {
  const prefix = prefixes[kindOfDid(did)]
  const secret = Buffer.from(text.slice(prefix.length), 'base64url')
  if (!text.startsWith(prefix) || secret.length !== SECRET_BYTES)
    throw new SatchelError('keystore_failed', { details: { id: did, reason: 'not a secret of this kind' } })
  return new Uint8Array(secret)
}
