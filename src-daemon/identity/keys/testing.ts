import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { keyOfKeyId } from '../dids/did-key.ts'
import { openIdentity, type OpenedIdentity } from '../index.ts'
import type { IdentityService } from '../core/types.ts'
import type { KeyStore } from '../stores/keystore.ts'
import { sameSecret } from '../stores/secret-text.ts'
import { createVault, type Vault } from '../stores/vault.ts'

export const PASSPHRASE = 'correct horse battery'

/** Resolves DIDs that contain their key; other methods have their own tests. */
const dids = { key: (keyId: string) => Promise.resolve(keyOfKeyId(keyId)) }

/** A keychain whose failures the test controls; the real one has its own test. */
export const keychainInMemory = () => {
  const secrets = new Map<string, Uint8Array>()
  const weather = {
    problem: null as 'absent' | 'locked' | null,
    losesWrites: false,
    dieAfterWrite: false,
    dieBeforeWrite: false,
  }
  const check = (): void => {
    if (weather.problem !== null) throw new SatchelError(`keystore_${weather.problem}`)
  }
  const keychain: KeyStore = {
    backend: 'keychain',
    name: 'Test keychain',
    probe: () => Promise.resolve(weather.problem),
    ids: () =>
      Promise.resolve().then(() => {
        check()
        return [...secrets.keys()]
      }),
    read: (id) =>
      Promise.resolve().then(() => {
        check()
        const secret = secrets.get(id)
        return secret === undefined ? null : Uint8Array.from(secret)
      }),
    create: (id, secret) =>
      Promise.resolve().then(() => {
        check()
        if (weather.dieBeforeWrite) throw new Error('power cut')
        if (!weather.losesWrites) secrets.set(id, Uint8Array.from(secret))
        if (weather.dieAfterWrite || weather.losesWrites) throw new Error('power cut')
      }),
    remove: (id, expected) =>
      Promise.resolve().then(() => {
        check()
        const held = secrets.get(id)
        if (held === undefined) return false
        if (!sameSecret(held, expected)) throw new SatchelError('keystore_failed')
        return secrets.delete(id)
      }),
  }
  return { keychain, secrets, weather }
}

export const absentKeychain = (): KeyStore => {
  const made = keychainInMemory()
  made.weather.problem = 'absent'
  return made.keychain
}

/** Judges nothing: strength has its own tests. */
export const anyPassphrase = { check: () => Promise.resolve() }

/** A data directory with a real database and a real vault file, new for every test. */
export interface IdentityHome {
  dataDir: string
  /** Encrypts databases created from now on. */
  dataKey: string | null
  clock: Date
  /** The log lines, oldest first. */
  warnings: { code: string; message: string }[]
  now(): Date
  database(): Database
  /** Like the real one, but fast enough for a test's timeout. */
  vault(): Vault
  open(keychain: KeyStore, vaultPassphrase?: string, vault?: Vault): Promise<OpenedIdentity>
  ready(keychain: KeyStore, vaultPassphrase?: string, vault?: Vault): Promise<IdentityService>
  /** The next use opens it again. */
  closeDatabase(): void
  loseDatabase(): void
}

export const useIdentityHome = (): IdentityHome => {
  let db: Database | null = null
  const close = (): void => {
    db?.close()
    db = null
  }
  const home: IdentityHome = {
    dataDir: '',
    dataKey: null,
    clock: new Date(0),
    warnings: [],
    now: () => new Date(home.clock),
    database: () => (db ??= openDatabase({ path: join(home.dataDir, 'state.db'), key: home.dataKey })),
    vault: () => createVault({ path: join(home.dataDir, 'vault.age'), workFactor: 10, now: home.now }),
    open: (keychain, vaultPassphrase, vault = home.vault()) =>
      openIdentity({
        db: home.database(),
        dataDir: home.dataDir,
        now: home.now,
        dids,
        keychain,
        vault,
        vaultPassphrase,
        backupWorkFactor: 10,
        passphrases: anyPassphrase,
        warn: ({ code }, message) => {
          home.warnings.push({ code, message })
        },
      }),
    ready: async (keychain, vaultPassphrase, vault) => {
      const opened = await home.open(keychain, vaultPassphrase, vault)
      if (opened.kind !== 'ready') throw new Error(`expected ready, not ${opened.kind} (${opened.reason})`)
      return opened.identity
    },
    closeDatabase: close,
    loseDatabase: () => {
      close()
      for (const name of readdirSync(home.dataDir))
        if (name.startsWith('state.db')) rmSync(join(home.dataDir, name))
    },
  }
  beforeEach(() => {
    home.dataDir = mkdtempSync(join(tmpdir(), 'satchel-identity-'))
    home.clock = new Date('2026-01-02T03:04:05.000Z')
    home.warnings = []
    home.dataKey = null
  })
  afterEach(() => {
    close()
    rmSync(home.dataDir, { recursive: true })
  })
  return home
}
