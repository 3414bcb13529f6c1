import { linkSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decrypter, Encrypter } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decryptWithPassphrase, encryptWithPassphrase } from './age-passphrase.ts'
import { runKeyStoreTests } from '../keys/testing/keystore.acceptance.ts'
import { newStored } from '../keys/testing/secrets.ts'
import { createVault } from './vault.ts'

const PASSPHRASE = 'correct horse battery'
/** Like the real one, but fast enough for a test's timeout; one test uses the real cost. */
const quickVault = (path: string) => createVault({ path, workFactor: 10 })

runKeyStoreTests('vault file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-vault-'))
  const path = join(directory, 'vault.age')
  await quickVault(path).make(PASSPHRASE, newStored())
  return {
    open: async () => {
      const vault = quickVault(path)
      await vault.unlock(PASSPHRASE)
      return vault
    },
    close: () => {
      rmSync(directory, { recursive: true })
      return Promise.resolve()
    },
  }
})

describe('the vault file', () => {
  let directory = ''
  let path = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'satchel-vault-'))
    path = join(directory, 'vault.age')
  })
  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  it('is one file, readable by its owner alone, in which the secret does not stand', async () => {
    const key = newStored()
    const { secret } = key
    await quickVault(path).make(PASSPHRASE, key)
    expect(readdirSync(directory)).toEqual(['vault.age'])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    const bytes = readFileSync(path)
    expect(bytes.includes(Buffer.from(secret))).toBe(false)
    expect(bytes.includes(Buffer.from(secret).toString('base64url'))).toBe(false)
  })

  it('can be opened by any other age implementation, and opens what another one wrote', async () => {
    const key = newStored()
    await createVault({ path }).make(PASSPHRASE, key)
    // 2^17 rounds of scrypt, which make a guess slow.
    expect(readFileSync(path, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 17\n/)
    const decrypter = new Decrypter()
    decrypter.addPassphrase(PASSPHRASE)
    expect(await decrypter.decrypt(new Uint8Array(readFileSync(path)), 'text')).toContain(key.id)
    const encrypter = new Encrypter()
    encrypter.setPassphrase(PASSPHRASE)
    encrypter.setScryptWorkFactor(12)
    const other = await decryptWithPassphrase(await encrypter.encrypt('hello'), PASSPHRASE)
    expect(Buffer.from(other).toString()).toBe('hello')
  })

  it('stays locked and unchanged for a wrong passphrase', async () => {
    const key = newStored()
    await quickVault(path).make(PASSPHRASE, key)
    const before = readFileSync(path)
    const vault = quickVault(path)
    await expect(vault.unlock('something else')).rejects.toMatchObject({ code: 'wrong_passphrase' })
    await expect(vault.read(key.id)).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(readFileSync(path)).toEqual(before)
  })

  it('calls a damaged file damaged, whatever the damage, and leaves it untouched', async () => {
    await quickVault(path).make(PASSPHRASE, newStored())
    const whole = readFileSync(path)
    const flipped = Buffer.from(whole)
    flipped.writeUInt8(flipped.readUInt8(flipped.length - 2) ^ 1, flipped.length - 2)
    for (const damaged of [
      Buffer.alloc(0),
      Buffer.from('not age'),
      whole.subarray(0, 90),
      whole.subarray(0, -5),
      flipped,
    ]) {
      writeFileSync(path, damaged)
      await expect(quickVault(path).unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'vault_corrupt' })
      expect(readFileSync(path)).toEqual(damaged)
    }
  })

  it('is called missing or damaged, not locked, where no passphrase would help', async () => {
    const key = newStored()
    await quickVault(path).make(PASSPHRASE, key)
    const whole = readFileSync(path)
    const vault = quickVault(path)
    expect(vault.problem()).toBeNull()
    await expect(vault.read(key.id)).rejects.toMatchObject({ code: 'keystore_locked' })

    const cut = [0, 1, 40, whole.indexOf('\n--- '), whole.indexOf('\n--- ') + 60]
    for (const bytes of [...cut.map((length) => whole.subarray(0, length)), Buffer.from('not age at all')]) {
      writeFileSync(path, bytes)
      expect(vault.problem()).toMatchObject({ code: 'vault_corrupt' })
      await expect(vault.read(key.id)).rejects.toMatchObject({ code: 'vault_corrupt' })
    }
    rmSync(path)
    expect(vault.problem()).toMatchObject({ code: 'vault_missing' })
    await expect(vault.read(key.id)).rejects.toMatchObject({ code: 'vault_missing' })
    // One that is open goes on with what it has, until it is locked.
    writeFileSync(path, whole)
    await vault.unlock(PASSPHRASE)
    rmSync(path)
    expect(await vault.read(key.id)).toEqual(new Uint8Array(key.secret))
  })

  it('is never overwritten by making one', async () => {
    const key = newStored()
    const { secret } = key
    await quickVault(path).make(PASSPHRASE, key)
    const again = quickVault(path).make('another passphrase', newStored())
    await expect(again).rejects.toMatchObject({ code: 'vault_exists' })
    const vault = quickVault(path)
    await vault.unlock(PASSPHRASE)
    expect(await vault.read(key.id)).toEqual(secret)
  })

  it('wants a passphrase of at least eight characters', async () => {
    const short = quickVault(path).make('1234567', newStored())
    await expect(short).rejects.toMatchObject({ code: 'weak_passphrase' })
    expect(readdirSync(directory)).toEqual([])
  })

  it('opens a file from when there were only Ed25519 keys, and keeps its contents', async () => {
    const [old, added] = [newStored(), newStored('secp256k1')]
    const entry = { id: old.id, kind: 'Ed25519', secret: Buffer.from(old.secret).toString('base64url') }
    const plain = Buffer.from(JSON.stringify({ version: 1, keys: [entry] }))
    writeFileSync(path, await encryptWithPassphrase(plain, PASSPHRASE, 10))
    const vault = quickVault(path)
    await vault.unlock(PASSPHRASE)
    await vault.create(added.id, added.secret)
    const again = quickVault(path)
    await again.unlock(PASSPHRASE)
    expect(await again.read(old.id)).toEqual(old.secret)
    expect(await again.read(added.id)).toEqual(added.secret)
  })

  it('writes the kind beside each secret', async () => {
    const keys = [newStored('Ed25519'), newStored('secp256k1'), newStored('P-256')] as const
    await quickVault(path).make(PASSPHRASE, ...keys)
    const plain = await decryptWithPassphrase(new Uint8Array(readFileSync(path)), PASSPHRASE)
    expect(JSON.parse(Buffer.from(plain).toString())).toEqual({
      version: 1,
      keys: keys.map(({ id, secret }, at) => ({
        id,
        kind: ['Ed25519', 'secp256k1', 'P-256'][at],
        secret: Buffer.from(secret).toString('base64url'),
      })),
    })
  })

  it('calls a file in which a key stands twice damaged, and does not drop one of the two', async () => {
    const entry = { id: newStored().id, kind: 'Ed25519', secret: 'A'.repeat(43) }
    const plain = Buffer.from(JSON.stringify({ version: 1, keys: [entry, entry] }))
    writeFileSync(path, await encryptWithPassphrase(plain, PASSPHRASE, 10))
    await expect(quickVault(path).unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'vault_corrupt' })
  })

  it('stores several secrets in one step: all of them or none', async () => {
    const [first, ...rest] = [newStored(), newStored(), newStored('P-256')] as const
    const vault = quickVault(path)
    await vault.make(PASSPHRASE, first)
    const before = readFileSync(path)
    await expect(vault.createAll([...rest, first])).rejects.toMatchObject({ code: 'key_exists' })
    const wrong = { ...first, secret: newStored().secret }
    await expect(vault.removeAll([wrong])).rejects.toMatchObject({ code: 'keystore_failed' })
    await expect(vault.create('probe-1', first.secret)).rejects.toMatchObject({ code: 'did_unresolvable' })
    await expect(vault.create(rest[0].id, new Uint8Array(31))).rejects.toMatchObject({
      code: 'keystore_failed',
    })
    expect(readFileSync(path)).toEqual(before)
    expect(vault.ids()).toEqual([first.id])
    await vault.createAll(rest)
    expect(vault.ids()).toEqual([first, ...rest].map(({ id }) => id))
  })

  it('goes with its last secret, and leaves nothing behind', async () => {
    const key = newStored()
    const vault = quickVault(path)
    await vault.make(PASSPHRASE, key)
    linkSync(path, `${path}.new`) // as a power cut during its creation would have left it
    expect(await vault.remove(key.id, key.secret)).toBe(true)
    expect(readdirSync(directory)).toEqual([])
    expect([vault.isOpen(), await vault.exists()]).toEqual([false, false])
  })

  it('does not overwrite a file other than the one it opened, or write one that was removed', async () => {
    const [mine, theirs, added] = [newStored(), newStored(), newStored()]
    const vault = quickVault(path)
    await vault.make(PASSPHRASE, mine)
    rmSync(path)
    await expect(vault.create(added.id, added.secret)).rejects.toMatchObject({ code: 'vault_missing' })
    await quickVault(path).make(PASSPHRASE, theirs)
    const before = readFileSync(path)
    for (const change of [
      () => vault.create(added.id, added.secret),
      () => vault.remove(mine.id, mine.secret),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'vault_changed' })
    expect(await vault.probe()).toBe('changed')
    expect(readFileSync(path)).toEqual(before)
    await vault.unlock(PASSPHRASE)
    expect(vault.ids()).toEqual([theirs.id])
  })

  it('says that it cannot be read, not that it is missing, where reading is refused', async () => {
    const blocked = quickVault(join(directory, 'file', 'vault.age'))
    writeFileSync(join(directory, 'file'), 'in the way')
    expect(await blocked.exists()).toBe(false)
    await expect(blocked.unlock(PASSPHRASE)).rejects.toMatchObject({ code: 'ENOTDIR' })
  })
})
