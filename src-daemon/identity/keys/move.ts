import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import type { KeyStoreBackend } from '../../contract/identity.ts'
import { publicPartOf } from './curves.ts'
import type { KeyStore, StoredSecret } from '../stores/keystore.ts'
import type { MoveJournal, MoveNote } from './move-journal.ts'
import { isEntryId } from '../stores/entry-id.ts'
import { kindOfDid, sameSecret } from '../stores/secret-text.ts'
import type { Vault } from '../stores/vault.ts'

export interface MoveInput {
  readonly to: KeyStoreBackend
  /**
   * DIDs of keys and entries of named secrets, recorded at the other place. An entry that no longer exists is
   * skipped: one that was deleted from the keychain must not block the move of the keys.
   */
  readonly ids: readonly string[]
  /** Opens or creates the vault. May be left out while it is open. */
  readonly passphrase?: string | undefined
  /**
   * Switches the record to the new place, in one transaction: if it throws, the record must still name the
   * old place.
   * Called once, with the ids that moved, when the new place holds a copy of every secret and each was read
   * back.
   */
  readonly switchRecord: (moved: readonly string[]) => void
}

/**
 * Moves secrets between the keychain and the vault so that the place named in the record always has a complete set:
 * copy, read back, compare, switch the record, and only then remove. A crash leaves a note (`move-journal.ts`) and at most
 * extra copies, which `settle` removes.
 *
 * How the service uses it:
 * - `moveTo`: `already_there` is its own check; then `move`. While it runs no key may be created, imported or restored.
 *   A result other than null goes to the log: the move itself is done.
 * - At start, and again after every unlock: `settle`. Without a note, it doesn't access the stores.
 */
export interface Moves {
  /**
   * Returns null, or what prevented removing the original secrets; a later `settle` tries again.
   *
   * @throws SatchelError `key_missing` if one isn't where the record says, `key_exists` if the new place holds another
   * under its name, `vault_missing`, `vault_corrupt`, `wrong_passphrase`, `weak_passphrase`, `keystore_*`. Then nothing has changed;
   * copies that couldn't be removed are listed in `details.left`, and a later `settle` removes them.
   */
  move(input: MoveInput): Promise<SatchelError | null>
  /**
   * Finishes an interrupted move: removes copies from the place that the record does not name, if they
   * provably are in the other place. Returns null if nothing is left to do, else the obstacle:
   * `keystore_locked` until the vault has been opened.
   */
  settle(): Promise<SatchelError | null>
}

export interface MovesDeps {
  readonly keychain: KeyStore
  readonly vault: Vault
  readonly journal: MoveJournal
  /** The place recorded for an id; null for an unknown id, which is left alone. */
  readonly placeOf: (id: string) => KeyStoreBackend | null
}

export const createMoves = ({ keychain, vault, journal, placeOf }: MovesDeps): Moves => {
  const storeAt = (backend: KeyStoreBackend): KeyStore => (backend === 'vault' ? vault : keychain)
  const inTurn = createOneAtATime()

  const move = async ({ to, ids, passphrase, switchRecord }: MoveInput): Promise<SatchelError | null> => {
    const from = otherThan(to)
    const wasOpen = vault.isOpen()
    try {
      await settle() // a vault created by an interrupted move may be removed before this one asks for its passphrase
      await openVault(to, passphrase)
      const unsettled = await settle()
      if (unsettled !== null) throw unsettled
      const secrets = await readAll(storeAt(from), ids, 'entries may be gone')
      try {
        await copy(to, secrets, passphrase)
      } finally {
        wipe(secrets)
      }
      switchRecord(secrets.map(({ id }) => id))
    } catch (thrown) {
      const left = await settle()
      if (!wasOpen) vault.lock()
      throw left === null ? thrown : withLeft(toSatchelError(thrown), left)
    }
    return settle()
  }

  const openVault = async (to: KeyStoreBackend, passphrase: string | undefined): Promise<void> => {
    if (to === 'vault' && !(await vault.exists())) return
    if (passphrase !== undefined) await vault.unlock(passphrase)
    else if (!vault.isOpen()) throw new SatchelError('keystore_locked')
  }

  /** Writes the note first, so that a crash leaves no unknown copy. */
  const copy = async (
    to: KeyStoreBackend,
    secrets: readonly StoredSecret[],
    passphrase: string | undefined,
  ): Promise<void> => {
    const isNew = to === 'vault' && !(await vault.exists())
    const missing = isNew ? secrets : await notYetIn(storeAt(to), secrets)
    const ids = secrets.map(({ id }) => id)
    const note = { version: 1, to, ids, added: missing.map(({ id }) => id) } as const
    const leaves = to === 'keychain' && vault.ids().every((id) => ids.includes(id))
    journal.write({ ...note, vaultDigest: leaves ? vault.digest() : null })
    const [first, ...rest] = missing
    if (first === undefined) return
    if (isNew) {
      await vault.make(passphrase ?? '', first, ...rest)
      journal.write({ ...note, vaultDigest: vault.digest() })
    } else if (to === 'vault') await vault.createAll(missing)
    else for (const { id, secret } of missing) await keychain.create(id, secret)
    const unequal = await notYetIn(storeAt(to), secrets)
    if (unequal.length > 0) throw new SatchelError('keystore_failed', { details: { reason: 'not kept' } })
    await checkVault()
  }

  const settle = async (): Promise<SatchelError | null> => {
    try {
      const note = journal.read()
      if (note === null) return null
      if (!(await discardVault(note)))
        for (const kept of ['keychain', 'vault'] as const) {
          const ids = kept === note.to ? note.ids : note.added
          await removeCopies(
            otherThan(kept),
            ids.filter((id) => placeOf(id) === kept),
          )
        }
      journal.clear()
      return null
    } catch (thrown) {
      return toSatchelError(thrown)
    }
  }

  /** Deletes a locked vault if everything in it is also in the keychain, as the record says. */
  const discardVault = async ({ vaultDigest, ids }: MoveNote): Promise<boolean> => {
    if (vaultDigest === null || vault.isOpen() || !(await vault.exists())) return false
    if (!ids.every((id) => placeOf(id) === 'keychain')) return false
    const secrets = await readAll(keychain, ids)
    const foreign = secrets.find(
      ({ id, secret }) => !isEntryId(id) && publicPartOf(kindOfDid(id), secret).did !== id,
    )
    wipe(secrets)
    if (foreign !== undefined) throw keyMissing(foreign.id)
    return vault.discard(vaultDigest)
  }

  /** Removes from `stale` the secrets that the other store holds identically. */
  const removeCopies = async (stale: KeyStoreBackend, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0 || (stale === 'vault' && !(await vault.exists()))) return
    if (!vault.isOpen()) throw new SatchelError('keystore_locked')
    await checkVault()
    const copies: StoredSecret[] = []
    try {
      for (const id of ids) {
        const secret = await storeAt(stale).read(id)
        if (secret !== null) copies.push({ id, secret })
      }
      const [unique] = await notYetIn(storeAt(otherThan(stale)), copies)
      if (unique !== undefined) throw keyMissing(unique.id)
      if (stale === 'vault') await vault.removeAll(copies)
      // Also unread ones: of a text in several entries, a part may be left.
      else
        for (const id of ids)
          await keychain.remove(id, copies.find((one) => one.id === id)?.secret ?? NOTHING)
    } finally {
      wipe(copies)
    }
  }

  /** An open vault's memory counts only while its file exists. */
  const checkVault = async (): Promise<void> => {
    if (vault.isOpen() && (await vault.probe()) !== null)
      throw new SatchelError('keystore_failed', { details: { reason: 'the vault file changed' } })
  }

  return {
    move: (input) => inTurn(() => move(input)),
    settle: () => inTurn(settle),
  }
}

const otherThan = (backend: KeyStoreBackend): KeyStoreBackend => (backend === 'vault' ? 'keychain' : 'vault')

const NOTHING = new Uint8Array()

const readAll = async (
  store: KeyStore,
  ids: readonly string[],
  goneEntries: 'entries may be gone' | 'all are needed' = 'all are needed',
): Promise<StoredSecret[]> => {
  const secrets: StoredSecret[] = []
  for (const id of ids) {
    const secret = await store.read(id)
    if (secret === null && goneEntries === 'entries may be gone' && isEntryId(id)) continue
    if (secret === null) {
      wipe(secrets)
      throw keyMissing(id)
    }
    secrets.push({ id, secret })
  }
  return secrets
}

/** The secrets that the store lacks. Errors: `key_exists` if it holds another secret under the name. */
const notYetIn = async (store: KeyStore, secrets: readonly StoredSecret[]): Promise<StoredSecret[]> => {
  const missing: StoredSecret[] = []
  for (const one of secrets) {
    const held = await store.read(one.id)
    if (held === null) missing.push(one)
    else if (!sameSecret(held, one.secret)) throw new SatchelError('key_exists', { details: { id: one.id } })
    held?.fill(0)
  }
  return missing
}

const keyMissing = (did: string): SatchelError => new SatchelError('key_missing', { params: { did } })

const withLeft = (error: SatchelError, left: SatchelError): SatchelError =>
  new SatchelError(error.code, {
    params: error.params,
    details: { cause: error.details, left: left.code },
    cause: error,
  })

const wipe = (secrets: readonly StoredSecret[]): void => {
  for (const { secret } of secrets) secret.fill(0)
}
