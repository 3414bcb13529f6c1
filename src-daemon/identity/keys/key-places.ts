import { SatchelError } from '../../platform/errors.ts'
import type { IdentityService } from '../core/types.ts'
import type { KeychainProblem, KeyStoreStatus } from '../../contract/identity.ts'
import { settlePending } from './add-keys.ts'
import { keyIdOfDid } from '../dids/did-key.ts'
import { newRecord } from './key-records.ts'
import type { KeyRoom } from './key-room.ts'
import { problemOf } from '../stores/keychain.ts'
import { createMoving, type Moving } from './moving.ts'
import { isEntryId } from '../stores/entry-id.ts'
import { settleEntriesSoon } from '../secrets/settle-entries.ts'
import { kindOfDid } from '../stores/secret-text.ts'
import { watchSleep } from '../stores/sleep-watch.ts'

/** Where the secrets are stored, and whether they can be used. */
export interface KeyPlaces
  extends
    Pick<
      IdentityService,
      'status' | 'unlock' | 'lock' | 'setAutoLock' | 'setLockOnSleep' | 'machineSleeps' | 'changePassphrase'
    >,
    Omit<Moving, 'settle'> {
  /** Finishes what a crash interrupted. */
  settle(): Promise<void>
  /**
   * Opens the vault on an unattended machine: it stays open until it is locked explicitly. Errors: those of
   * `unlock`.
   */
  unlockUnattended(passphrase: string): Promise<void>
  /** Records that the vault was opened unattended. */
  leaveOpen(): void
  close(): void
}

export const createKeyPlaces = (room: KeyRoom): KeyPlaces => {
  const { records, secrets, vault, keychain } = room
  const moving = createMoving(room)
  let minutes = 0
  let unattended = false
  let lockOnSleep = false

  const applyAutoLock = (): void => {
    vault.setAutoLock(unattended ? 0 : minutes)
  }
  const stopListening = vault.onLock(() => {
    unattended = false
    applyAutoLock()
    room.emitChange()
  })

  const machineSleeps = (): void => {
    // An unattended vault couldn't be opened again.
    if (lockOnSleep && !unattended) vault.lock()
  }
  const stopWatching = watchSleep({ now: room.now, onWake: machineSleeps })

  const status = async (): Promise<KeyStoreStatus> => {
    const { backend, keychainProblem } = room.owner()
    const common = { backend, keychainName: keychain.name, locksAt: null }
    if (backend === 'vault' && !vault.isOpen())
      // A locked vault is fine; the keychain's problem remains the reason why there is a vault.
      return { ...common, state: closedState(), keychainProblem }
    const problem = backend === 'vault' ? vaultProblem() : await keychainTrouble()
    if (problem !== null) return { ...common, state: 'locked', keychainProblem: problem }
    const locksAt = backend === 'vault' ? (vault.locksAt()?.toISOString() ?? null) : null
    return { ...common, state: 'ready', keychainProblem, locksAt }
  }

  const closedState = (): KeyStoreStatus['state'] => {
    const problem = vault.problem()
    if (problem === null) return 'locked'
    return problem.code === 'vault_missing' ? 'missing' : 'damaged'
  }

  /**
   * Checks only the ids in the open vault: reading the secret would count as use and keep the vault open for
   * good.
   */
  const vaultProblem = (): KeychainProblem | null =>
    vault.ids().includes(room.owner().did) ? null : 'changed'

  const keychainTrouble = async (): Promise<KeychainProblem | null> => {
    try {
      const secret = await secrets.of(room.owner())
      secret.fill(0)
      return null
    } catch (thrown) {
      return thrown instanceof SatchelError && thrown.code === 'key_missing' ? 'changed' : problemOf(thrown)
    }
  }

  const open = async (passphrase: string, alone: boolean): Promise<void> => {
    if (records.all().some(({ backend }) => backend === 'vault')) await vault.unlock(passphrase)
    unattended = alone
    applyAutoLock()
    try {
      const secret = await secrets.of(room.owner())
      secret.fill(0)
      await settle()
      settleEntriesSoon(room)
    } finally {
      room.emitChange()
    }
  }

  const settle = async (): Promise<void> => {
    await moving.settle()
    await settlePending(room)
    adoptFound()
  }

  /**
   * Secrets of an open vault that no record names, as after the loss of the database and of `identity.json`.
   */
  const adoptFound = (): void => {
    if (!vault.isOpen()) return
    const found = vault.ids().filter((id) => !isEntryId(id) && records.find(keyIdOfDid(id)) === null)
    if (found.length === 0) return
    const createdAt = room.now().toISOString()
    records.add(
      found.map((did) => {
        const kind = kindOfDid(did)
        const label = `${kind} …${did.slice(-6)}`
        const keyId = keyIdOfDid(did)
        return newRecord({ did, keyId, kind, label, origin: 'restored', backend: 'vault', createdAt })
      }),
    )
    room.recordsChanged()
  }

  return {
    status,
    settle,
    atRest: moving.atRest,
    moveTo: moving.moveTo,
    unlock: (passphrase) => open(passphrase, false),
    unlockUnattended: (passphrase) => open(passphrase, true),
    leaveOpen: () => {
      unattended = true
      applyAutoLock()
    },
    lock: () => {
      vault.lock()
    },
    setAutoLock: (next) => {
      minutes = next
      applyAutoLock()
      room.emitChange()
    },
    setLockOnSleep: (on) => {
      lockOnSleep = on
    },
    machineSleeps,
    changePassphrase: async ({ current, next }) => {
      await room.passphrases.check(next)
      await vault.changePassphrase(current, next)
      room.emitChange()
    },
    close: () => {
      stopListening()
      stopWatching()
      vault.lock()
    },
  }
}
