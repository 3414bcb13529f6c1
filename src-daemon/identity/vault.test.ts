import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decrypter, Encrypter } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { decryptWithPassphrase } from './age-passphrase.ts'
import { runKeyStoreTests } from './keystore.acceptance.ts'
import { createVault } from './vault.ts'

const PASSPHRASE = 'correct horse battery'
/** As the real one, but made for a test's patience; one test keeps to the real cost. */
const quickVault = (path: string) => createVault({ path, workFactor: 10 })
const newSecret = (): Uint8Array => new Uint8Array(randomBytes(32))

runKeyStoreTests('vault file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-vault-'))
  const path = join(directory, 'vault.age')
  await quickVault(path).make(PASSPHRASE, { id: 'did:key:zFirst', secret: newSecret() })
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
    const secret = newSecret()
    await quickVault(path).make(PASSPHRASE, { id: 'did:key:z1', secret })
    expect(readdirSync(directory)).toEqual(['vault.age'])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    const bytes = readFileSync(path)
    expect(bytes.includes(Buffer.from(secret))).toBe(false)
    expect(bytes.includes(Buffer.from(secret).toString('base64url'))).toBe(false)
  })

  it('can be opened by any other age implementation, and opens what another one wrote', async () => {
    await createVault({ path }).make(PASSPHRASE, { id: 'did:key:z1', secret: newSecret() })
    // 2^17 rounds of scrypt: what makes a guess slow.
    expect(readFileSync(path, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 17\n/)
    const decrypter = new Decrypter()
    decrypter.addPassphrase(PASSPHRASE)
    expect(await decrypter.decrypt(new Uint8Array(readFileSync(path)), 'text')).toContain('did:key:z1')
    const encrypter = new Encrypter()
    encrypter.setPassphrase(PASSPHRASE)
    encrypter.setScryptWorkFactor(12)
    const other = await decryptWithPassphrase(await encrypter.encrypt('hello'), PASSPHRASE)
    expect(Buffer.from(other).toString()).toBe('hello')
  })

  it('stays locked for a wrong passphrase, and stays as it is', async () => {
    await quickVault(path).make(PASSPHRASE, { id: 'did:key:z1', secret: newSecret() })
    const before = readFileSync(path)
    const vault = quickVault(path)
    await expect(vault.unlock('something else')).rejects.toMatchObject({ code: 'wrong_passphrase' })
    await expect(vault.read('did:key:z1')).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(readFileSync(path)).toEqual(before)
  })

  it('calls a damaged file damaged, whatever the damage, and leaves it untouched', async () => {
    await quickVault(path).make(PASSPHRASE, { id: 'did:key:z1', secret: newSecret() })
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

  it('is never overwritten by making one', async () => {
    const secret = newSecret()
    await quickVault(path).make(PASSPHRASE, { id: 'did:key:z1', secret })
    const again = quickVault(path).make('another passphrase', { id: 'did:key:z2', secret: newSecret() })
    await expect(again).rejects.toMatchObject({ code: 'vault_exists' })
    const vault = quickVault(path)
    await vault.unlock(PASSPHRASE)
    expect(await vault.read('did:key:z1')).toEqual(secret)
  })

  it('wants a passphrase of at least eight characters', async () => {
    const short = quickVault(path).make('1234567', { id: 'did:key:z1', secret: newSecret() })
    await expect(short).rejects.toMatchObject({ code: 'weak_passphrase' })
    expect(readdirSync(directory)).toEqual([])
  })
})
