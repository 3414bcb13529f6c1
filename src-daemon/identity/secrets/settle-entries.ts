import { toSatchelError } from '../../platform/errors.ts'
import type { SecretRoom } from './room.ts'
import type { StoredSecret } from '../stores/keystore.ts'
import type { SecretEntry } from './entry-records.ts'
import { readSealed, storeEntry } from './store-entries.ts'

/**
 * Brings the stores in line with the records of named secrets: removes entries that are unwanted or
 * incomplete, and gives an entry to each secret still sealed in the database. What cannot be done now is
 * logged and retried with the next start, unlock or change. Call it only in the room's turn.
 */
export const settleEntries = async (room: SecretRoom): Promise<void> => {
  const { entries } = room
  if (!entries.isWritable()) return
  const unsettled = entries.unsettled()
  await attempt(room, 'secrets are still in the keychain that are not wanted any more', async () => {
    for (const one of unsettled.filter(({ backend }) => backend === 'keychain')) {
      const secret = await room.keychain.read(one.entry)
      await room.keychain.remove(one.entry, secret ?? new Uint8Array())
      secret?.fill(0)
      entries.forget(one.entry)
    }
  })
  await attempt(room, 'secrets are still in the vault that are not wanted any more', () =>
    removeFromVault(
      room,
      unsettled.filter(({ backend }) => backend === 'vault'),
    ),
  )
  for (const sealed of entries.sealed())
    await attempt(room, `the secret ${sealed.name} is still sealed in the database`, async () => {
      const value = await readSealed(room, sealed)
      const isThere = (): boolean => entries.sealed().some(({ name }) => name === sealed.name)
      await storeEntry(room, { ...sealed, value }, isThere)
    })
}

/** Runs `settleEntries` in the room's turn, in the background. */
export const settleEntriesSoon = (room: SecretRoom): void => {
  void room.inTurn(() => settleEntries(room))
}

/** Removes them with one change of the file. */
const removeFromVault = async (
  { vault, entries }: SecretRoom,
  unwanted: readonly SecretEntry[],
): Promise<void> => {
  // Forgetting a secret does not ask for the passphrase; the next unlock removes the entry.
  if (unwanted.length === 0 || (!vault.isOpen() && (await vault.exists()))) return
  const held: StoredSecret[] = []
  if (vault.isOpen())
    for (const { entry } of unwanted) {
      const secret = await vault.read(entry)
      if (secret !== null) held.push({ id: entry, secret })
    }
  await vault.removeAll(held)
  for (const { secret } of held) secret.fill(0)
  for (const { entry } of unwanted) entries.forget(entry)
}

const attempt = async (room: SecretRoom, message: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (thrown) {
    // After the daemon has ended nothing can be logged: the next start finds the work in the records.
    if (room.entries.isWritable()) room.warn(toSatchelError(thrown), message)
  }
}
