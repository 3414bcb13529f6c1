import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SatchelError } from '../../platform/errors.ts'
import type { IdentityService } from '../core/types.ts'
import { createKeychain } from '../stores/keychain.ts'
import { absentKeychain, keychainInMemory, PASSPHRASE, useIdentityHome } from './testing.ts'

const bytes = Buffer.from('hello')
const use = { bytes, purpose: 'test', requester: 'internal' }
const MINUTE = 60_000
const home = useIdentityHome()
afterEach(() => {
  vi.useRealTimers()
})

/** Each key signs, which shows that its secret is where its record says. */
const signWithAll = async (identity: IdentityService): Promise<void> => {
  for (const { keyId } of identity.keys()) await identity.sign({ ...use, keyId })
}
const vaultPath = () => join(home.dataDir, 'vault.age')

describe('an open vault', () => {
  /** Opened by a person who enters the passphrase in the app. */
  const opened = async (): Promise<IdentityService> => {
    const needs = await home.open(absentKeychain())
    if (needs.kind !== 'needs_vault') throw new Error('expected needs_vault')
    return needs.createVault(PASSPHRASE)
  }

  it('is locked on request, at once, and says so', async () => {
    const identity = await opened()
    let heard = 0
    identity.onChange(() => (heard += 1))
    identity.lock()
    expect(heard).toBe(1)
    await expect(identity.sign(use)).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(await identity.status()).toMatchObject({ state: 'locked', locksAt: null })
    await identity.unlock(PASSPHRASE)
    expect(heard).toBe(2)
    await identity.sign(use)
  })

  it('locks itself after the set time without use; reading its state does not count', async () => {
    const identity = await opened()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    expect((await identity.status()).locksAt).toBeNull()
    identity.setAutoLock(5)
    await identity.sign(use)
    expect((await identity.status()).locksAt).toBe('2026-01-02T03:09:05.000Z')
    let heard = 0
    identity.onChange(() => (heard += 1))
    home.clock = new Date(home.clock.getTime() + 4 * MINUTE)
    vi.advanceTimersByTime(4 * MINUTE)
    expect(await identity.status()).toMatchObject({ state: 'ready', locksAt: '2026-01-02T03:09:05.000Z' })
    vi.advanceTimersByTime(MINUTE)
    expect(heard).toBe(1)
    expect(await identity.status()).toMatchObject({ state: 'locked', locksAt: null })
  })

  it('stays open where no person opened it, until one locks it', async () => {
    const identity = await home.ready(absentKeychain(), PASSPHRASE)
    identity.setAutoLock(5)
    expect((await identity.status()).locksAt).toBeNull()
    const again = await home.ready(absentKeychain(), PASSPHRASE)
    again.setAutoLock(5)
    expect((await again.status()).locksAt).toBeNull()
    again.lock()
    await again.unlock(PASSPHRASE)
    expect((await again.status()).locksAt).toBe('2026-01-02T03:09:05.000Z')
    again.setAutoLock(0)
    expect((await again.status()).locksAt).toBeNull()
  })

  it('locks itself when the machine sleeps, if that is set and a person can open it again', async () => {
    const identity = await opened()
    identity.machineSleeps()
    expect((await identity.status()).state).toBe('ready')
    identity.setLockOnSleep(true)
    identity.machineSleeps()
    expect((await identity.status()).state).toBe('locked')

    const alone = await home.ready(absentKeychain(), PASSPHRASE)
    alone.setLockOnSleep(true)
    alone.machineSleeps()
    expect((await alone.status()).state).toBe('ready')
  })

  it('notices an unannounced sleep', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const identity = await opened()
    identity.setLockOnSleep(true)
    home.clock = new Date(home.clock.getTime() + 30_000)
    vi.advanceTimersByTime(30_000)
    expect((await identity.status()).state).toBe('ready')
    home.clock = new Date(home.clock.getTime() + 8 * 60 * MINUTE)
    vi.advanceTimersByTime(30_000)
    expect((await identity.status()).state).toBe('locked')
  })

  it('gets another passphrase only with the current one', async () => {
    const identity = await opened()
    const next = 'another good passphrase'
    await expect(identity.changePassphrase({ current: 'wrong one', next })).rejects.toMatchObject({
      code: 'wrong_passphrase',
    })
    await identity.changePassphrase({ current: PASSPHRASE, next })
    identity.lock()
    await expect(identity.unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'wrong_passphrase' })
    await identity.unlock(next)
    await identity.sign(use)
  })

  it('is closed with the service', async () => {
    const vault = home.vault()
    const identity = await home.ready(absentKeychain(), PASSPHRASE, vault)
    identity.close()
    expect(vault.isOpen()).toBe(false)
  })

  it('gives keys back that nothing but the vault names any more', async () => {
    const identity = await opened()
    const { did } = await identity.create({ kind: 'secp256k1', label: 'one' })
    writeFileSync(
      join(home.dataDir, 'identity.json'),
      JSON.stringify({
        version: 1,
        ownerDid: identity.ownerDid,
        backend: 'vault',
        keychainProblem: 'absent',
        createdAt: home.now().toISOString(),
        stored: true,
      }),
    )
    home.loseDatabase()
    const again = await home.ready(absentKeychain(), PASSPHRASE)
    expect(again.keys()).toMatchObject([{ isOwner: true }, { did, kind: 'secp256k1', origin: 'restored' }])
    await signWithAll(again)
  })
})

describe('moving', () => {
  it('takes every key to a vault and back, with the record and identity.json', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    const { keyId } = await identity.create({ kind: 'P-256', label: 'old' })
    identity.retire({ keyId })
    await identity.create({ kind: 'secp256k1', label: 'wallet' })
    await expect(identity.moveTo({ backend: 'keychain' })).rejects.toMatchObject({ code: 'already_there' })

    await identity.moveTo({ backend: 'vault', passphrase: PASSPHRASE })
    expect(secrets.size).toBe(0)
    expect(await identity.status()).toMatchObject({
      backend: 'vault',
      state: 'ready',
      keychainProblem: 'chosen',
    })
    expect(identity.keys().map(({ backend }) => backend)).toEqual(['vault', 'vault', 'vault'])
    expect(JSON.parse(readFileSync(join(home.dataDir, 'identity.json'), 'utf8'))).toMatchObject({
      backend: 'vault',
      keychainProblem: 'chosen',
      keys: [{ backend: 'vault' }, { backend: 'vault' }, { backend: 'vault' }],
    })
    const again = await home.ready(keychain, PASSPHRASE)
    await again.sign(use)

    await again.moveTo({ backend: 'keychain' })
    expect(secrets.size).toBe(3)
    expect(existsSync(vaultPath())).toBe(false)
    expect(await again.status()).toMatchObject({ backend: 'keychain', state: 'ready', keychainProblem: null })
    await (await home.ready(keychain)).sign(use)
  })

  it('changes nothing when it is refused', async () => {
    const { keychain, secrets, weather } = keychainInMemory()
    const identity = await home.ready(keychain)
    const before = readFileSync(join(home.dataDir, 'identity.json'), 'utf8')
    await expect(identity.moveTo({ backend: 'vault', passphrase: 'short' })).rejects.toMatchObject({
      code: 'weak_passphrase',
    })
    weather.problem = 'locked'
    await expect(identity.moveTo({ backend: 'vault', passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'keystore_locked',
    })
    weather.problem = null
    expect(secrets.size).toBe(1)
    expect(existsSync(vaultPath())).toBe(false)
    expect(readFileSync(join(home.dataDir, 'identity.json'), 'utf8')).toBe(before)
    await signWithAll(await home.ready(keychain))
  })

  it('is refused towards a keychain that is not there', async () => {
    const identity = await home.ready(absentKeychain(), PASSPHRASE)
    await expect(identity.moveTo({ backend: 'keychain' })).rejects.toMatchObject({ code: 'keystore_absent' })
    await identity.sign(use)
    expect(await identity.status()).toMatchObject({ backend: 'vault', keychainProblem: 'absent' })
  })

  it('lets no signature fail that is asked for meanwhile', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const moved = identity.moveTo({ backend: 'vault', passphrase: PASSPHRASE })
    const made = identity.create({ kind: 'P-256', label: 'made meanwhile' })
    await Promise.all([moved, ...Array.from({ length: 5 }, () => identity.sign(use))])
    expect(await made).toMatchObject({ backend: 'vault' })
    await signWithAll(identity)
  })

  it('does not take away the only copy when the record cannot be switched', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    home
      .database()
      .exec(
        `CREATE TRIGGER no_move BEFORE UPDATE OF backend ON identity_keys BEGIN SELECT RAISE(ABORT, 'no'); END`,
      )
    await expect(identity.moveTo({ backend: 'vault', passphrase: PASSPHRASE })).rejects.toThrow()
    expect(secrets.size).toBe(1)
    home.database().exec('DROP TRIGGER no_move')
    await signWithAll(identity)
    await identity.moveTo({ backend: 'vault', passphrase: PASSPHRASE })
    await signWithAll(identity)
  })
})

const hasSession = process.platform !== 'linux' || process.env['DBUS_SESSION_BUS_ADDRESS'] !== undefined
describe.skipIf(!hasSession)('with the keychain of this session (where there is a session bus)', () => {
  it('keys of every kind are made, sign, and move to a vault and back', async () => {
    const keychain = createKeychain()
    const identity = await home.ready(keychain)
    const dids = [identity.ownerDid]
    try {
      for (const kind of ['secp256k1', 'P-256'] as const)
        dids.push((await identity.create({ kind, label: kind })).did)
      await signWithAll(await home.ready(keychain))
      await identity.moveTo({ backend: 'vault', passphrase: PASSPHRASE })
      for (const did of dids) expect(await keychain.read(did)).toBeNull()
      await signWithAll(identity)
      await identity.moveTo({ backend: 'keychain' })
      await signWithAll(identity)
      expect(existsSync(vaultPath())).toBe(false)
    } finally {
      for (const did of dids) {
        const secret = await keychain.read(did)
        if (secret !== null) await keychain.remove(did, secret)
      }
    }
  }, 60_000)
})

it('says why a passphrase did not open the vault', async () => {
  await home.ready(absentKeychain(), PASSPHRASE)
  const opened = await home.open(absentKeychain(), 'wrong passphrase')
  expect(opened.unlockProblem).toBeInstanceOf(SatchelError)
})
