import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import { openDatabase, type Database } from '../storage/index.ts'
import { openIdentity, ownerSigner, type OpenedIdentity } from './index.ts'
import type { KeyStore } from './keystore.ts'
import { createSignatureLog } from './signature-log.ts'
import type { IdentityService } from './types.ts'
import { createVault } from './vault.ts'

const PASSPHRASE = 'correct horse battery'
const bytes = Buffer.from('hello')
const use = { bytes, purpose: 'test', requester: 'internal' }
const now = (): Date => new Date('2026-01-02T03:04:05.000Z')

let dataDir = ''
let db: Database
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'satchel-identity-'))
  db = openDatabase({ path: join(dataDir, 'state.db') })
})
afterEach(() => {
  db.close()
  rmSync(dataDir, { recursive: true })
})

/** A keychain whose weather the test makes; the real one has its own test. */
const keychainInMemory = () => {
  const secrets = new Map<string, Uint8Array>()
  const weather = { problem: null as 'absent' | 'locked' | null, losesWrites: false, dieAfterWrite: false }
  const check = (): void => {
    if (weather.problem !== null) throw new SatchelError(`keystore_${weather.problem}`)
  }
  const keychain: KeyStore = {
    backend: 'keychain',
    name: 'Test keychain',
    probe: () => Promise.resolve(weather.problem),
    read: (id) =>
      Promise.resolve().then(() => {
        check()
        const secret = secrets.get(id)
        return secret === undefined ? null : Uint8Array.from(secret)
      }),
    create: (id, secret) =>
      Promise.resolve().then(() => {
        check()
        if (!weather.losesWrites) secrets.set(id, Uint8Array.from(secret))
        if (weather.dieAfterWrite || weather.losesWrites) throw new Error('power cut')
      }),
  }
  return { keychain, secrets, weather }
}

const absent = () => {
  const made = keychainInMemory()
  made.weather.problem = 'absent'
  return made.keychain
}
/** As the real one, but made for a test's patience. */
const quickVault = (directory: string) => createVault({ path: join(directory, 'vault.age'), workFactor: 10 })
const open = (keychain: KeyStore, vaultPassphrase?: string): Promise<OpenedIdentity> =>
  openIdentity({ db, dataDir, now, keychain, vault: quickVault(dataDir), vaultPassphrase })
const ready = async (keychain: KeyStore, vaultPassphrase?: string): Promise<IdentityService> => {
  const opened = await open(keychain, vaultPassphrase)
  if (opened.kind !== 'ready') throw new Error(`expected ready, not ${opened.kind} (${opened.reason})`)
  return opened.identity
}
const loseDatabase = (): void => {
  db.close()
  for (const name of readdirSync(dataDir)) if (name.startsWith('state.db')) rmSync(join(dataDir, name))
  db = openDatabase({ path: join(dataDir, 'state.db') })
}

describe('an owner in the OS keychain', () => {
  it('is made once, found again, and signs what everybody can verify', async () => {
    const { keychain, secrets } = keychainInMemory()
    const first = await ready(keychain)
    expect(secrets.size).toBe(1)
    const again = await ready(keychain)
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
    })
    expect(again.keys()).toMatchObject([
      { did: first.ownerDid, isOwner: true, uses: 1, lastUsedAt: now().toISOString() },
    ])
  })

  it('survives the loss of the database', async () => {
    const { keychain } = keychainInMemory()
    const { ownerDid } = await ready(keychain)
    loseDatabase()
    expect((await ready(keychain)).ownerDid).toBe(ownerDid)
  })

  it('is picked up after a crash between storing the secret and writing it down', async () => {
    const { keychain, secrets, weather } = keychainInMemory()
    weather.dieAfterWrite = true
    await expect(open(keychain)).rejects.toThrow('power cut')
    weather.dieAfterWrite = false
    expect([...secrets.keys()]).toEqual([(await ready(keychain)).ownerDid])
  })

  it('is made anew after a crash before anything was stored', async () => {
    const { keychain, secrets, weather } = keychainInMemory()
    weather.losesWrites = true
    await expect(open(keychain)).rejects.toThrow('power cut')
    weather.losesWrites = false
    const { ownerDid } = await ready(keychain)
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
      const { ownerDid } = await ready(keychain)
      Object.assign(weather, state)
      const identity = await ready(keychain)
      expect(identity.ownerDid).toBe(ownerDid)
      expect(await identity.status()).toMatchObject({ state: 'locked', keychainProblem: problem })
      await expect(identity.sign(use)).rejects.toMatchObject({ code })
      expect(identity.signatures(10)).toEqual([])
      expect(secrets.size).toBe(1)
    },
  )

  it('is never replaced when its secret was deleted, not even with an empty database', async () => {
    const { keychain, secrets } = keychainInMemory()
    const { ownerDid } = await ready(keychain)
    secrets.clear()
    loseDatabase()
    const identity = await ready(keychain, PASSPHRASE)
    expect(identity.ownerDid).toBe(ownerDid)
    expect(secrets.size).toBe(0)
    expect(existsSync(join(dataDir, 'vault.age'))).toBe(false)
    expect(await identity.status()).toMatchObject({ state: 'locked', keychainProblem: 'changed' })
    await expect(identity.sign(use)).rejects.toMatchObject({ code: 'key_missing' })
  })

  it('is not guessed when identity.json is damaged and the database is lost', async () => {
    const { keychain } = keychainInMemory()
    const { ownerDid } = await ready(keychain)
    writeFileSync(join(dataDir, 'identity.json'), '{')
    expect((await ready(keychain)).ownerDid).toBe(ownerDid)
    loseDatabase()
    await expect(open(keychain)).rejects.toMatchObject({ code: 'identity_file_corrupt' })
    expect(readFileSync(join(dataDir, 'identity.json'), 'utf8')).toBe('{')
  })
})

describe('an owner in the vault', () => {
  it('is made only after the user was told why and chose a passphrase', async () => {
    const opened = await open(absent())
    if (opened.kind !== 'needs_vault') throw new Error('expected needs_vault')
    expect(opened).toMatchObject({ reason: 'absent', vaultExists: false })
    await expect(opened.createVault('short')).rejects.toMatchObject({ code: 'weak_passphrase' })
    const identity = await opened.createVault(PASSPHRASE)
    expect(await identity.status()).toEqual({
      backend: 'vault',
      state: 'ready',
      keychainProblem: 'absent',
      keychainName: null,
    })
    await identity.sign(use)
  })

  it('is one owner, also when two windows create it at once', async () => {
    const opened = await open(absent())
    if (opened.kind !== 'needs_vault') throw new Error('expected needs_vault')
    const [one, two] = await Promise.all([opened.createVault(PASSPHRASE), opened.createVault(PASSPHRASE)])
    expect(one.ownerDid).toBe(two.ownerDid)
    await two.sign(use)
  })

  it('is locked after a restart until the passphrase is given', async () => {
    const { ownerDid } = await ready(absent(), PASSPHRASE)
    const identity = await ready(absent())
    expect(identity.ownerDid).toBe(ownerDid)
    expect(await identity.status()).toMatchObject({ state: 'locked', keychainProblem: 'absent' })
    await expect(identity.sign(use)).rejects.toMatchObject({ code: 'keystore_locked' })
    await expect(identity.unlock('wrong passphrase')).rejects.toMatchObject({ code: 'wrong_passphrase' })
    await identity.unlock(PASSPHRASE)
    await identity.sign(use)
  })

  it('starts locked, with the reason, when the environment brings a wrong passphrase', async () => {
    await ready(absent(), PASSPHRASE)
    const opened = await open(absent(), 'wrong passphrase')
    expect(opened).toMatchObject({ kind: 'ready', unlockProblem: { code: 'wrong_passphrase' } })
  })

  it('is found again when only vault.age is left, even beside a working keychain', async () => {
    const { ownerDid } = await ready(absent(), PASSPHRASE)
    rmSync(join(dataDir, 'identity.json'))
    loseDatabase()
    const { keychain, secrets } = keychainInMemory()
    expect(await open(keychain, 'wrong passphrase')).toMatchObject({
      kind: 'needs_vault',
      vaultExists: true,
      reason: 'changed',
      unlockProblem: { code: 'wrong_passphrase' },
    })
    expect((await ready(keychain, PASSPHRASE)).ownerDid).toBe(ownerDid)
    expect(secrets.size).toBe(0)
  })

  it('is known while the vault is damaged, and the vault stays as it is', async () => {
    const { ownerDid } = await ready(absent(), PASSPHRASE)
    writeFileSync(join(dataDir, 'vault.age'), 'damaged')
    loseDatabase()
    const opened = await open(absent(), PASSPHRASE)
    expect(opened).toMatchObject({
      kind: 'ready',
      identity: { ownerDid },
      unlockProblem: { code: 'vault_corrupt' },
    })
    expect(readFileSync(join(dataDir, 'vault.age'), 'utf8')).toBe('damaged')
  })

  it('refuses the vault of somebody else', async () => {
    await ready(absent(), PASSPHRASE)
    const other = mkdtempSync(join(tmpdir(), 'satchel-identity-'))
    const otherDb = openDatabase({ path: join(other, 'state.db') })
    await openIdentity({
      db: otherDb,
      dataDir: other,
      now,
      keychain: absent(),
      vault: quickVault(other),
      vaultPassphrase: PASSPHRASE,
    })
    copyFileSync(join(other, 'vault.age'), join(dataDir, 'vault.age'))
    otherDb.close()
    rmSync(other, { recursive: true })
    const identity = await ready(absent())
    await expect(identity.unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'key_missing' })
    await expect(identity.sign(use)).rejects.toMatchObject({ code: 'key_missing' })
  })
})

describe('the signature log', () => {
  it('has one line per signature, newest first, and never a secret', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await ready(keychain)
    await identity.sign({ ...use, purpose: 'first' })
    await ownerSigner(identity, { purpose: 'second', requester: 'cli' }).sign(bytes)
    expect(identity.signatures(10)).toMatchObject([
      {
        purpose: 'second',
        requester: 'cli',
        digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      },
      { purpose: 'first' },
    ])
    const file = readFileSync(join(dataDir, 'state.db')).toString('latin1')
    for (const secret of secrets.values()) expect(file).not.toContain(Buffer.from(secret).toString('latin1'))
  })

  it('cannot be changed through the database, and shows where it was', async () => {
    const identity = await ready(keychainInMemory().keychain)
    for (const purpose of ['one', 'two', 'three']) await identity.sign({ ...use, purpose })
    const log = createSignatureLog({ db, now })
    expect(log.firstBroken()).toBeNull()
    expect(() => db.exec(`UPDATE signature_log SET purpose = 'x'`)).toThrow('append-only')
    expect(() => db.exec('DELETE FROM signature_log')).toThrow('append-only')
    db.exec(`DROP TRIGGER signature_log_no_update; UPDATE signature_log SET purpose = 'x' WHERE seq = 2`)
    expect(log.firstBroken()).toMatchObject({ purpose: 'x' })
  })
})
