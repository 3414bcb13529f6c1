import type { Daemon } from '../api/index.ts'
import { finishReplacement } from '../backups/index.ts'
import {
  createAttempts,
  isKeyLost,
  openIdentity,
  openKeyStores,
  restoreDataKey,
  type KeyStores,
  type RestoreDataKeyRequest,
} from '../identity/index.ts'
import type { IdentityService } from '../identity/types.ts'
import type { Opened } from '../lifecycle/index.ts'
import { SatchelError } from '../platform/errors.ts'
import type { DataPaths } from '../platform/paths.ts'
import { readConfig } from '../settings/index.ts'
import {
  clearSalvage,
  databaseKind,
  isDiskFull,
  keyFits,
  newerFormat,
  openDatabase,
  storeFiles,
  waitsForRoom,
  type Database,
} from '../storage/index.ts'
import type { ErrorCode } from '../text/index.ts'
import { wireBase } from './base.ts'
import { closeAll, closedBy, closedOnFailure } from './closing.ts'
import { convertAsWanted, keyOfData, type FoundKey } from './encryption.ts'
import { now, openNetwork, type DaemonInput, type Ground } from './ground.ts'
import { lookFirst } from './first-look.ts'
import { wireMeaning } from './meaning.ts'
import { wireState } from './owner.ts'
import { daemonOf, wireRooms } from './rooms.ts'
import { startWork } from './work.ts'

/**
 * Opens the data directory and creates the daemon on it. Errors: whatever prevents opening; then nothing stays open.
 */
export const createDaemon = async (input: DaemonInput): Promise<Opened> => {
  finishReplacement(input.paths.dataDir, storeFiles)
  // Read before anything is opened: a damaged settings file must not leave a half-started daemon behind.
  readConfig(input.paths.config)
  clearSalvage(input.paths.database)
  const stores = openKeyStores(input.paths.dataDir, now)
  const found = await keyOfData(input, stores)
  if (found.kind === 'open') return openData(input, stores, found)
  const { reason, vaultExists, unlock } = found
  const isFirst = !vaultExists && databaseKind(input.paths.database) === 'absent'
  return {
    kind: 'needs_vault',
    reason,
    vaultExists,
    lookFirst: isFirst ? (language) => lookFirst(input, language) : null,
    createVault: async (passphrase) => {
      const key = await unlock(passphrase).catch((thrown: unknown) => {
        // It opened, and the key isn't in it: that blocks the start, as with a keychain.
        if (thrown instanceof SatchelError && isKeyLost(thrown)) return thrown
        throw thrown
      })
      if (key instanceof SatchelError) return () => Promise.reject(key)
      return async () => {
        const opened = await openData(input, stores, { key, unattended: false })
        // On the first run, the owner's key is created in the same vault.
        return opened.kind === 'ready' ? opened : (await opened.createVault(passphrase))()
      }
    },
    close: () => Promise.resolve(),
  }
}

/** Restores the key of the data from a backup (see `restoreDataKey` in `identity/`); what a restore returns opens the data. */
export const createKeyRestore = (input: DaemonInput) => {
  const { dataDir, database } = input.paths
  const attempts = createAttempts(now)
  return async (request: RestoreDataKeyRequest): Promise<() => Promise<Opened>> => {
    const stores = openKeyStores(dataDir, now)
    const key = await restoreDataKey(
      {
        ...stores,
        dataDir,
        passphrases: input.passphrases,
        attempts,
        fits: (candidate) => keyFits(database, candidate),
      },
      request,
    )
    return () => openData(input, stores, { key, unattended: false })
  }
}

/** Opens the database with its key, encrypted or decrypted first if that was asked for, and creates the daemon on it. */
export const openData = async (input: DaemonInput, stores: KeyStores, found: FoundKey): Promise<Opened> => {
  const { key } = found
  input.keyFound(stores, found)
  const path = input.paths.database
  if (!isDiskFull(path)) convertAsWanted(input, key)
  const stack = new AsyncDisposableStack()
  const db = closedBy(stack, openDatabase({ path, key, log: input.log, readIfFull: true }))
  return closedOnFailure(stack, input.log, async () => {
    try {
      return await openOver(db, input, { ...stores, unattended: found.unattended }, stack)
    } catch (thrown) {
      throw seenNewer(thrown, db, input.paths)
    }
  })
}

const openOver = async (
  db: Database,
  input: DaemonInput,
  secrets: KeyStores & Pick<FoundKey, 'unattended'>,
  stack: AsyncDisposableStack,
): Promise<Opened> => {
  const { paths, log, vaultPassphrase, passphrases } = input
  const network = openNetwork(input, stack)
  const opening = await openIdentity({
    ...secrets,
    db,
    dataDir: paths.dataDir,
    vaultPassphrase,
    passphrases,
    dids: network.dids,
    now,
    warn: (problem, message) => {
      log.warn({ err: problem, code: problem.code }, message)
    },
  })
  if (opening.unlockProblem !== null)
    log.warn({ code: opening.unlockProblem.code }, 'SATCHEL_VAULT_PASSPHRASE did not open the vault')

  const close = () => closeAll(stack)
  const ready = async (identity: IdentityService): Promise<Opened> => {
    const readOnly = readOnlyRefusal(db, paths)
    // A separate stack: if the rooms can't be made, the request for a passphrase and everything below stay open.
    const rooms = new AsyncDisposableStack()
    const ground = { ...network, input, db, now, identity: closedBy(rooms, identity) }
    const daemon = await closedOnFailure(rooms, log, () =>
      readOnly === null ? daemonForUse(ground, rooms) : daemonForReading(ground, rooms),
    )
    stack.use(rooms)
    return { kind: 'ready', readOnly, daemon, close }
  }
  if (opening.kind === 'ready') return ready(opening.identity)
  const { reason, vaultExists, createVault } = opening
  return {
    kind: 'needs_vault',
    reason,
    vaultExists,
    lookFirst: null,
    createVault: async (passphrase) => {
      const opened = await ready(await createVault(passphrase))
      return () => Promise.resolve(opened)
    },
    close,
  }
}

/** The daemon for data it may change. */
const daemonForUse = (ground: Ground, stack: AsyncDisposableStack): Daemon => {
  const state = wireState(ground, stack)
  state.ensureCoreModels({ language: ground.input.osLanguage })
  const base = wireBase(ground, state, stack)
  const meaning = wireMeaning(ground, base, stack)
  const rooms = wireRooms(ground, base, meaning, stack)
  startWork(ground, rooms, meaning, stack)
  return daemonOf(ground, rooms)
}

/** The daemon on a newer Satchel's data, or on a full disk: it creates, repairs and learns nothing, and runs no background work. */
const daemonForReading = (ground: Ground, stack: AsyncDisposableStack): Daemon => {
  const base = wireBase(ground, wireState(ground, stack), stack)
  return daemonOf(ground, wireRooms(ground, base, null, stack))
}

/** The error that refuses every change while a newer Satchel's data is open read-only, or the disk is full; else null. */
const readOnlyRefusal = (db: Database, paths: DataPaths): SatchelError | null => {
  if (waitsForRoom(db)) return new SatchelError<ErrorCode>('disk_full')
  const format = newerFormat(db)
  // With the text of `database_newer`, too.
  return (
    format &&
    new SatchelError<ErrorCode>('database_read_only', { params: { ...format, path: paths.database } })
  )
}

/**
 * If this program can't read something in newer data, the error is that the data is newer; other errors stay as they
 * are.
 */
const seenNewer = (thrown: unknown, db: Database, paths: DataPaths): unknown => {
  const refusal = readOnlyRefusal(db, paths)
  return refusal === null || newerFormat(db) === null || thrown instanceof SatchelError
    ? thrown
    : new SatchelError<ErrorCode>('database_newer', { params: refusal.params, cause: thrown })
}
