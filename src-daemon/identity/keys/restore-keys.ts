import { SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { IdentityService } from '../core/types.ts'
import type { KeyStoreBackend, RestoreReport } from '../../contract/identity.ts'
import { addKeys, settlePending } from './add-keys.ts'
import { readBackup, wipeBackup, type Backup, type BackupKey } from './backup-file.ts'
import { newRecord } from './key-records.ts'
import type { KeyRoom } from './key-room.ts'
import type { StoredSecret } from '../stores/keystore.ts'

type Outcome = RestoreReport['keys'][number]['outcome']
type RestoreRequest = Parameters<IdentityService['restore']>[0]

/**
 * Restores the keys of a backup. Nothing existing is overwritten, and repeating an interrupted restore
 * finishes it.
 */
export const createKeyRestores = (room: KeyRoom): Pick<IdentityService, 'inspectBackup' | 'restore'> => {
  const { records, secrets, vault, keychain, rotations } = room

  const outcomeOf = async (keyId: string): Promise<Outcome> => {
    const record = records.find(keyId)
    if (record === null || record.pending) return 'new'
    return (await isHeld(record)) ? 'present' : 'secret_returned'
  }

  const isHeld = async (key: { did: string; backend: KeyStoreBackend }): Promise<boolean> => {
    // Inspecting a backup does not ask for the passphrase of a locked vault: its records are trusted.
    if (key.backend === 'vault' && !vault.isOpen()) return vault.exists()
    return secrets.has(key).catch((thrown: unknown) => {
      const code = thrown instanceof SatchelError ? thrown.code : ''
      if (code === 'keystore_absent') return false
      if (code === 'keystore_locked') return true
      throw thrown
    })
  }

  const outcomesOf = async (keys: readonly BackupKey[]): Promise<ReadonlyMap<BackupKey, Outcome>> => {
    const outcomes = new Map<BackupKey, Outcome>()
    for (const key of keys) outcomes.set(key, await outcomeOf(key.keyId))
    return outcomes
  }

  const restore = async (request: RestoreRequest, backup: Backup): Promise<RestoreReport> => {
    await settlePending(room)
    const newOwner = request.asOwner === undefined ? null : ownerAfter(request.asOwner, backup)
    const outcomes = await outcomesOf(backup.keys)
    const incoming = backup.keys.filter((key) => outcomes.get(key) !== 'present')
    const place = await placeFor(incoming, newOwner)
    // The backup's own passphrase, however weak: the keys must not be stuck in the backup.
    if (place.isNew && request.newVaultPassphrase !== undefined)
      await room.passphrases.check(request.newVaultPassphrase)
    const labels = new Set(records.all().map(({ label }) => label))
    await addKeys(room, {
      keys: incoming
        .filter((key) => outcomes.get(key) === 'new')
        .map(({ did, keyId, kind, label, createdAt, retiredAt, isChainAccount, wallet }) => ({
          ...newRecord({
            did,
            keyId,
            kind,
            label: keyId === newOwner?.keyId ? label : freeLabel(label, labels),
            createdAt,
            origin: 'restored',
            backend: place.backend,
          }),
          retiredAt,
          isChainAccount,
          wallet,
          backedUpAt: backup.createdAt,
        })),
      store: () => storeIn(place, incoming, request.newVaultPassphrase ?? request.passphrase),
      confirm: () => {
        records.setBackend(
          incoming.map(({ keyId }) => keyId),
          place.backend,
        )
        if (newOwner !== null) takeOver(newOwner, labels)
        takeRotations(backup)
        if (place.becauseAbsent) records.setKeychainProblem('absent')
      },
    })
    return reportOf(backup, outcomes)
  }

  const ownerAfter = (confirmed: string, backup: Backup): BackupKey => {
    const { did } = room.owner()
    if (confirmed !== did) throw new SatchelError('owner_change_not_confirmed', { params: { did } })
    const key = backup.keys.find((one) => one.did === backup.ownerDid)
    if (key === undefined)
      throw new SatchelError('backup_owner_missing', { params: { did: backup.ownerDid } })
    if (key.kind !== 'Ed25519') throw new SatchelError('owner_kind', { params: { key: key.label } })
    const retiredAt = records.find(key.keyId)?.retiredAt ?? key.retiredAt
    if (retiredAt !== null) throw new SatchelError('key_retired', { params: { key: key.label } })
    return key
  }

  /**
   * The new owner has the name that it has in the backup, unless it was given another one here; a key that had that name
   * until now, such as the owner before, gets a number behind it.
   */
  const takeOver = ({ keyId, label }: BackupKey, labels: Set<string>): void => {
    const { keyId: before, isDefault } = room.owner()
    if (keyId === before) return
    records.setOwner(keyId)
    // The owner's key remains the default unless the person chose another one.
    if (isDefault) records.setDefault(keyId)
    const present = records.find(keyId)?.label ?? label
    if (present !== label && !isNumbered(present, label)) return
    for (const one of records.all())
      if (one.keyId !== keyId && one.label === label) records.setLabel(one.keyId, freeLabel(label, labels))
    records.setLabel(keyId, label)
  }

  /**
   * Adds the backup's rotation statements if they concern the current owner. A chain that contradicts
   * known ones is ignored, and the reason is logged.
   */
  const takeRotations = ({ rotations: said }: Backup): void => {
    const own = rotations.service.dids()
    if (!said.some(({ from, to }) => own.has(from) || own.has(to))) return
    try {
      rotations.service.learn(said)
    } catch (thrown) {
      const problem = toSatchelError(thrown)
      if (problem.code !== 'rotation_forked') throw thrown
      room.warn(problem, 'the backup says otherwise which key took the place of which')
    }
  }

  /** Where to store the secrets. Errors: `keystore_locked`, `keystore_absent`. */
  const placeFor = async (incoming: readonly BackupKey[], newOwner: BackupKey | null): Promise<Place> => {
    const owner = room.owner()
    const inVault = { backend: 'vault', isNew: !(await vault.exists()), becauseAbsent: false } as const
    if (owner.backend === 'vault') {
      if (!inVault.isNew && !vault.isOpen()) throw new SatchelError('keystore_locked')
      return inVault
    }
    const isAbsent = incoming.length > 0 && (await keychain.probe()) === 'absent'
    if (!isAbsent) return { backend: 'keychain', isNew: false, becauseAbsent: false }
    // The keychain is gone for good, as on another machine: from now on the owner's key and the rest live in
    // a vault.
    const ownerComes = newOwner !== null || incoming.some(({ did }) => did === owner.did)
    if (!ownerComes) throw new SatchelError('keystore_absent')
    return { ...inVault, becauseAbsent: true }
  }

  const storeIn = async (place: Place, keys: readonly BackupKey[], passphrase: string): Promise<void> => {
    const incoming: readonly StoredSecret[] = keys.map(({ did, secret }) => ({ id: did, secret }))
    const [first, ...rest] = incoming
    if (first === undefined) return
    if (place.isNew) {
      await vault.make(passphrase, first, ...rest)
      return
    }
    if (place.backend === 'vault' && !vault.isOpen()) await vault.unlock(passphrase)
    await secrets.store(place.backend, incoming)
  }

  const withBackup = async <T>(
    { file, passphrase }: Pick<RestoreRequest, 'file' | 'passphrase'>,
    use: (backup: Backup) => Promise<T>,
  ): Promise<T> => {
    const backup = await readBackup(file, passphrase)
    try {
      return await use(backup)
    } finally {
      wipeBackup(backup)
    }
  }

  return {
    inspectBackup: (input) =>
      withBackup(input, async (backup) => reportOf(backup, await outcomesOf(backup.keys))),
    restore: (input) => room.inTurn(() => withBackup(input, (backup) => restore(input, backup))),
  }
}

/** The label, with a number behind it where another key has it; taken from then on. */
const freeLabel = (label: string, taken: Set<string>): string => {
  let free = label
  for (let number = 2; taken.has(free); number += 1) free = `${label} ${String(number)}`
  taken.add(free)
  return free
}

/** Whether `freeLabel` made it from the label. */
const isNumbered = (made: string, label: string): boolean =>
  made.startsWith(`${label} `) && /^\d+$/.test(made.slice(label.length + 1))

interface Place {
  readonly backend: KeyStoreBackend
  /** The vault is missing and will be created. */
  readonly isNew: boolean
  /** The keychain that held the secrets is not available. */
  readonly becauseAbsent: boolean
}

const reportOf = (
  { createdAt, ownerDid, keys, dataKey }: Backup,
  outcomes: ReadonlyMap<BackupKey, Outcome>,
): RestoreReport => ({
  createdAt,
  ownerDid,
  dataKey: dataKey !== null,
  keys: keys.map((key) => ({
    keyId: key.keyId,
    did: key.did,
    kind: key.kind,
    label: key.label,
    isOwner: key.did === ownerDid,
    outcome: outcomes.get(key) ?? 'new',
  })),
})
