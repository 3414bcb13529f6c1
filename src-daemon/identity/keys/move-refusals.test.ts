import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import type { KeyStoreBackend } from '../../contract/identity.ts'
import type { KeyStore } from '../stores/keystore.ts'
import { createMoveJournal } from './move-journal.ts'
import { createMoves, type Moves } from './move.ts'
import { createMemoryKeychain } from './testing/memory-keychain.ts'
import { newStored } from './testing/secrets.ts'
import { createVault, type Vault } from '../stores/vault.ts'

const PASSPHRASE = 'correct horse battery'
const [one, two] = [newStored('Ed25519'), newStored('P-256')] as const

let directory = ''
let keychain: KeyStore
let vault: Vault
let moves: Moves
/** The places according to the database. */
let places: Map<string, KeyStoreBackend>
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-move-'))
  keychain = createMemoryKeychain()
  places = new Map()
  start()
})
afterEach(() => rmSync(directory, { recursive: true }))

const vaultPath = (): string => join(directory, 'vault.age')
const journalPath = (): string => join(directory, 'move.json')
const start = (with_: Partial<{ keychain: KeyStore }> = {}): void => {
  vault = createVault({ path: vaultPath(), workFactor: 8 })
  const placeOf = (id: string): KeyStoreBackend | null => places.get(id) ?? null
  moves = createMoves({ keychain, vault, placeOf, journal: createMoveJournal(journalPath()), ...with_ })
}
const switchTo =
  (to: KeyStoreBackend, ...ids: string[]) =>
  (): void => {
    for (const id of ids) places.set(id, to)
  }
const moveBoth = (to: KeyStoreBackend, passphrase?: string): Promise<SatchelError | null> =>
  moves.move({ to, ids: [one.id, two.id], passphrase, switchRecord: switchTo(to, one.id, two.id) })
const inKeychain = async (): Promise<void> => {
  for (const { id, secret } of [one, two]) await keychain.create(id, secret)
  switchTo('keychain', one.id, two.id)()
}
const inVault = async (): Promise<void> => {
  await vault.make(PASSPHRASE, one, two)
  switchTo('vault', one.id, two.id)()
  vault.lock()
}
const keychainKeepsAll = async (): Promise<void> => {
  for (const { id, secret } of [one, two]) expect(await keychain.read(id)).toEqual(secret)
}

describe('a move that is refused leaves everything as it was', () => {
  it('for a passphrase that is missing, weak or wrong', async () => {
    await inKeychain()
    for (const weak of [undefined, '', '1234567'])
      await expect(moveBoth('vault', weak)).rejects.toMatchObject({ code: 'weak_passphrase' })
    expect(await vault.exists()).toBe(false)

    const other = newStored()
    await vault.make(PASSPHRASE, other)
    vault.lock()
    const before = readFileSync(vaultPath())
    await expect(moveBoth('vault', 'not this one')).rejects.toMatchObject({ code: 'wrong_passphrase' })
    await expect(moveBoth('vault')).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(readFileSync(vaultPath())).toEqual(before)
    expect([vault.isOpen(), existsSync(journalPath())]).toEqual([false, false])
    await keychainKeepsAll()
  })

  it('for a vault that is locked, missing or damaged', async () => {
    await expect(moveBoth('keychain')).rejects.toMatchObject({ code: 'keystore_locked' })
    await expect(moveBoth('keychain', PASSPHRASE)).rejects.toMatchObject({ code: 'vault_missing' })
    writeFileSync(vaultPath(), 'not a vault')
    await expect(moveBoth('keychain', PASSPHRASE)).rejects.toMatchObject({ code: 'vault_corrupt' })
    expect(readFileSync(vaultPath(), 'utf8')).toBe('not a vault')
    expect(await keychain.read(one.id)).toBeNull()
  })

  it('for a secret that is not where the record says', async () => {
    await keychain.create(one.id, one.secret)
    switchTo('keychain', one.id, two.id)()
    await expect(moveBoth('vault', PASSPHRASE)).rejects.toMatchObject({
      code: 'key_missing',
      params: { did: two.id },
    })
    expect(await vault.exists()).toBe(false)
    expect(await keychain.read(one.id)).toEqual(one.secret)
  })

  it('for another secret under the same name, and closes the vault it opened', async () => {
    await inKeychain()
    await vault.make(PASSPHRASE, { id: two.id, secret: newStored().secret })
    vault.lock()
    const before = readFileSync(vaultPath())
    await expect(moveBoth('vault', PASSPHRASE)).rejects.toMatchObject({ code: 'key_exists' })
    expect(readFileSync(vaultPath())).toEqual(before)
    expect([vault.isOpen(), existsSync(journalPath())]).toEqual([false, false])
    await keychainKeepsAll()
  })

  it('for a keychain that stores nothing, cannot be reached or alters what it stores', async () => {
    await inVault()
    const before = readFileSync(vaultPath())
    const refuse = (code: 'keystore_absent' | 'keystore_locked') => () =>
      Promise.reject(new SatchelError(code))
    const bad: Partial<KeyStore>[] = [
      { read: refuse('keystore_absent'), create: refuse('keystore_absent') },
      { create: refuse('keystore_locked') },
      { create: () => Promise.resolve() },
      {
        create: (id, secret) =>
          keychain.create(
            id,
            secret.map((byte) => byte ^ 1),
          ),
      },
    ]
    const codes = ['keystore_absent', 'keystore_locked', 'keystore_failed', 'key_exists']
    for (const [at, part] of bad.entries()) {
      start({ keychain: { ...keychain, ...part } })
      await expect(moveBoth('keychain', PASSPHRASE)).rejects.toMatchObject({ code: codes[at] })
      expect(readFileSync(vaultPath())).toEqual(before)
      expect([places.get(one.id), vault.isOpen()]).toEqual(['vault', false])
    }
  })
})

describe('what a move cannot finish at once', () => {
  /** The secrets are in the vault and still in the keychain. */
  const halfDone = async (): Promise<void> => {
    await inKeychain()
    const stuck = { ...keychain, remove: () => Promise.reject(new SatchelError('keystore_locked')) }
    start({ keychain: stuck })
    expect(await moveBoth('vault', PASSPHRASE)).toMatchObject({ code: 'keystore_locked' })
    expect(places.get(one.id)).toBe('vault')
    start()
  }

  it('is done later, when the vault is open', async () => {
    await halfDone()
    expect(await moves.settle()).toMatchObject({ code: 'keystore_locked' })
    await keychainKeepsAll()
    await vault.unlock(PASSPHRASE)
    expect(await moves.settle()).toBeNull()
    expect([await keychain.read(one.id), await keychain.read(two.id)]).toEqual([null, null])
    expect(await vault.read(one.id)).toEqual(one.secret)
  })

  it('is left alone when the vault that was opened is gone, or is another now', async () => {
    await halfDone()
    await vault.unlock(PASSPHRASE)
    rmSync(vaultPath())
    expect(await moves.settle()).toMatchObject({ code: 'keystore_failed' })
    await createVault({ path: vaultPath(), workFactor: 8 }).make(PASSPHRASE, newStored())
    expect(await moves.settle()).toMatchObject({ code: 'keystore_failed' })
    start()
    await vault.unlock(PASSPHRASE)
    expect(await moves.settle()).toMatchObject({ code: 'key_missing' })
    await keychainKeepsAll()
  })

  it('is left alone when the keychain is another now: the vault stays', async () => {
    await inVault()
    await vault.unlock(PASSPHRASE)
    const digest = vault.digest()
    vault.lock()
    const ids = [one.id, two.id]
    switchTo('keychain', ...ids)()
    createMoveJournal(journalPath()).write({
      version: 1,
      to: 'keychain',
      ids,
      added: ids,
      vaultDigest: digest,
    })
    expect(await moves.settle()).toMatchObject({ code: 'key_missing' })
    await keychain.create(one.id, one.secret)
    await keychain.create(two.id, newStored().secret) // not the secret of this DID
    expect(await moves.settle()).toMatchObject({ code: 'key_missing' })
    await vault.unlock(PASSPHRASE)
    expect(await vault.read(two.id)).toEqual(two.secret)
    expect(await moves.settle()).toMatchObject({ code: 'key_exists' })
    expect(await vault.read(two.id)).toEqual(two.secret)
  })

  it('does not mistake a key that belongs in the vault for one that came with a move', async () => {
    await halfDone()
    // One of them was put back into the keychain, as by a restore: the record decides for each.
    switchTo('keychain', one.id)()
    await vault.unlock(PASSPHRASE)
    expect(await moves.settle()).toBeNull()
    expect([await keychain.read(one.id), await vault.read(one.id)]).toEqual([one.secret, null])
    expect([await keychain.read(two.id), await vault.read(two.id)]).toEqual([null, two.secret])
  })

  it('loses nothing when the record says it failed to switch, and did', async () => {
    await inKeychain()
    const switchRecord = (): void => {
      switchTo('vault', one.id, two.id)()
      throw new Error('after the commit')
    }
    const ids = [one.id, two.id]
    await expect(moves.move({ to: 'vault', ids, passphrase: PASSPHRASE, switchRecord })).rejects.toThrow(
      'after the commit',
    )
    await vault.unlock(PASSPHRASE)
    expect([await vault.read(one.id), await vault.read(two.id)]).toEqual([one.secret, two.secret])
  })

  it('does not guess from a note that cannot be read', async () => {
    await inKeychain()
    writeFileSync(journalPath(), '{"version":1')
    expect(await moves.settle()).toMatchObject({ code: 'identity_file_corrupt' })
    await expect(moveBoth('vault', PASSPHRASE)).rejects.toMatchObject({ code: 'identity_file_corrupt' })
    expect(readFileSync(journalPath(), 'utf8')).toBe('{"version":1')
    await keychainKeepsAll()
  })
})

it('makes two moves at once one after the other', async () => {
  await inKeychain()
  const [there, back] = await Promise.all([moveBoth('vault', PASSPHRASE), moveBoth('keychain', PASSPHRASE)])
  expect([there, back]).toEqual([null, null])
  await keychainKeepsAll()
  expect(await vault.exists()).toBe(false)
})
