import { newSecret, publicPartOf } from '../curves.ts'
import type { StoredSecret } from '../keystore.ts'
import type { KeyKind } from '../../types.ts'

/** A new key as a store sees it. */
export const newStored = (kind: KeyKind = 'Ed25519'): StoredSecret => {
  const secret = newSecret(kind)
  return { id: publicPartOf(kind, secret).did, secret }
}
