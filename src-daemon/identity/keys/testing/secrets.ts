import { newSecret, publicPartOf } from '../curves.ts'
import type { StoredSecret } from '../../stores/keystore.ts'
import { newEntryId } from '../../stores/entry-id.ts'
import type { KeyKind } from '../../../contract/identity.ts'

/** A new key in the form of a key store. */
export const newStored = (kind: KeyKind = 'Ed25519'): StoredSecret => {
  const secret = newSecret(kind)
  return { id: publicPartOf(kind, secret).did, secret }
}

/**
 * A new named secret in the form of a key store, by default of maximum length: characters of one to four
 * bytes.
 */
export const newStoredText = (length = 8192): StoredSecret => ({
  id: newEntryId('models/openai'),
  secret: new Uint8Array(Buffer.from('aé€😀'.repeat(Math.ceil(length / 5)).slice(0, length))),
})
