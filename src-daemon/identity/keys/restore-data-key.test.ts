import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import { keyFits } from '../../storage/index.ts'
import { createAttempts } from '../stores/attempts.ts'
import type { KeyStore } from '../stores/keystore.ts'
import type { Vault } from '../stores/vault.ts'
import { writeBackup } from './backup-file.ts'
import { newSecret, publicPartOf } from './curves.ts'
import { changeEncryptionFile, readEncryptionFile } from './encryption-file.ts'
import { openDataKey } from './open-data-key.ts'
import { restoreDataKey, type RestoreDataKeyRequest } from './restore-data-key.ts'
import { createFuse, fuseKeychain, fuseVault, type Accident } from './testing/fuse.ts'
import { absentKeychain, anyPassphrase, keychainInMemory, PASSPHRASE, useIdentityHome } from './testing.ts'

const FILE = 'passphrase of the file'
const home = useIdentityHome()
let attempts = createAttempts(home.now)
let key = ''
const path = (): string => join(home.dataDir, 'state.db')
beforeEach(() => {
  attempts = createAttempts(home.now)
})

/** Data that is encrypted with a key in the given store, and a backup from then. */
const encryptedData = async (keychain: KeyStore, vault = home.vault()): Promise<Uint8Array> => {
  const opened = await openDataKey({
    ...{ dataDir: home.dataDir, keychain, vault, path: path(), inUse: false },
    ...{ passphrases: anyPassphrase, vaultPassphrase: PASSPHRASE },
  })
  if (opened.kind !== 'open') throw new Error(opened.kind)
  key = opened.key
  home.dataKey = key
  const identity = await home.ready(keychain, PASSPHRASE, vault)
  const { fileBase64 } = await identity.backup({ passphrase: FILE, current: PASSPHRASE })
  identity.close()
  home.closeDatabase()
  return Buffer.from(fileBase64, 'base64')
}
const backupWith = (dataKey: string | null): Promise<Uint8Array> => {
  const secret = newSecret('Ed25519')
  const createdAt = home.now().toISOString()
  const part = publicPartOf('Ed25519', secret)
  const facts = {
    kind: 'Ed25519',
    label: 'x',
    createdAt,
    retiredAt: null,
    isChainAccount: false,
    wallet: null,
  } as const
  const keys = [{ ...part, ...facts, secret }]
  return writeBackup({ createdAt, ownerDid: part.did, keys, rotations: [], dataKey }, FILE, 10)
}

const restore = (
  file: Uint8Array,
  stores: { keychain: KeyStore; vault?: Vault },
  more: Partial<RestoreDataKeyRequest> = {},
): Promise<string> =>
  restoreDataKey(
    {
      ...{ vault: home.vault(), ...stores, dataDir: home.dataDir, passphrases: anyPassphrase, attempts },
      fits: (candidate) => keyFits(path(), candidate),
    },
    { file, passphrase: FILE, dryRun: false, ...more },
  )
/** What the next start finds. */
const found = async (keychain: KeyStore, vaultPassphrase?: string): Promise<string> => {
  const opened = await openDataKey({
    ...{ dataDir: home.dataDir, keychain, vault: home.vault(), path: path(), inUse: true },
    ...{ passphrases: anyPassphrase, vaultPassphrase },
  })
  if (opened.kind !== 'open') throw new Error(opened.kind)
  return opened.key
}
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (thrown: unknown) => (thrown instanceof SatchelError ? thrown.code : String(thrown)),
  )
const everything = (): readonly unknown[] =>
  readdirSync(home.dataDir)
    .toSorted()
    .map((name) => [
      name,
      statSync(join(home.dataDir, name)).mtimeMs,
      readFileSync(join(home.dataDir, name)).toString('base64'),
    ])

describe('a backup of encrypted data', () => {
  it('holds its key, and when it was made is known without the key', async () => {
    const { keychain } = keychainInMemory()
    const file = await encryptedData(keychain)
    expect(readEncryptionFile(home.dataDir).key?.backedUpAt).toBe(home.now().toISOString())
    for (const name of readdirSync(home.dataDir))
      expect(readFileSync(join(home.dataDir, name), 'latin1')).not.toContain(key)
    expect(await restore(file, { keychain }, { dryRun: true })).toBe(key)
  })

  it('counts for the key it holds alone: a new key is in no backup', async () => {
    const { keychain, secrets } = keychainInMemory()
    await encryptedData(keychain)
    secrets.clear()
    rmSync(path())
    await openDataKey({
      ...{ dataDir: home.dataDir, keychain, vault: home.vault(), path: path(), inUse: false },
      passphrases: anyPassphrase,
    })
    // The entry is the old one's, but not what is in it.
    expect(readEncryptionFile(home.dataDir).key?.backedUpAt).toBeNull()
  })

  it('an export of one key doesn’t hold it', async () => {
    const { keychain } = keychainInMemory()
    await encryptedData(keychain)
    changeEncryptionFile(home.dataDir, {
      key: { entry: 'x', backend: 'keychain', stored: true, backedUpAt: null },
    })
    const identity = await home.ready(keychain)
    const { keyIds } = await identity.backup({ passphrase: FILE })
    changeEncryptionFile(home.dataDir, {
      key: { entry: 'x', backend: 'keychain', stored: true, backedUpAt: null },
    })
    const { fileBase64 } = await identity.exportKey({ keyId: keyIds[0] ?? '', passphrase: FILE })
    expect(readEncryptionFile(home.dataDir).key?.backedUpAt).toBeNull()
    identity.close()
    expect(await codeOf(restore(Buffer.from(fileBase64, 'base64'), { keychain }))).toBe(
      'backup_without_data_key',
    )
  })
})

describe('the key of the data comes back', () => {
  it('into the keychain that lost it', async () => {
    const { keychain, secrets } = keychainInMemory()
    const file = await encryptedData(keychain)
    secrets.clear()
    expect(await restore(file, { keychain })).toBe(key)
    expect(await found(keychain)).toBe(key)
    expect(readEncryptionFile(home.dataDir).key?.backedUpAt).toBe(home.now().toISOString())
    expect(secrets.size).toBe(1)
  })

  it('beside another key under its entry, which stays', async () => {
    const { keychain, secrets } = keychainInMemory()
    const file = await encryptedData(keychain)
    const entry = readEncryptionFile(home.dataDir).key?.entry ?? ''
    const other = Buffer.from(randomBytes(32).toString('hex'))
    secrets.set(entry, other)
    expect(await restore(file, { keychain })).toBe(key)
    expect(await found(keychain)).toBe(key)
    expect(Buffer.from(secrets.get(entry) ?? []).equals(other)).toBe(true)
  })

  it('on a computer without a keychain into a new vault, with the backup’s passphrase or another', async () => {
    const file = await encryptedData(keychainInMemory().keychain)
    const keychain = absentKeychain()
    expect(await restore(file, { keychain })).toBe(key)
    expect(await found(keychain, FILE)).toBe(key)
    rmSync(join(home.dataDir, 'vault.age'))
    expect(await codeOf(found(keychain, FILE))).toBe('database_key_missing')
    expect(await restore(file, { keychain }, { vaultPassphrase: PASSPHRASE })).toBe(key)
    expect(await found(keychain, PASSPHRASE)).toBe(key)
  })

  it('on a new computer that has only the database', async () => {
    const file = await encryptedData(keychainInMemory().keychain)
    for (const name of readdirSync(home.dataDir))
      if (!name.startsWith('state.db')) rmSync(join(home.dataDir, name))
    const { keychain } = keychainInMemory()
    expect(await restore(file, { keychain })).toBe(key)
    expect(await found(keychain)).toBe(key)
  })

  it('into a vault that is there and doesn’t have it, with the vault’s own passphrase', async () => {
    const vault = home.vault()
    const file = await encryptedData(absentKeychain(), vault)
    rmSync(join(home.dataDir, 'vault.age'))
    const secret = newSecret('Ed25519')
    await home.vault().make(PASSPHRASE, { id: publicPartOf('Ed25519', secret).did, secret })
    const before = everything()
    const keychain = absentKeychain()
    expect(await codeOf(restore(file, { keychain }))).toBe('vault_passphrase_other')
    expect(await codeOf(restore(file, { keychain }, { vaultPassphrase: 'wrong' }))).toBe('wrong_passphrase')
    expect(everything()).toEqual(before)
    expect(await restore(file, { keychain }, { vaultPassphrase: PASSPHRASE })).toBe(key)
    expect(await found(keychain, PASSPHRASE)).toBe(key)
    const now = home.vault()
    await now.unlock(PASSPHRASE)
    expect(now.ids()).toHaveLength(2)
  })
})

describe('nothing changes', () => {
  it('for a wrong passphrase, another file, a backup without a key or with another', async () => {
    const { keychain, secrets } = keychainInMemory()
    const file = await encryptedData(keychain)
    secrets.clear()
    const before = everything()
    const damaged = Uint8Array.from(file)
    damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1
    for (const [given, code] of [
      [await backupWith(null), 'backup_without_data_key'],
      [await backupWith(randomBytes(32).toString('hex')), 'backup_data_key_other'],
      [damaged, 'backup_invalid'],
      [Buffer.from('not a backup'), 'backup_invalid'],
      [new Uint8Array(), 'backup_invalid'],
    ] as const)
      expect(await codeOf(restore(given, { keychain }))).toBe(code)
    expect(await codeOf(restore(file, { keychain }, { passphrase: 'wrong' }))).toBe('wrong_passphrase')
    expect(await restore(file, { keychain }, { dryRun: true })).toBe(key)
    expect(everything()).toEqual(before)
    expect(secrets.size).toBe(0)
  })

  it('while the keychain is locked: it may still have the key', async () => {
    const { keychain, weather } = keychainInMemory()
    const file = await encryptedData(keychain)
    const before = everything()
    weather.problem = 'locked'
    expect(await codeOf(restore(file, { keychain }))).toBe('data_key_unavailable')
    expect(everything()).toEqual(before)
  })

  it('after five wrong passphrases in a minute, even for the right one', async () => {
    const { keychain, secrets } = keychainInMemory()
    const file = await encryptedData(keychain)
    secrets.clear()
    for (let guess = 0; guess < 5; guess++)
      expect(await codeOf(restore(file, { keychain }, { passphrase: `guess ${String(guess)}` }))).toBe(
        'wrong_passphrase',
      )
    expect(await codeOf(restore(file, { keychain }))).toBe('too_many_passphrases')
    expect(secrets.size).toBe(0)
    home.clock = new Date(home.clock.getTime() + 61_000)
    expect(await restore(file, { keychain })).toBe(key)
  })
})

describe('a crash or failure at every step', () => {
  /** Where the key was, and how it was lost. */
  const stories = {
    'keychain that lost it': async () => {
      const { keychain, secrets } = keychainInMemory()
      const file = await encryptedData(keychain)
      secrets.clear()
      return { file, keychain }
    },
    'keychain with another key': async () => {
      const { keychain, secrets } = keychainInMemory()
      const file = await encryptedData(keychain)
      secrets.set(readEncryptionFile(home.dataDir).key?.entry ?? '', Buffer.alloc(64, 'a'))
      return { file, keychain }
    },
    'new keychain, nothing recorded': async () => {
      const file = await encryptedData(keychainInMemory().keychain)
      for (const name of ['encryption.json', 'identity.json']) rmSync(join(home.dataDir, name))
      return { file, keychain: keychainInMemory().keychain }
    },
    'no keychain any more': async () => {
      const file = await encryptedData(keychainInMemory().keychain)
      return { file, keychain: absentKeychain() }
    },
    'vault that lost it': async () => {
      const file = await encryptedData(absentKeychain())
      rmSync(join(home.dataDir, 'vault.age'))
      const secret = newSecret('Ed25519')
      await home.vault().make(FILE, { id: publicPartOf('Ed25519', secret).did, secret })
      return { file, keychain: absentKeychain() }
    },
  }

  it.each(
    Object.entries(stories).flatMap(([name, story]) =>
      (['fails', 'fails after', 'dies'] as const).map((accident) => [name, accident, story] as const),
    ),
  )(
    '%s, %s: the recorded entry stays until another has the key, and a repetition finishes',
    async (_name, accident: Accident, story) => {
      let steps = 0
      for (let at = 1; ; at += 1) {
        const { file, keychain } = await story()
        const recorded = readEncryptionFile(home.dataDir).key
        const database = readFileSync(path())
        const fuse = createFuse(accident, at)
        const stores = { keychain: fuseKeychain(keychain, fuse), vault: fuseVault(home.vault(), fuse) }
        const code = await codeOf(restore(file, stores))
        steps += fuse.blown() ? 1 : 0
        // A step that fails may be one that isn't needed, as `exists`.
        if (code !== 'none' && recorded !== null)
          expect(readEncryptionFile(home.dataDir).key).toEqual(recorded)
        expect(readFileSync(path()).equals(database)).toBe(true)
        expect(await restore(file, { keychain })).toBe(key)
        expect(await found(keychain, FILE)).toBe(key)
        if (existsSync(join(home.dataDir, 'vault.age'))) {
          const vault = home.vault()
          await vault.unlock(FILE)
          expect(vault.ids().filter((id) => id.startsWith('secret:data/key:'))).toHaveLength(1)
        }
        home.loseDatabase()
        for (const name of readdirSync(home.dataDir)) rmSync(join(home.dataDir, name))
        if (!fuse.blown()) break
      }
      expect(steps).toBeGreaterThan(2)
    },
    120_000,
  )
})
