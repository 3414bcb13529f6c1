import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newStored } from '../keys/testing/secrets.ts'
import { createVault } from './vault.ts'

const PASSPHRASE = 'correct horse battery'
/** Like the real one, but fast enough for a test's timeout. */
const quickVault = (path: string) => createVault({ path, workFactor: 10 })

let directory = ''
let path = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-vault-'))
  path = join(directory, 'vault.age')
})
afterEach(() => {
  rmSync(directory, { recursive: true })
})

describe('the passphrase of a vault', () => {
  it('is changed for the whole file; the old one opens it no more', async () => {
    const keys = [newStored(), newStored('P-256')] as const
    const vault = quickVault(path)
    await vault.make(PASSPHRASE, ...keys)
    await vault.changePassphrase(PASSPHRASE, 'a better passphrase')
    expect(vault.isOpen()).toBe(true)
    const third = newStored()
    await vault.create(third.id, third.secret)
    const again = quickVault(path)
    await expect(again.unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'wrong_passphrase' })
    await again.unlock('a better passphrase')
    for (const { id, secret } of [...keys, third]) expect(await again.read(id)).toEqual(secret)
    expect(readdirSync(directory)).toEqual(['vault.age'])
  })

  it('is changed while it is locked, and then it stays locked', async () => {
    await quickVault(path).make(PASSPHRASE, newStored())
    const vault = quickVault(path)
    await vault.changePassphrase(PASSPHRASE, 'a better passphrase')
    expect(vault.isOpen()).toBe(false)
    await vault.unlock('a better passphrase')
  })

  it('is not changed by a wrong one, to a weak one, or without a vault', async () => {
    const vault = quickVault(path)
    await expect(vault.changePassphrase(PASSPHRASE, 'another one')).rejects.toMatchObject({
      code: 'vault_missing',
    })
    await vault.make(PASSPHRASE, newStored())
    const before = readFileSync(path)
    for (const open of [true, false]) {
      await expect(vault.changePassphrase('not this one', 'another one')).rejects.toMatchObject({
        code: 'wrong_passphrase',
      })
      await expect(vault.changePassphrase(PASSPHRASE, '1234567')).rejects.toMatchObject({
        code: 'weak_passphrase',
      })
      expect(vault.isOpen()).toBe(open)
      vault.lock()
    }
    expect(readFileSync(path)).toEqual(before)
  })
})

describe('the lock of a vault', () => {
  const openVault = async (options: { now?: () => Date } = {}) => {
    const key = newStored()
    const vault = createVault({ path, workFactor: 10, ...options })
    await vault.make(PASSPHRASE, key)
    const locks: number[] = []
    vault.onLock(() => locks.push(locks.length))
    return { vault, key, locks }
  }

  it('forgets everything at once, and tells those who listen, once', async () => {
    const { vault, key, locks } = await openVault()
    vault.lock()
    vault.lock()
    expect(locks).toEqual([0])
    expect(vault.isOpen()).toBe(false)
    expect(() => vault.ids()).toThrow(expect.objectContaining({ code: 'keystore_locked' }))
    for (const use of [
      vault.read(key.id),
      vault.create(newStored().id, key.secret),
      vault.remove(key.id, key.secret),
    ])
      await expect(use).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(await vault.probe()).toBe('locked')
    await vault.unlock(PASSPHRASE)
    expect(await vault.read(key.id)).toEqual(key.secret)
  })

  it('holds against an unlocking that was under way, and lets a change under way be finished', async () => {
    const { vault, key } = await openVault()
    const added = newStored()
    const change = vault.create(added.id, added.secret)
    const unlocking = vault.unlock(PASSPHRASE)
    await Promise.resolve() // the change has begun, and works with its own copies
    vault.lock()
    await change
    await expect(unlocking).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(vault.isOpen()).toBe(false)
    await vault.unlock(PASSPHRASE)
    expect(await vault.read(key.id)).toEqual(key.secret)
    expect(await vault.read(added.id)).toEqual(added.secret)
  })

  it('locks after the time without use; reading its state does not count', async () => {
    const { vault, locks } = await openVault()
    expect(vault.locksAt()).toBeNull()
    vault.setAutoLock(0.2 / 60)
    expect(vault.locksAt()).not.toBeNull()
    const begun = Date.now()
    while (locks.length === 0 && Date.now() - begun < 5000) {
      await vault.probe()
      expect(() => vault.locksAt()).not.toThrow()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(locks).toEqual([0])
    expect(Date.now() - begun).toBeGreaterThanOrEqual(190)
    expect([vault.isOpen(), vault.locksAt()]).toEqual([false, null])
  })

  it('restarts its wait after each use, and never locks with 0', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z')
    const { vault, key, locks } = await openVault({ now: () => new Date(time) })
    const minute = 60_000
    vault.setAutoLock(10)
    expect(vault.locksAt()).toEqual(new Date(time + 10 * minute))
    for (const use of [
      () => vault.read(key.id),
      () => vault.create(newStored().id, newStored().secret),
      () => vault.remove(newStored().id, key.secret),
    ]) {
      time += 9 * minute
      await use()
      expect(vault.locksAt()).toEqual(new Date(time + 10 * minute))
    }
    vault.setAutoLock(0)
    time += 10_000 * minute
    expect(vault.locksAt()).toBeNull()
    expect(await vault.read(key.id)).toEqual(key.secret)
    vault.setAutoLock(5)
    expect(vault.locksAt()).toEqual(new Date(time + 5 * minute))
    expect(locks).toEqual([])
    vault.lock()
  })

  it('holds after the machine slept, though no timer has fired yet', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z')
    const { vault, key, locks } = await openVault({ now: () => new Date(time) })
    vault.setAutoLock(10)
    time += 10 * 60_000
    await expect(vault.read(key.id)).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(locks).toEqual([0])
    await vault.unlock(PASSPHRASE)
    expect(vault.isOpen()).toBe(true)
    vault.lock()
  })

  it('falls though the clock was set back, and stays for its time when the setting is given again', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z')
    const { vault, locks } = await openVault({ now: () => new Date(time) })
    vault.setAutoLock(0.2 / 60)
    time -= 3_600_000
    for (let round = 0; round < 100 && locks.length === 0; round += 1) {
      vault.setAutoLock(0.2 / 60)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(locks).toEqual([0])
  })

  it('keeps no process alive', async () => {
    const { vault } = await openVault()
    vault.lock()
    const script = `import { createVault } from './src-daemon/identity/stores/vault.ts'
      const vault = createVault({ path: ${JSON.stringify(path)} })
      vault.setAutoLock(60)
      await vault.unlock(${JSON.stringify(PASSPHRASE)})
      process.stdout.write(String(vault.isOpen()))`
    const cwd = new URL('../../..', import.meta.url)
    const args = ['--input-type=module', '-e', script]
    expect(execFileSync(process.execPath, args, { cwd, encoding: 'utf8', timeout: 15_000 })).toBe('true')
  })
})
