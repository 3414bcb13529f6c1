import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import { absentKeychain, anyPassphrase, keychainInMemory, PASSPHRASE, useIdentityHome } from './testing.ts'
import { openDatabase } from '../../storage/index.ts'
import { DATA_KEY, newEntryId } from '../stores/entry-id.ts'
import type { KeyStore } from '../stores/keystore.ts'
import { createVault } from '../stores/vault.ts'
import { readEncryptionFile } from './encryption-file.ts'
import { openDataKey, type OpenDataKeyDeps } from './open-data-key.ts'

const home = useIdentityHome()

const open = (keychain: KeyStore, more: Partial<OpenDataKeyDeps> = {}) =>
  openDataKey({
    dataDir: home.dataDir,
    keychain,
    vault: home.vault(),
    path: join(home.dataDir, 'state.db'),
    inUse: false,
    passphrases: anyPassphrase,
    ...more,
  })
const keyFrom = async (keychain: KeyStore, more: Partial<OpenDataKeyDeps> = {}): Promise<string> => {
  const opened = await open(keychain, more)
  if (opened.kind !== 'open') throw new Error(`expected a key, not ${opened.kind}`)
  return opened.key
}
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : String(thrown)),
  )

it('makes a random key in the keychain, and finds it again', async () => {
  const { keychain, secrets } = keychainInMemory()
  const key = await keyFrom(keychain)
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  expect(await keyFrom(keychain, { inUse: true })).toBe(key)
  expect(secrets.size).toBe(1)
  for (const name of readdirSync(home.dataDir))
    expect(readFileSync(join(home.dataDir, name), 'utf8')).not.toContain(key)
})

it('never creates another key while data needs the missing one', async () => {
  const { keychain, secrets, weather } = keychainInMemory()
  await keyFrom(keychain)
  weather.problem = 'locked'
  expect(await codeOf(open(keychain, { inUse: true }))).toBe('data_key_unavailable')
  weather.problem = null
  secrets.clear()
  expect(await codeOf(open(keychain, { inUse: true }))).toBe('database_key_missing')
  rmSync(join(home.dataDir, 'encryption.json'))
  expect(await codeOf(open(keychain, { inUse: true }))).toBe('database_key_missing')
  expect(secrets.size).toBe(0)
  writeFileSync(join(home.dataDir, 'encryption.json'), '{')
  expect(await codeOf(open(keychain, { inUse: true }))).toBe('encryption_file_corrupt')
})

describe.each([
  ['missing', (file: string) => rmSync(file)],
  ['damaged', (file: string) => truncateSync(file, 20)],
  ['empty', (file: string) => truncateSync(file, 0)],
  ['another computer’s', (file: string) => writeFileSync(file, '{"version":1}')],
])('where encryption.json is %s', (what, lose) => {
  const isDamaged = what === 'damaged' || what === 'empty'
  const file = (): string => join(home.dataDir, 'encryption.json')
  const path = (): string => join(home.dataDir, 'state.db')
  const encrypt = (key: string): void => {
    openDatabase({ path: path(), key, steps: ['CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT'] }).close()
  }
  const kept = (): readonly string[] =>
    readdirSync(home.dataDir).filter((name) => name.startsWith('encryption.json.kept-'))

  it('the key in the keychain that opens the data is found among others, and recorded again', async () => {
    const { keychain, secrets } = keychainInMemory()
    for (const other of ['aa', 'bb']) secrets.set(newEntryId(DATA_KEY), Buffer.from(other.repeat(32)))
    const key = await keyFrom(keychain)
    secrets.set(newEntryId(DATA_KEY), Buffer.from('cc'.repeat(32)))
    const { key: record } = readEncryptionFile(home.dataDir)
    encrypt(key)
    lose(file())
    expect(await keyFrom(keychain, { inUse: true })).toBe(key)
    expect(readEncryptionFile(home.dataDir).key).toEqual(record)
    expect(secrets.size).toBe(4)
    expect(kept()).toHaveLength(isDamaged ? 1 : 0)
  })

  it('the key in the vault is found once that is open', async () => {
    const vault = home.vault()
    const key = await keyFrom(absentKeychain(), { vault, vaultPassphrase: PASSPHRASE })
    encrypt(key)
    lose(file())
    vault.lock()
    const asked = await open(absentKeychain(), { vault, inUse: true })
    if (asked.kind !== 'needs_vault') throw new Error(asked.kind)
    expect(await codeOf(asked.unlock('another passphrase'))).toBe('wrong_passphrase')
    expect(await asked.unlock(PASSPHRASE)).toBe(key)
    expect(readEncryptionFile(home.dataDir).key).toMatchObject({ backend: 'vault', stored: true })
  })

  it('a key of other data is not taken, and nothing is changed', async () => {
    const { keychain, secrets } = keychainInMemory()
    encrypt(await keyFrom(keychain))
    secrets.clear()
    secrets.set(newEntryId(DATA_KEY), Buffer.from('dd'.repeat(32)))
    lose(file())
    const before = readdirSync(home.dataDir)
    expect(await codeOf(open(keychain, { inUse: true }))).toBe(
      isDamaged ? 'encryption_file_corrupt' : 'database_key_missing',
    )
    expect(readdirSync(home.dataDir)).toEqual(before)
  })
})

it.each(['dieBeforeWrite', 'dieAfterWrite'] as const)(
  '%s: the next start finds or makes one key',
  async (died) => {
    const { keychain, secrets, weather } = keychainInMemory()
    weather[died] = true
    expect(await codeOf(open(keychain))).toContain('power cut')
    weather[died] = false
    const key = await keyFrom(keychain)
    expect(readEncryptionFile(home.dataDir).key?.stored).toBe(true)
    expect(await keyFrom(keychain, { inUse: true })).toBe(key)
    expect(secrets.size).toBe(1)
  },
)

it('without a keychain makes the vault, and asks for its passphrase at the next start', async () => {
  const first = await open(absentKeychain())
  if (first.kind !== 'needs_vault') throw new Error(first.kind)
  expect(first).toMatchObject({ reason: 'absent', vaultExists: false })
  expect(await codeOf(first.unlock('short'))).toBe('weak_passphrase')
  const key = await first.unlock(PASSPHRASE)
  const second = await open(absentKeychain(), { inUse: true })
  if (second.kind !== 'needs_vault') throw new Error(second.kind)
  expect(second.vaultExists).toBe(true)
  expect(await codeOf(second.unlock('another passphrase'))).toBe('wrong_passphrase')
  expect(await second.unlock(PASSPHRASE)).toBe(key)
  expect(await open(absentKeychain(), { inUse: true, vaultPassphrase: PASSPHRASE })).toEqual({
    kind: 'open',
    key,
    unattended: true,
  })
  rmSync(join(home.dataDir, 'vault.age'))
  expect(await codeOf(open(absentKeychain(), { inUse: true }))).toBe('database_key_missing')
})

it('the owner’s key is made in the vault that the key of the data began', async () => {
  const vault = home.vault()
  await keyFrom(absentKeychain(), { vault, vaultPassphrase: PASSPHRASE })
  const identity = await home.ready(absentKeychain(), PASSPHRASE, vault)
  expect(vault.ids()).toHaveLength(2)
  expect(vault.ids()).toContain(identity.ownerDid)
  identity.close()
})

it('a crash between the two keys leaves an owner that is created again, not one without a key', async () => {
  const vault = home.vault()
  await keyFrom(absentKeychain(), { vault, vaultPassphrase: PASSPHRASE })
  const dying = { ...vault, create: () => Promise.reject(new Error('power cut')) }
  expect(await codeOf(home.ready(absentKeychain(), PASSPHRASE, dying))).toContain('power cut')
  const identity = await home.ready(absentKeychain(), PASSPHRASE, vault)
  expect(vault.ids()).toContain(identity.ownerDid)
  identity.close()
})

it('moves with the other secrets to the vault and back', async () => {
  const { keychain, secrets } = keychainInMemory()
  const key = await keyFrom(keychain)
  const vault = createVault({ path: join(home.dataDir, 'vault.age'), workFactor: 8 })
  const identity = await home.ready(keychain, undefined, vault)
  await identity.moveTo({ backend: 'vault', passphrase: PASSPHRASE })
  expect(secrets.size).toBe(0)
  expect(readEncryptionFile(home.dataDir).key?.backend).toBe('vault')
  expect(await keyFrom(keychain, { vault, inUse: true, vaultPassphrase: PASSPHRASE })).toBe(key)
  await identity.moveTo({ backend: 'keychain' })
  expect(await vault.exists()).toBe(false)
  expect(await keyFrom(keychain, { vault, inUse: true })).toBe(key)
  identity.close()
})

it('makes no vault with a passphrase that is easy to guess, and says why', async () => {
  const passphrases = { check: () => Promise.reject(new SatchelError('guessable_passphrase')) }
  const needs = await open(absentKeychain(), { passphrases })
  if (needs.kind !== 'needs_vault') throw new Error('expected needs_vault')
  expect(await codeOf(needs.unlock('password123'))).toBe('guessable_passphrase')
  expect(readdirSync(home.dataDir)).not.toContain('vault.age')
  expect(await open(absentKeychain(), { passphrases, vaultPassphrase: 'password123' })).toMatchObject({
    kind: 'needs_vault',
    unlockProblem: { code: 'guessable_passphrase' },
  })
})
