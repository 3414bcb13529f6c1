import { createBackups } from '../backups/index.ts'
import type { BackupsService, TransferService } from '../backups/types.ts'
import { openDataKey, openKeyStores, readEncryptionFile, type KeyStores } from '../identity/index.ts'
import type { Opened } from '../lifecycle/index.ts'
import { SatchelError } from '../platform/errors.ts'
import { readConfig } from '../settings/index.ts'
import type { DatabaseKey } from '../storage/index.ts'
import { createDaemon, createKeyRestore, openData } from './daemon.ts'
import type { FoundKey } from './encryption.ts'
import { now, type DaemonInput } from './ground.ts'
import { createSalvage, type Salvage } from './salvage/salvage.ts'

/** Opens the data, also again after it was replaced, and looks after its backups, also while it can't be opened. */
export interface Opening {
  open(): Promise<Opened>
  /** Opens the replaced data with the previous key, so that the user isn't asked for it again. */
  reopen(): Promise<Opened>
  readonly restoreDataKey: ReturnType<typeof createKeyRestore>
  readonly backups: BackupsService
  readonly transfers: TransferService
  readonly salvage: Salvage
}

export const createOpening = (base: Omit<DaemonInput, 'backups' | 'keyFound'>): Opening => {
  const { paths, log, vaultPassphrase, passphrases } = base
  let held: { readonly stores: KeyStores; readonly found: FoundKey } | null = null

  /** If the database is too damaged to show that it is encrypted, its key hasn't been looked up yet. */
  const key = async (): Promise<DatabaseKey | null> => {
    if (held !== null && held.found.key !== null) return held.found.key
    const { dataDir, database: path } = paths
    if (readEncryptionFile(dataDir).key?.stored !== true) return null
    const stores = openKeyStores(dataDir, now)
    const opened = await openDataKey({ ...stores, dataDir, path, vaultPassphrase, passphrases, inUse: true })
    if (opened.kind !== 'open') throw new SatchelError('keystore_locked')
    return opened.key
  }

  const { backups, transfers } = createBackups({
    paths,
    settings: () => readConfig(paths.config).config,
    key,
    now,
    log,
  })
  const input: DaemonInput = {
    ...base,
    backups,
    keyFound: (stores, found) => {
      held = { stores, found }
    },
  }
  return {
    open: () => createDaemon(input),
    reopen: () =>
      held === null || held.found.key === null
        ? createDaemon(input)
        : openData(input, held.stores, { key: held.found.key, unattended: held.found.unattended }),
    restoreDataKey: createKeyRestore(input),
    backups,
    transfers,
    salvage: createSalvage(input, key),
  }
}
