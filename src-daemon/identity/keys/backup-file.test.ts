import { Decrypter } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { encryptWithPassphrase } from '../stores/age-passphrase.ts'
import { readBackup, writeBackup, type BackupKey } from './backup-file.ts'
import { newSecret, publicPartOf, secretJwkOf } from './curves.ts'
import { stateRotation } from './rotation.ts'

const PASSPHRASE = 'correct horse battery'
const WORK = 10
const createdAt = '2026-01-02T03:04:05.000Z'

const keys = (['Ed25519', 'secp256k1', 'P-256'] as const).map((kind): BackupKey => {
  const secret = newSecret(kind)
  return {
    ...publicPartOf(kind, secret),
    kind,
    label: `a ${kind} key 🗝`,
    createdAt,
    retiredAt: null,
    isChainAccount: kind === 'secp256k1',
    wallet: null,
    secret,
  }
})
const [owner, second] = keys
if (owner === undefined || second === undefined) throw new Error('no keys')
const dataKey = 'a0'.repeat(32)
const backup = { createdAt, ownerDid: owner.did, keys, rotations: [], dataKey }
const sealed = (content: unknown) =>
  encryptWithPassphrase(Buffer.from(JSON.stringify(content)), PASSPHRASE, WORK)
const contentOf = async (file: Uint8Array) => {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(PASSPHRASE)
  return z
    .looseObject({ keys: z.array(z.looseObject({ jwk: z.looseObject({}) })) })
    .parse(JSON.parse(await decrypter.decrypt(file, 'text')))
}

describe('a backup', () => {
  it('gives back every key with its secret', async () => {
    expect(await readBackup(await writeBackup(backup, PASSPHRASE, WORK), PASSPHRASE)).toEqual(backup)
  })

  it('restores which key replaced which, and neither writes nor reads unsigned statements', async () => {
    const former = newSecret('Ed25519')
    const rotation = stateRotation({ kind: 'Ed25519', secret: former }, owner, createdAt)
    const told = { ...backup, rotations: [rotation] }
    expect(await readBackup(await writeBackup(told, PASSPHRASE, WORK), PASSPHRASE)).toEqual(told)
    const later = { ...rotation, at: '2026-02-02T03:04:05.000Z' }
    await expect(writeBackup({ ...backup, rotations: [later] }, PASSPHRASE, WORK)).rejects.toMatchObject({
      code: 'backup_rehearsal_failed',
    })
    const content = await contentOf(await writeBackup(told, PASSPHRASE, WORK))
    for (const change of [{ rotations: [later] }, { rotations: [rotation], ownerDid: second.did }])
      await expect(readBackup(await sealed({ ...content, ...change }), PASSPHRASE)).rejects.toMatchObject({
        code: 'backup_invalid',
      })
  })

  it('is an age file around plain JSON, that other programs read', async () => {
    const content = await contentOf(await writeBackup(backup, PASSPHRASE, WORK))
    expect(content).toMatchObject({ format: 'satchel-keys', version: 1, createdAt, ownerDid: owner.did })
    expect(content.keys[1]).toEqual({
      did: second.did,
      kind: 'secp256k1',
      label: second.label,
      createdAt,
      retiredAt: null,
      isChainAccount: true,
      wallet: null,
      jwk: secretJwkOf('secp256k1', second.secret),
    })
  })

  it('costs a guess as much as the vault does', async () => {
    const file = await writeBackup(backup, PASSPHRASE)
    expect(Buffer.from(file).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 17\n/)
  })

  it('wants a passphrase of at least eight characters', async () => {
    await expect(writeBackup(backup, '1234567', WORK)).rejects.toMatchObject({ code: 'weak_passphrase' })
  })

  it('is not handed out when a key in it is not the one it says: the rehearsal notices', async () => {
    const wrong = { ...second, secret: newSecret('secp256k1') }
    await expect(writeBackup({ ...backup, keys: [owner, wrong] }, PASSPHRASE, WORK)).rejects.toMatchObject({
      code: 'backup_rehearsal_failed',
    })
    await expect(writeBackup({ ...backup, keys: [owner, owner] }, PASSPHRASE, WORK)).rejects.toMatchObject({
      code: 'backup_rehearsal_failed',
    })
  })
})

describe('a file that is no backup', () => {
  it('is told from a wrong passphrase', async () => {
    const file = await writeBackup(backup, PASSPHRASE, WORK)
    await expect(readBackup(file, 'another one')).rejects.toMatchObject({ code: 'wrong_passphrase' })
    for (const damaged of [file.subarray(0, -3), Buffer.from('not age'), Buffer.alloc(0)])
      await expect(readBackup(damaged, PASSPHRASE)).rejects.toMatchObject({ code: 'backup_invalid' })
  })

  it('is refused for any byte that was changed', async () => {
    const file = await writeBackup(backup, PASSPHRASE, WORK)
    for (let at = 30; at < file.length; at += 97) {
      const changed = Uint8Array.from(file)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(readBackup(changed, PASSPHRASE)).rejects.toHaveProperty('code')
    }
  }, 60_000)

  const whole = {
    format: 'satchel-keys',
    version: 1,
    createdAt,
    ownerDid: owner.did,
    keys: [
      { did: owner.did, kind: 'Ed25519', label: 'x', createdAt, jwk: secretJwkOf('Ed25519', owner.secret) },
    ],
  }
  it('is the base of what follows', async () => {
    expect(await readBackup(await sealed(whole), PASSPHRASE)).toMatchObject({
      keys: [{ retiredAt: null }],
      rotations: [],
    })
  })
  it.each([
    ['another format', { ...whole, format: 'other' }],
    ['a later version', { ...whole, version: 2 }],
    ['no keys', { ...whole, keys: [] }],
    ['a key twice', { ...whole, keys: [...whole.keys, ...whole.keys] }],
    ['the secret of another DID', { ...whole, keys: [{ ...whole.keys[0], did: second.did }] }],
    ['another kind', { ...whole, keys: [{ ...whole.keys[0], kind: 'P-256' }] }],
    [
      'a public key alone',
      { ...whole, keys: [{ ...whole.keys[0], jwk: { ...whole.keys[0]?.jwk, d: undefined } }] },
    ],
    ['a vault', { version: 1, keys: [] }],
    ['a text', 'hello'],
  ])('is refused when it holds %s', async (_what, content) => {
    await expect(readBackup(await sealed(content), PASSPHRASE)).rejects.toMatchObject({
      code: 'backup_invalid',
    })
  })
})
