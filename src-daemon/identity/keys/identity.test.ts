import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../storage/index.ts'
import { openIdentity } from '../index.ts'
import { absentKeychain, anyPassphrase, keychainInMemory, PASSPHRASE, useIdentityHome } from './testing.ts'
import { createVault } from '../stores/vault.ts'

const bytes = Buffer.from('hello')
const use = { bytes, purpose: 'test', requester: 'internal' }
const home = useIdentityHome()

describe('an owner in the OS keychain', () => {
  it('is created once, found again, and makes signatures that anyone can verify', async () => {
    const { keychain, secrets } = keychainInMemory()
    const first = await home.ready(keychain)
    expect(secrets.size).toBe(1)
    const again = await home.ready(keychain)
    expect(again.ownerDid).toBe(first.ownerDid)
    expect(secrets.size).toBe(1)
    const { keyId, signature } = await again.sign(use)
    expect(await first.verify({ keyId, bytes, signature })).toBe(true)
    expect(await first.verify({ keyId, bytes: Buffer.from('hullo'), signature })).toBe(false)
    expect(await again.status()).toEqual({
      backend: 'keychain',
      state: 'ready',
      keychainProblem: null,
      keychainName: 'Test keychain',
      locksAt: null,
    })
    expect(again.keys()).toMatchObject([
      { did: first.ownerDid, isOwner: true, uses: 1, lastUsedAt: home.now().toISOString() },
    ])
  })

  it('survives the loss of the database', async () => {
    const { keychain } = keychainInMemory()
    const { ownerDid } = await home.ready(keychain)
    home.loseDatabase()
    expect((await home.ready(keychain)).ownerDid).toBe(ownerDid)
  })

  it('is picked up after a crash between storing the secret and writing it down', async () => {
    const { keychain, secrets, weather } = keychainInMemory()
    weather.dieAfterWrite = true
    await expect(home.open(keychain)).rejects.toThrow('power cut')
    weather.dieAfterWrite = false
    expect([...secrets.keys()]).toEqual([(await home.ready(keychain)).ownerDid])
  })

  it('is created again after a crash before anything was stored', async () => {
    const { keychain, secrets, weather } = keychainInMemory()
    weather.losesWrites = true
    await expect(home.open(keychain)).rejects.toThrow('power cut')
    weather.losesWrites = false
    const { ownerDid } = await home.ready(keychain)
    expect([...secrets.keys()]).toEqual([ownerDid])
  })

  it.each([
    { what: 'locked', state: { problem: 'locked' as const }, problem: 'locked', code: 'keystore_locked' },
    {
      what: 'gone with its service',
      state: { problem: 'absent' as const },
      problem: 'changed',
      code: 'key_missing',
    },
  ])(
    'is never replaced while the keychain is $what: only signing fails',
    async ({ state, problem, code }) => {
      const { keychain, secrets, weather } = keychainInMemory()
      const { ownerDid } = await home.ready(keychain)
      Object.assign(weather, state)
      const identity = await home.ready(keychain)
      expect(identity.ownerDid).toBe(ownerDid)
      expect(await identity.status()).toMatchObject({ state: 'locked', keychainProblem: problem })
      await expect(identity.sign(use)).rejects.toMatchObject({ code })
      expect(identity.signatures({ limit: 10 })).toEqual([])
      expect(secrets.size).toBe(1)
    },
  )

  it('is never replaced when its secret was deleted, not even with an empty database', async () => {
    const { keychain, secrets } = keychainInMemory()
    const { ownerDid } = await home.ready(keychain)
    secrets.clear()
    home.loseDatabase()
    const identity = await home.ready(keychain, PASSPHRASE)
    expect(identity.ownerDid).toBe(ownerDid)
    expect(secrets.size).toBe(0)
    expect(existsSync(join(home.dataDir, 'vault.age'))).toBe(false)
    expect(await identity.status()).toMatchObject({ state: 'locked', keychainProblem: 'changed' })
    await expect(identity.sign(use)).rejects.toMatchObject({ code: 'key_missing' })
  })

  it('is not guessed when identity.json is damaged and the database is lost', async () => {
    const { keychain } = keychainInMemory()
    const { ownerDid } = await home.ready(keychain)
    writeFileSync(join(home.dataDir, 'identity.json'), '{')
    expect((await home.ready(keychain)).ownerDid).toBe(ownerDid)
    home.loseDatabase()
    await expect(home.open(keychain)).rejects.toMatchObject({ code: 'identity_file_corrupt' })
    expect(readFileSync(join(home.dataDir, 'identity.json'), 'utf8')).toBe('{')
  })
})

describe('an owner in the vault', () => {
  it('is made only after the user was told why and chose a passphrase', async () => {
    const opened = await home.open(absentKeychain())
    if (opened.kind !== 'needs_vault') throw new Error('expected needs_vault')
    expect(opened).toMatchObject({ reason: 'absent', vaultExists: false })
    await expect(opened.createVault('short')).rejects.toMatchObject({ code: 'weak_passphrase' })
    const identity = await opened.createVault(PASSPHRASE)
    expect(await identity.status()).toEqual({
      backend: 'vault',
      state: 'ready',
      keychainProblem: 'absent',
      keychainName: 'Test keychain',
      locksAt: null,
    })
    await identity.sign(use)
  })

  it('is one owner, also when two windows create it at once', async () => {
    const opened = await home.open(absentKeychain())
    if (opened.kind !== 'needs_vault') throw new Error('expected needs_vault')
    const [one, two] = await Promise.all([opened.createVault(PASSPHRASE), opened.createVault(PASSPHRASE)])
    expect(one.ownerDid).toBe(two.ownerDid)
    await two.sign(use)
  })

  it('is locked after a restart until the passphrase is given', async () => {
    const { ownerDid } = await home.ready(absentKeychain(), PASSPHRASE)
    const identity = await home.ready(absentKeychain())
    expect(identity.ownerDid).toBe(ownerDid)
    expect(await identity.status()).toMatchObject({ state: 'locked', keychainProblem: 'absent' })
    await expect(identity.sign(use)).rejects.toMatchObject({ code: 'keystore_locked' })
    await expect(identity.unlock('wrong passphrase')).rejects.toMatchObject({ code: 'wrong_passphrase' })
    await identity.unlock(PASSPHRASE)
    await identity.sign(use)
  })

  it('starts locked, with the reason, when the environment brings a wrong passphrase', async () => {
    await home.ready(absentKeychain(), PASSPHRASE)
    const opened = await home.open(absentKeychain(), 'wrong passphrase')
    expect(opened).toMatchObject({ kind: 'ready', unlockProblem: { code: 'wrong_passphrase' } })
  })

  it('is found again when only vault.age is left, even beside a working keychain', async () => {
    const { ownerDid } = await home.ready(absentKeychain(), PASSPHRASE)
    rmSync(join(home.dataDir, 'identity.json'))
    home.loseDatabase()
    const { keychain, secrets } = keychainInMemory()
    expect(await home.open(keychain, 'wrong passphrase')).toMatchObject({
      kind: 'needs_vault',
      vaultExists: true,
      reason: 'changed',
      unlockProblem: { code: 'wrong_passphrase' },
    })
    expect((await home.ready(keychain, PASSPHRASE)).ownerDid).toBe(ownerDid)
    expect(secrets.size).toBe(0)
  })

  it('is known while the vault is damaged, and leaves the vault unchanged', async () => {
    const { ownerDid } = await home.ready(absentKeychain(), PASSPHRASE)
    writeFileSync(join(home.dataDir, 'vault.age'), 'damaged')
    home.loseDatabase()
    const opened = await home.open(absentKeychain(), PASSPHRASE)
    expect(opened).toMatchObject({
      kind: 'ready',
      identity: { ownerDid },
      unlockProblem: { code: 'vault_corrupt' },
    })
    expect(readFileSync(join(home.dataDir, 'vault.age'), 'utf8')).toBe('damaged')
  })

  it('refuses another person’s vault', async () => {
    await home.ready(absentKeychain(), PASSPHRASE)
    const other = mkdtempSync(join(tmpdir(), 'satchel-identity-'))
    const otherDb = openDatabase({ path: join(other, 'state.db') })
    await openIdentity({
      db: otherDb,
      dataDir: other,
      now: home.now,
      dids: { key: () => Promise.reject(new Error('nothing to verify')) },
      keychain: absentKeychain(),
      vault: createVault({ path: join(other, 'vault.age'), workFactor: 10 }),
      vaultPassphrase: PASSPHRASE,
      passphrases: anyPassphrase,
    })
    copyFileSync(join(other, 'vault.age'), join(home.dataDir, 'vault.age'))
    otherDb.close()
    rmSync(other, { recursive: true })
    const identity = await home.ready(absentKeychain())
    await expect(identity.unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'key_missing' })
    await expect(identity.sign(use)).rejects.toMatchObject({ code: 'key_missing' })
  })
})
