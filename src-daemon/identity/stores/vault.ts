import { createHash, timingSafeEqual } from 'node:crypto'
import { access } from 'node:fs/promises'
import { SatchelError } from '../../platform/errors.ts'
import { createOneAtATime } from '../../platform/one-at-a-time.ts'
import { createAttempts } from './attempts.ts'
import type { KeyStore, StoredSecret } from './keystore.ts'
import { newPassphrase } from './passphrase.ts'
import { checkSecret, sameSecret } from './secret-text.ts'
import {
  checkVaultFile,
  deleteVaultFile,
  openVaultBytes,
  putVaultFile,
  readVaultFile,
  sealVaultBytes,
  vaultFileProblem,
} from './vault-file.ts'
import { createVaultSession, forget } from './vault-session.ts'

/**
 * The vault file: secrets encrypted with a passphrase, locked until it is given (identity.md 2). Every change
 * writes a whole new file and decrypts it before it replaces the old one; it is refused if the file is not
 * the one that was opened.
 */
export interface Vault extends KeyStore {
  exists(): Promise<boolean>
  /** What keeps it from being opened, whatever the passphrase: `vault_missing`, `vault_corrupt`; null if nothing shows. */
  problem(): SatchelError | null
  /** Does not count as use, and neither does `ids`: merely looking must not keep it open. */
  isOpen(): boolean
  /** Ids of the secrets inside. Errors: `keystore_locked`, or its `problem`, as for all that need it open. */
  ids(): readonly string[]
  /** SHA-256 of the opened file, hex. Errors: `keystore_locked`. */
  digest(): string
  /**
   * Opens it until it is locked. Each `read`, `create` and `remove` counts as use for the automatic lock.
   *
   * @throws SatchelError `wrong_passphrase`, `vault_corrupt`, `vault_missing`; `keystore_locked` if it was
   * locked meanwhile
   */
  unlock(passphrase: string): Promise<void>
  /**
   * Compares with the passphrase that opened it, to make sure that its owner is there. Doesn't count as use.
   *
   * @throws SatchelError `keystore_locked`, `wrong_passphrase`, `too_many_passphrases`
   */
  confirm(passphrase: string): void
  /** Forgets the passphrase and the secrets at once. A write in progress still finishes. */
  lock(): void
  /** Minutes without use after which it locks itself; 0 = never, the default. */
  setAutoLock(minutes: number): void
  /** When it will lock itself if it is not used before; null if it is not open or stays open. */
  locksAt(): Date | null
  /**
   * Calls the listener after an open vault was locked, for whatever reason. Returns the function that removes
   * it.
   */
  onLock(listener: () => void): () => void
  /**
   * Creates the file with its first secrets; an existing file stays as it is. Leaves the vault open.
   *
   * @throws SatchelError `weak_passphrase`, `vault_exists`
   */
  make(passphrase: string, ...secrets: readonly [StoredSecret, ...StoredSecret[]]): Promise<void>
  /** As `create`, with one change of the file: all of them or none. */
  createAll(secrets: readonly StoredSecret[]): Promise<void>
  /**
   * As `remove`, with one change of the file: removes those that exist, or none. Returns how many; the file
   * is deleted with its last secret.
   */
  removeAll(secrets: readonly StoredSecret[]): Promise<number>
  /**
   * For `move.ts` only: deletes the file, locked or not, if it has this digest. False if it has another.
   *
   * @throws SatchelError `vault_missing`
   */
  discard(digest: string): Promise<boolean>
  /**
   * Encrypts it with another passphrase; it stays open or locked as it is.
   *
   * @throws SatchelError `wrong_passphrase`, `weak_passphrase`, `vault_missing`, `vault_corrupt`, with
   * nothing changed
   */
  changePassphrase(current: string, next: string): Promise<void>
}

export interface VaultOptions {
  readonly path: string
  /** Base-2 logarithm of the cost of a guess; by default a safe one. */
  readonly workFactor?: number | undefined
  readonly now?: (() => Date) | undefined
}

export const createVault = ({ path, workFactor, now = () => new Date() }: VaultOptions): Vault => {
  let timesLocked = 0
  const attempts = createAttempts(now)
  const session = createVaultSession(now, () => vaultFileProblem(path))

  /** One at a time: each change writes the whole file, based on the one before. */
  const inTurn = createOneAtATime()

  const unlock = (passphrase: string): Promise<void> => {
    const before = timesLocked
    return inTurn(async () => {
      const { bytes, digest } = readVaultFile(path)
      const next = {
        secrets: await openVaultBytes({ path, bytes, passphrase }),
        passphrase: bytesOf(passphrase),
        digest,
      }
      if (timesLocked !== before) {
        forget(next)
        throw new SatchelError('keystore_locked')
      }
      session.adopt(next)
    })
  }

  /**
   * Writes the result of `edit`, and returns how many secrets it changed. It works on copies, because a lock
   * meanwhile zeroes the originals.
   */
  const change = (edit: (secrets: Map<string, Buffer>) => number): Promise<number> =>
    inTurn(async () => {
      const before = session.use()
      const secrets = new Map([...before.secrets].map(([id, secret]) => [id, Buffer.from(secret)]))
      const { digest: replaces } = before
      const next = { passphrase: Buffer.from(before.passphrase), secrets }
      try {
        const changed = edit(secrets)
        if (changed === 0) {
          forget(next)
          return 0
        }
        if (secrets.size === 0) {
          deleteVaultFile(path, replaces)
          forget(next)
          if (session.goesOn(before)) session.close()
          return changed
        }
        const bytes = await sealVaultBytes({ path, ...next, workFactor })
        const digest = putVaultFile(path, bytes, replaces)
        if (session.goesOn(before)) session.adopt({ ...next, digest })
        else forget(next)
        return changed
      } catch (thrown) {
        forget(next)
        throw thrown
      }
    })

  const createAll: Vault['createAll'] = async (added) => {
    await change((secrets) => {
      for (const { id, secret } of added) {
        if (secrets.has(id)) throw new SatchelError('key_exists', { details: { id } })
        secrets.set(id, checked(id, secret))
      }
      return added.length
    })
  }

  const removeAll: Vault['removeAll'] = (removed) =>
    change((secrets) => {
      const held = removed.filter(({ id }) => secrets.has(id))
      for (const { id, secret } of held) {
        const kept = secrets.get(id) ?? Buffer.alloc(0)
        if (!sameSecret(kept, secret))
          throw new SatchelError('keystore_failed', { details: { id, reason: 'another secret' } })
        kept.fill(0)
        secrets.delete(id)
      }
      return held.length
    })

  const make: Vault['make'] = (passphrase, ...first) =>
    inTurn(async () => {
      const next = {
        passphrase: Buffer.from(newPassphrase(passphrase)),
        secrets: new Map(first.map(({ id, secret }) => [id, checked(id, secret)])),
      }
      const before = timesLocked
      const bytes = await sealVaultBytes({ path, ...next, workFactor })
      const digest = putVaultFile(path, bytes, null)
      if (timesLocked === before) session.adopt({ ...next, digest })
      else forget(next)
    })

  const changePassphrase: Vault['changePassphrase'] = (current, next) =>
    inTurn(async () => {
      const passphrase = Buffer.from(newPassphrase(next))
      const before = session.look()
      const { bytes: old, digest: replaces } = readVaultFile(path)
      const secrets = await openVaultBytes({ path, bytes: old, passphrase: current })
      const bytes = await sealVaultBytes({ path, secrets, passphrase, workFactor })
      const digest = putVaultFile(path, bytes, replaces)
      if (before !== null && session.goesOn(before)) session.adopt({ passphrase, secrets, digest })
      else forget({ passphrase, secrets })
    })

  const confirm: Vault['confirm'] = (passphrase) => {
    const { passphrase: known } = session.opened()
    attempts.check()
    if (timingSafeEqual(digestOf(known), digestOf(bytesOf(passphrase)))) return
    attempts.wrong()
    throw new SatchelError('wrong_passphrase')
  }

  const discard: Vault['discard'] = (digest) =>
    inTurn(() => {
      if (readVaultFile(path).digest !== digest) return Promise.resolve(false)
      deleteVaultFile(path, digest)
      session.close()
      return Promise.resolve(true)
    })

  const read: Vault['read'] = (id) =>
    Promise.resolve().then(() => {
      const secret = session.use().secrets.get(id)
      return secret === undefined ? null : new Uint8Array(secret)
    })

  const probe: Vault['probe'] = () =>
    Promise.resolve().then(() => {
      const found = session.look()
      if (found === null) return 'locked'
      try {
        checkVaultFile(path, found.digest)
        return null
      } catch (thrown) {
        if (thrown instanceof SatchelError) return 'changed'
        throw thrown
      }
    })

  return {
    backend: 'vault',
    name: null,
    exists: () => access(path).then(() => true, falseWhenMissing),
    problem: () => vaultFileProblem(path),
    isOpen: () => session.look() !== null,
    ids: () => [...session.opened().secrets.keys()],
    digest: () => session.opened().digest,
    probe,
    read,
    create: (id, secret) => createAll([{ id, secret }]),
    createAll,
    remove: async (id, secret) => (await removeAll([{ id, secret }])) > 0,
    removeAll,
    unlock,
    confirm,
    lock: () => {
      timesLocked += 1
      session.close()
    },
    setAutoLock: session.setMinutes,
    locksAt: session.endsAt,
    onLock: session.onLock,
    make,
    discard,
    changePassphrase,
  }
}

/** Of all spellings the same. */
const bytesOf = (passphrase: string): Buffer => Buffer.from(passphrase.normalize('NFC'))

const digestOf = (passphrase: Buffer): Buffer => createHash('sha256').update(passphrase).digest()

/** A copy of a secret that is valid and readable again. */
const checked = (id: string, secret: Uint8Array): Buffer => {
  checkSecret(id, secret)
  return Buffer.from(secret)
}

const falseWhenMissing = (thrown: unknown): false => {
  if (thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR'))
    return false
  throw thrown
}
