import * as crypto from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decrypter } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readBackup, writeBackup } from '../keys/backup-file.ts'
import { newSecret, publicPartOf } from '../keys/curves.ts'
import { readSecretKey } from '../keys/import-key.ts'
import { newStored } from '../keys/testing/secrets.ts'
import { decryptWithPassphrase, encryptWithPassphrase } from './age-passphrase.ts'
import { newPassphrase } from './passphrase.ts'
import { createVault } from './vault.ts'

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>()
  return { ...real, scrypt: vi.fn(real.scrypt) }
})

const WORK = 10
const EDGES = join(import.meta.dirname, 'testing', 'edges')
/** One passphrase, composed, decomposed, and as some keyboard or program spells it, where that is a third way. */
const edgeSchema = z.object({
  note: z.string(),
  nfc: z.string(),
  nfd: z.string(),
  typed: z.string().optional(),
})
const edges = readdirSync(EDGES).map((name) => ({
  name,
  ...edgeSchema.parse(JSON.parse(readFileSync(join(EDGES, name), 'utf8'))),
}))

describe.each(edges)('the passphrase of $name', ({ nfc, nfd, typed = nfc }) => {
  let directory = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'satchel-spellings-'))
    vi.mocked(crypto.scrypt).mockClear()
  })
  afterEach(() => {
    rmSync(directory, { recursive: true })
  })
  const vaultAt = (name: string) => createVault({ path: join(directory, name), workFactor: WORK })
  /** What was locked with it, and what is typed to open that: a spelling that is neither form has to come again. */
  const pairs = [
    [nfc, nfc],
    [nfc, nfd],
    [nfc, typed],
    [nfd, nfc],
    [nfd, nfd],
    [nfd, typed],
    [typed, typed],
  ] as const

  it('is what it says it is', () => {
    expect(nfd).not.toBe(nfc)
    for (const spelling of [nfc, nfd, typed]) {
      expect(spelling.normalize('NFC')).toBe(nfc)
      expect(spelling.normalize('NFD')).toBe(nfd)
    }
  })

  it('opens a vault from before, which is in NFC from its next change on', async () => {
    for (const [made, given] of pairs) {
      const { id, secret } = newStored()
      await vaultAt('made.age').make('another passphrase', { id, secret })
      const path = join(directory, 'made.age')
      const plain = await decryptWithPassphrase(new Uint8Array(readFileSync(path)), 'another passphrase')
      writeFileSync(path, await encryptWithPassphrase(plain, made, WORK))
      const vault = vaultAt('made.age')
      await vault.unlock(given)
      expect(await vault.read(id)).toEqual(secret)
      for (const spelling of [nfc, nfd, typed]) vault.confirm(spelling)
      await vault.create(...more())
      await opensExactly(path, nfc)
      rmSync(path)
    }
  })

  it('makes and changes a vault in NFC, which every spelling opens', async () => {
    for (const spelling of [nfc, nfd, typed]) {
      const path = join(directory, 'new.age')
      const vault = vaultAt('new.age')
      await vault.make(spelling, newStored())
      await opensExactly(path, nfc)
      await vault.changePassphrase(nfd, `${spelling} and more`)
      await opensExactly(path, `${nfc} and more`)
      for (const again of [nfc, nfd, typed]) await vaultAt('new.age').unlock(`${again} and more`)
      rmSync(path)
    }
  })

  it('opens a backup from before, and makes one in NFC', async () => {
    const secret = newSecret('Ed25519')
    const { did, keyId } = publicPartOf('Ed25519', secret)
    const createdAt = '2026-01-02T03:04:05.000Z'
    const key = {
      did,
      keyId,
      kind: 'Ed25519',
      label: 'a',
      createdAt,
      retiredAt: null,
      isChainAccount: false,
      wallet: null,
    } as const
    const backup = { createdAt, ownerDid: did, keys: [{ ...key, secret }], rotations: [], dataKey: null }
    for (const [made, given] of pairs) {
      const file = await writeBackup(backup, made, WORK)
      const plain = await opensExactly(file, nfc)
      expect(await readBackup(file, given)).toEqual(backup)
      const before = await encryptWithPassphrase(plain, made, WORK)
      expect(await readBackup(before, given)).toEqual(backup)
    }
  })

  it('opens an encrypted key of another program', () => {
    const { privateKey } = crypto.generateKeyPairSync('ed25519')
    for (const [made, given] of pairs) {
      const text = privateKey.export({
        type: 'pkcs8',
        format: 'pem',
        cipher: 'aes-256-cbc',
        passphrase: made,
      })
      expect(readSecretKey({ text: String(text), passphrase: given }).kind).toBe('Ed25519')
    }
  })

  it('costs one try if it was made in NFC, and a wrong one a try for each spelling that differs', async () => {
    const file = await encryptWithPassphrase(Buffer.from('content'), nfc, WORK)
    for (const spelling of [nfc, nfd, typed]) {
      vi.mocked(crypto.scrypt).mockClear()
      await decryptWithPassphrase(file, spelling)
      expect(crypto.scrypt).toHaveBeenCalledTimes(1)
      vi.mocked(crypto.scrypt).mockClear()
      await expect(decryptWithPassphrase(file, `${spelling}!`)).rejects.toMatchObject({
        code: 'wrong_passphrase',
      })
      expect(crypto.scrypt).toHaveBeenCalledTimes(new Set([nfc, nfd, spelling]).size)
    }
  })

  it('is one guess when it is wrong, however many spellings it has', async () => {
    const vault = vaultAt('guessed.age')
    await vault.make('lantern copper', newStored())
    for (let guess = 0; guess < 5; guess += 1)
      expect(() => {
        vault.confirm(typed)
      }).toThrow(expect.objectContaining({ code: 'wrong_passphrase' }))
    expect(() => {
      vault.confirm('lantern copper')
    }).toThrow(expect.objectContaining({ code: 'too_many_passphrases' }))
  })
})

describe('a passphrase', () => {
  it('of plain letters is tried once, right or wrong', async () => {
    const file = await encryptWithPassphrase(Buffer.from('content'), 'lantern copper', WORK)
    vi.mocked(crypto.scrypt).mockClear()
    await expect(decryptWithPassphrase(file, 'lantern coppar')).rejects.toMatchObject({
      code: 'wrong_passphrase',
    })
    expect(crypto.scrypt).toHaveBeenCalledTimes(1)
  })

  it('that is new has eight characters, not eight marks or units of storage', () => {
    for (const short of ['é'.normalize('NFD').repeat(7), '🔑'.repeat(7), '각'.normalize('NFD').repeat(3)])
      expect(() => newPassphrase(short)).toThrow(expect.objectContaining({ code: 'weak_passphrase' }))
    expect(newPassphrase('é'.normalize('NFD').repeat(8))).toBe('é'.repeat(8))
  })
})

const more = () => {
  const { id, secret } = newStored()
  return [id, secret] as const
}

/** Opens it as any other age program does, with these very characters. */
const opensExactly = (file: string | Uint8Array, passphrase: string): Promise<Uint8Array> => {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return decrypter.decrypt(typeof file === 'string' ? new Uint8Array(readFileSync(file)) : file)
}
