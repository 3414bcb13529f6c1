import { SatchelError } from '../../platform/errors.ts'
import type { SecretRoom } from './room.ts'
import { newEntryId } from '../stores/entry-id.ts'
import type { SealedSecret, SecretEntry } from './entry-records.ts'
import { unseal } from './seal.ts'

/**
 * Stores a value in the store of the owner's key so that no crash loses a confirmed value: it is recorded, stored and read
 * back, then becomes the current one, and only then the previous one is removed (`settleEntries`).
 *
 * @param isWanted called once it is stored: false leaves everything as before
 * @throws SatchelError `keystore_locked`, `keystore_absent`, `keystore_failed`
 */
export const storeEntry = async (
  room: SecretRoom,
  { name, value, setAt }: { readonly name: string; readonly value: string; readonly setAt: string },
  isWanted: () => boolean = () => true,
): Promise<void> => {
  const { backend } = room.owner()
  const entry = newEntryId(name)
  const bytes = new Uint8Array(Buffer.from(value))
  room.entries.begin({ entry, name, backend, setAt })
  await room[backend].create(entry, bytes).finally(() => bytes.fill(0))
  if (isWanted()) room.entries.keep({ entry, name })
}

/** The value of an entry; null if its store answers and has none. Errors: those of `KeyStore.read`. */
export const readEntry = async (
  room: Pick<SecretRoom, 'keychain' | 'vault'>,
  { entry, backend }: Pick<SecretEntry, 'entry' | 'backend'>,
): Promise<string | null> => {
  if (backend === 'vault' && !room.vault.isOpen() && !(await room.vault.exists())) return null
  const bytes = await room[backend].read(entry)
  if (bytes === null) return null
  const value = Buffer.from(bytes).toString('utf8')
  bytes.fill(0)
  return value
}

/**
 * The value of a secret sealed in the database. Errors: `secret_damaged`, and those of the key it was sealed
 * under.
 */
export const readSealed = async (
  { records, secrets }: Pick<SecretRoom, 'records' | 'secrets'>,
  { name, keyId, sealed }: SealedSecret,
): Promise<string> => {
  const key = records.find(keyId)
  const secret = key === null ? null : await secrets.of(key)
  const value = secret === null ? null : unseal({ secret, name, sealed })
  secret?.fill(0)
  if (value === null) throw new SatchelError('secret_damaged', { params: { name }, details: { name } })
  return value
}
