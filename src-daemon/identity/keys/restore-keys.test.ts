import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../storage/index.ts'
import { openIdentity } from '../index.ts'
import type { IdentityService } from '../core/types.ts'
import type { KeyFile } from '../../contract/identity.ts'
import { absentKeychain, anyPassphrase, keychainInMemory, PASSPHRASE, useIdentityHome } from './testing.ts'

const SECRET = 'eight or more letters'
const bytes = Buffer.from('hello')
const home = useIdentityHome()
const use = { bytes, purpose: 'test', requester: 'internal' }
const fileOf = (file: KeyFile): Uint8Array => Buffer.from(file.fileBase64, 'base64')

/** Another person's or machine's identity, with one more key, in a backup. */
const elsewhere = async (
  work: (identity: IdentityService) => Promise<KeyFile>,
): Promise<{ file: Uint8Array; identity: IdentityService }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-other-'))
  const db = openDatabase({ path: join(dataDir, 'state.db') })
  try {
    const dids = { key: () => Promise.reject(new Error('nothing to verify')) }
    const { keychain } = keychainInMemory()
    const opened = await openIdentity({
      ...{ db, dataDir, now: home.now, dids, keychain },
      ...{ backupWorkFactor: 10, passphrases: anyPassphrase },
    })
    if (opened.kind !== 'ready') throw new Error('not ready')
    return { file: fileOf(await work(opened.identity)), identity: opened.identity }
  } finally {
    db.close()
    rmSync(dataDir, { recursive: true })
  }
}

describe('a backup', () => {
  it('holds every key, retired ones too, and says when it was tried', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    const old = await identity.create({ kind: 'P-256', label: 'old' })
    identity.retire({ keyId: old.keyId })
    const file = await identity.backup({ passphrase: SECRET })
    expect(file.fileName).toBe('satchel-keys-2026-01-02.age')
    expect(file.keyIds).toEqual(identity.keys().map(({ keyId }) => keyId))
    for (const key of identity.keys()) expect(key.backedUpAt).toBe(file.rehearsedAt)
    expect(await identity.inspectBackup({ file: fileOf(file), passphrase: SECRET })).toMatchObject({
      ownerDid: identity.ownerDid,
      keys: [
        { isOwner: true, outcome: 'present' },
        { keyId: old.keyId, label: 'old', kind: 'P-256', isOwner: false, outcome: 'present' },
      ],
    })
  })

  it('and an exported key leave a line each in the log, with the digest of the file', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    const owner = identity.keys()[0]?.keyId ?? ''
    await identity.exportKey({ keyId: owner, passphrase: SECRET })
    await identity.backup({ passphrase: SECRET })
    expect(identity.signatures({ limit: 9 })).toMatchObject([
      { purpose: 'backup', requester: 'owner', keyId: owner },
      { purpose: 'export', requester: 'owner', keyId: owner },
    ])
  })

  it('is not made, nor noted, while a secret cannot be had', async () => {
    const { keychain, secrets, weather } = keychainInMemory()
    const identity = await home.ready(keychain)
    await expect(identity.backup({ passphrase: 'short' })).rejects.toMatchObject({ code: 'weak_passphrase' })
    await expect(identity.exportKey({ keyId: 'x', passphrase: SECRET })).rejects.toMatchObject({
      code: 'key_unknown',
    })
    weather.problem = 'locked'
    await expect(identity.backup({ passphrase: SECRET })).rejects.toMatchObject({ code: 'keystore_locked' })
    weather.problem = null
    secrets.clear()
    await expect(identity.backup({ passphrase: SECRET })).rejects.toMatchObject({ code: 'key_missing' })
    expect(identity.keys()[0]?.backedUpAt).toBeNull()
    expect(identity.signatures({ limit: 9 })).toEqual([])
  })
})

describe('restoring', () => {
  it('adds missing keys, and leaves the owner unchanged', async () => {
    const { file, identity: other } = await elsewhere(async (identity) => {
      const old = await identity.create({ kind: 'P-256', label: 'old' })
      identity.retire({ keyId: old.keyId })
      await identity.create({ kind: 'secp256k1', label: 'wallet' })
      return identity.backup({ passphrase: SECRET })
    })
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    const before = identity.ownerDid
    const would = await identity.inspectBackup({ file, passphrase: SECRET })
    expect(secrets.size).toBe(1)
    const report = await identity.restore({ file, passphrase: SECRET })
    expect(report).toEqual(would)
    expect(report.keys.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'new'])
    expect(identity.ownerDid).toBe(before)
    const again = await home.ready(keychain)
    expect(again.keys().map(({ label, origin, retiredAt }) => [label, origin, retiredAt === null])).toEqual([
      ['Owner', 'created', true],
      ['Owner 2', 'restored', true],
      ['wallet', 'restored', true],
      ['old', 'restored', false],
    ])
    expect(again.isOwn(report.ownerDid)).toBe(true)
    await again.sign({ ...use, keyId: again.keys()[2]?.keyId })
    expect((await again.restore({ file, passphrase: SECRET })).keys.map(({ outcome }) => outcome)).toEqual([
      'present',
      'present',
      'present',
    ])
    expect(other.ownerDid).toBe(report.ownerDid)
  })

  it('makes the backup’s owner the owner only if the caller names the current one', async () => {
    const { file } = await elsewhere((identity) => identity.backup({ passphrase: SECRET }))
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    const before = identity.ownerDid
    await expect(identity.restore({ file, passphrase: SECRET, asOwner: 'did:key:z1' })).rejects.toMatchObject(
      {
        code: 'owner_change_not_confirmed',
      },
    )
    expect(secrets.size).toBe(1)
    const { ownerDid } = await identity.restore({ file, passphrase: SECRET, asOwner: before })
    for (const one of [identity, await home.ready(keychain)]) {
      expect(one.ownerDid).toBe(ownerDid)
      expect(one.isOwn(before)).toBe(true)
      expect((await one.sign(use)).keyId).toBe(`${ownerDid}#${ownerDid.slice(8)}`)
    }
  })

  it('leaves one key called Owner, also where the new owner was an ordinary key before', async () => {
    const { file } = await elsewhere((identity) => identity.backup({ passphrase: SECRET }))
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const before = identity.ownerDid
    const names = () => identity.keys().map(({ label, isOwner }) => [label, isOwner])
    await identity.restore({ file, passphrase: SECRET })
    expect(names()).toEqual([
      ['Owner', true],
      ['Owner 2', false],
    ])
    await identity.restore({ file, passphrase: SECRET, asOwner: before })
    const renamed = identity.keys()
    expect(names()).toEqual([
      ['Owner', true],
      [expect.stringMatching(/^Owner \d$/), false],
    ])
    expect(renamed.find(({ did }) => did === before)?.label).not.toBe('Owner')

    // A name that was given here stays.
    const { file: back } = await elsewhere((other) => other.backup({ passphrase: SECRET }))
    await identity.restore({ file: back, passphrase: SECRET })
    const [, , third] = identity.keys()
    identity.label({ keyId: third?.keyId ?? '', label: 'Laptop' })
    await identity.restore({ file: back, passphrase: SECRET, asOwner: identity.ownerDid })
    expect(names().filter(([, isOwner]) => isOwner === true)).toEqual([['Laptop', true]])
    expect(new Set(names().map(([label]) => label)).size).toBe(3)
  })

  it('restores its owner’s former keys, so that other devices still accept changes from here', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const [first] = identity.keys()
    await identity.rotate({ keyId: first?.keyId ?? '', confirmOwner: identity.ownerDid })
    const line = identity.rotations.chain()
    const { file } = await elsewhere(async (other) => {
      const asOwner = other.ownerDid
      const backup = fileOf(await identity.backup({ passphrase: SECRET }))
      // A backup of another identity: its statements are ignored until the owner is the same.
      await other.restore({ file: backup, passphrase: SECRET })
      expect(other.rotations.chain()).toEqual([])
      await other.restore({ file: backup, passphrase: SECRET, asOwner })
      expect(other.rotations.chain()).toEqual(line)
      return other.backup({ passphrase: SECRET })
    })
    home.loseDatabase()
    const again = await home.ready(keychain)
    expect(again.rotations.chain()).toEqual([])
    await again.restore({ file, passphrase: SECRET })
    expect(again.rotations.chain()).toEqual(line)
    expect(again.rotations.dids()).toEqual(new Set([first?.did, again.ownerDid]))
  })

  it('keeps who the identity is where the backup says that another key took the place of the same one, and says so', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const [first] = identity.keys()
    const rotate = (one: IdentityService) =>
      one.rotate({ keyId: first?.keyId ?? '', confirmOwner: first?.did ?? '' })
    const before = fileOf(await identity.backup({ passphrase: SECRET }))
    const { file } = await elsewhere(async (other) => {
      await other.restore({ file: before, passphrase: SECRET, asOwner: other.ownerDid })
      await rotate(other)
      return other.backup({ passphrase: SECRET })
    })
    await rotate(identity)
    const line = identity.rotations.chain()
    const { keys } = await identity.restore({ file, passphrase: SECRET })
    expect(keys.map(({ outcome }) => outcome)).toContain('new')
    expect(identity.rotations.chain()).toEqual(line)
    expect(home.warnings.map(({ code }) => code)).toEqual(['rotation_forked'])
    const { ownerDid } = await identity.restore({ file, passphrase: SECRET, asOwner: identity.ownerDid })
    expect(identity.rotations.chain()).toMatchObject([{ from: first?.did, to: ownerDid }])
  })

  it('refuses to make an owner of a key that is not one', async () => {
    const { file } = await elsewhere(async (identity) => {
      const { keyId } = await identity.create({ kind: 'P-256', label: 'one' })
      return identity.exportKey({ keyId, passphrase: SECRET })
    })
    const identity = await home.ready(keychainInMemory().keychain)
    const asOwner = identity.ownerDid
    await expect(identity.restore({ file, passphrase: SECRET, asOwner })).rejects.toMatchObject({
      code: 'backup_owner_missing',
    })
    expect(identity.keys()).toHaveLength(1)
  })

  it('refuses to make a retired key the owner', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const old = identity.keys()[0]
    if (old === undefined) throw new Error('no owner')
    const file = fileOf(await identity.backup({ passphrase: SECRET }))
    const { did } = await identity.rotate({ keyId: old.keyId, confirmOwner: old.did })
    await expect(identity.restore({ file, passphrase: SECRET, asOwner: did })).rejects.toMatchObject({
      code: 'key_retired',
    })
    expect(identity.ownerDid).toBe(did)
  })

  it('gives a lost secret back to a key that is known', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    const file = fileOf(await identity.backup({ passphrase: SECRET }))
    secrets.clear()
    await expect(identity.sign(use)).rejects.toMatchObject({ code: 'key_missing' })
    expect(await identity.restore({ file, passphrase: SECRET })).toMatchObject({
      keys: [{ outcome: 'secret_returned' }],
    })
    await identity.sign(use)
    expect(identity.keys()).toMatchObject([{ origin: 'created', isOwner: true }])
  })

  it('overwrites no secret that is here, whatever its record says', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    const { file } = await elsewhere((other) => other.backup({ passphrase: SECRET }))
    const { ownerDid } = await identity.inspectBackup({ file, passphrase: SECRET })
    const stranger = new Uint8Array(32).fill(9)
    secrets.set(ownerDid, stranger)
    await expect(identity.restore({ file, passphrase: SECRET })).rejects.toMatchObject({ code: 'key_exists' })
    expect(secrets.get(ownerDid)).toEqual(stranger)
  })

  it('continues where it was interrupted', async () => {
    const { file } = await elsewhere(async (identity) => {
      await identity.create({ kind: 'P-256', label: 'two' })
      await identity.create({ kind: 'P-256', label: 'three' })
      return identity.backup({ passphrase: SECRET })
    })
    const { keychain, secrets, weather } = keychainInMemory()
    await home.ready(keychain)
    for (let dieAfter = 0; dieAfter <= 3; dieAfter += 1) {
      let writes = 0
      const identity = await home.ready({
        ...keychain,
        create: async (id, secret) => {
          if (writes === dieAfter) {
            weather.problem = 'locked'
            throw new Error('power cut')
          }
          writes += 1
          await keychain.create(id, secret)
        },
      })
      if (dieAfter < 3 && secrets.size < 4)
        await identity.restore({ file, passphrase: SECRET }).catch((thrown: unknown) => {
          expect(String(thrown)).toContain('power cut')
        })
      weather.problem = null
      const known = (await home.ready(keychain)).keys()
      expect(known.map(({ did }) => did).sort()).toEqual([...secrets.keys()].sort())
    }
    expect(secrets.size).toBe(4)
  })

  it('tells a wrong passphrase and a damaged file, with nothing changed', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    const file = fileOf(await identity.backup({ passphrase: SECRET }))
    for (const work of [identity.inspectBackup, identity.restore]) {
      await expect(work({ file, passphrase: 'another one' })).rejects.toMatchObject({
        code: 'wrong_passphrase',
      })
      await expect(work({ file: file.subarray(5), passphrase: SECRET })).rejects.toMatchObject({
        code: 'backup_invalid',
      })
    }
    expect(identity.keys()).toHaveLength(1)
  })
})

describe('restoring where the place of the secrets is gone', () => {
  it('creates a missing vault, with a passphrase of its own', async () => {
    const identity = await home.ready(absentKeychain(), PASSPHRASE)
    const other = await identity.create({ kind: 'P-256', label: 'other' })
    const file = fileOf(await identity.backup({ passphrase: SECRET, current: PASSPHRASE }))
    identity.close()
    rmSync(join(home.dataDir, 'vault.age'))
    const again = await home.ready(absentKeychain())
    expect(await again.status()).toMatchObject({ backend: 'vault', state: 'missing' })
    const report = await again.restore({ file, passphrase: SECRET, newVaultPassphrase: PASSPHRASE })
    expect(report.keys.map(({ outcome }) => outcome)).toEqual(['secret_returned', 'secret_returned'])
    expect(await again.status()).toMatchObject({ state: 'ready' })
    again.lock()
    await again.unlock(PASSPHRASE)
    expect(again.ownerDid).toBe(identity.ownerDid)
    await again.sign({ ...use, keyId: other.keyId })
  })

  it('does not ask a locked vault, and adds nothing to it', async () => {
    const identity = await home.ready(absentKeychain(), PASSPHRASE)
    const file = fileOf(await identity.backup({ passphrase: SECRET, current: PASSPHRASE }))
    identity.lock()
    expect(await identity.inspectBackup({ file, passphrase: SECRET })).toMatchObject({
      keys: [{ outcome: 'present' }],
    })
    await expect(identity.restore({ file, passphrase: SECRET })).rejects.toMatchObject({
      code: 'keystore_locked',
    })
  })

  it('brings the owner of a lost keychain into a vault', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const { file: foreign } = await elsewhere((other) => other.backup({ passphrase: SECRET }))
    const file = fileOf(await identity.backup({ passphrase: SECRET }))
    const moved = await home.ready(absentKeychain())
    await expect(moved.restore({ file: foreign, passphrase: SECRET })).rejects.toMatchObject({
      code: 'keystore_absent',
    })
    await moved.restore({ file, passphrase: SECRET })
    expect(await moved.status()).toMatchObject({
      backend: 'vault',
      state: 'ready',
      keychainProblem: 'absent',
    })
    expect(moved.ownerDid).toBe(identity.ownerDid)
    await moved.sign(use)
    const again = await home.ready(absentKeychain(), SECRET)
    await again.sign(use)
  })
})
