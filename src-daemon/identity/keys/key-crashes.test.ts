import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { IdentityService } from '../core/types.ts'
import type { KeyInfo } from '../../contract/identity.ts'
import { newSecret, secretJwkOf } from './curves.ts'
import { keychainInMemory, useIdentityHome } from './testing.ts'

const bytes = Buffer.from('hello')
const home = useIdentityHome()
const signWith = (identity: IdentityService, keyId?: string) =>
  identity.sign({ bytes, purpose: 'test', requester: 'internal', keyId })
const ownerOf = (identity: IdentityService): KeyInfo => {
  const [owner] = identity.keys()
  if (owner?.isOwner !== true) throw new Error('the owner is not first')
  return owner
}
/** The identity after a restart. */
const restarted = (keychain: Parameters<typeof home.ready>[0]) => home.ready(keychain)

describe('a crash', () => {
  it('after the secret was stored leaves the key, and one before it leaves nothing', async () => {
    const { keychain, secrets, weather } = keychainInMemory()
    const identity = await home.ready(keychain)
    weather.dieBeforeWrite = true
    await expect(identity.create({ kind: 'P-256', label: 'one' })).rejects.toThrow('power cut')
    expect(identity.keys()).toHaveLength(1)
    weather.dieBeforeWrite = false
    weather.dieAfterWrite = true
    await expect(identity.create({ kind: 'P-256', label: 'two' })).rejects.toThrow('power cut')
    weather.dieAfterWrite = false
    const again = await restarted(keychain)
    expect(
      again
        .keys()
        .map(({ did }) => did)
        .sort(),
    ).toEqual([...secrets.keys()].sort())
    await signWith(again, again.keys()[1]?.keyId)
  })

  it('of the daemon while the store is away decides nothing until it can be asked', async () => {
    const { keychain, secrets, weather } = keychainInMemory()
    const identity = await home.ready(keychain)
    // The write succeeds, and then nothing answers any more, as when the daemon dies there.
    const create = keychain.create.bind(keychain)
    const dying = {
      ...keychain,
      create: async (id: string, secret: Uint8Array) => {
        await create(id, secret)
        weather.problem = 'locked'
        throw new Error('power cut')
      },
    }
    const doomed = await home.ready(dying)
    await expect(doomed.create({ kind: 'secp256k1', label: 'one' })).rejects.toThrow('power cut')
    home.warnings = []
    expect((await restarted(keychain)).keys()).toHaveLength(1)
    const [pending] = home
      .database()
      .prepare('SELECT key_id FROM identity_keys WHERE pending = 1')
      .pluck()
      .all()
    expect(home.warnings).toEqual([
      { code: 'keystore_locked', message: `whether ${String(pending)} was stored cannot be asked yet` },
    ])
    weather.problem = null
    const again = await restarted(keychain)
    expect(home.warnings).toHaveLength(1)
    expect(again.keys()).toHaveLength(2)
    expect(secrets.size).toBe(2)
    expect(identity.ownerDid).toBe(again.ownerDid)
  })

  it('before an unlock is settled by it', async () => {
    const { keychain, weather } = keychainInMemory()
    await home.ready(keychain)
    const doomed = await home.ready({
      ...keychain,
      create: async (id, secret) => {
        await keychain.create(id, secret)
        weather.problem = 'locked'
        throw new Error('power cut')
      },
    })
    await expect(doomed.create({ kind: 'P-256', label: 'one' })).rejects.toThrow('power cut')
    weather.problem = null
    await doomed.unlock('')
    expect(doomed.keys()).toHaveLength(2)
  })

  it('in the midst of an import is finished by importing again', async () => {
    const { keychain, weather } = keychainInMemory()
    const identity = await home.ready(keychain)
    const text = JSON.stringify(secretJwkOf('P-256', newSecret('P-256')))
    const doomed = await home.ready({
      ...keychain,
      create: async (id, secret) => {
        await keychain.create(id, secret)
        weather.problem = 'locked'
        throw new Error('power cut')
      },
    })
    await expect(doomed.importKey({ text, label: 'mine' })).rejects.toThrow('power cut')
    weather.problem = null
    expect(await doomed.importKey({ text, label: 'mine' })).toMatchObject({
      label: 'mine',
      origin: 'imported',
    })
    expect(identity.isOwn(identity.ownerDid)).toBe(true)
  })
})

describe('identity.json', () => {
  const path = () => join(home.dataDir, 'identity.json')

  it('brings every key back when the database is lost', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const first = ownerOf(identity)
    await identity.rotate({ keyId: first.keyId, confirmOwner: first.did })
    const other = await identity.create({ kind: 'P-256', label: 'other' })
    identity.setDefault({ keyId: other.keyId, replaces: ownerOf(identity).keyId })
    const before = identity.keys()
    home.loseDatabase()
    const again = await restarted(keychain)
    expect(again.keys().map((key) => ({ ...key, uses: 0, lastUsedAt: null }))).toEqual(
      before.map((key) => ({ ...key, uses: 0, lastUsedAt: null })),
    )
    expect((await signWith(again)).keyId).toBe(other.keyId)
  })

  it('holds no secret, follows the database after a crash in between, and is made again where it was lost', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    const first = ownerOf(identity)
    const stale = readFileSync(path(), 'utf8')
    const next = await identity.rotate({ keyId: first.keyId, confirmOwner: first.did })
    for (const secret of secrets.values())
      expect(readFileSync(path(), 'utf8')).not.toContain(Buffer.from(secret).toString('base64url'))
    const current = readFileSync(path(), 'utf8')
    writeFileSync(path(), stale)
    expect((await restarted(keychain)).ownerDid).toBe(next.did)
    expect(readFileSync(path(), 'utf8')).toBe(current)
  })

  it('keeps the keys that an older copy of the database does not know', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const first = ownerOf(identity)
    home.database().exec(`VACUUM INTO '${join(home.dataDir, 'older.db')}'`)
    const next = await identity.rotate({ keyId: first.keyId, confirmOwner: first.did })
    home.loseDatabase()
    writeFileSync(join(home.dataDir, 'state.db'), readFileSync(join(home.dataDir, 'older.db')))
    const again = await restarted(keychain)
    expect(again.ownerDid).toBe(first.did)
    await signWith(again, next.keyId)
    expect(existsSync(path())).toBe(true)
  })
})
