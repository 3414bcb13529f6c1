import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { IdentityService } from '../core/types.ts'
import type { KeyInfo } from '../../contract/identity.ts'
import { newSecret, publicPartOf } from './curves.ts'
import { keychainInMemory, useIdentityHome } from './testing.ts'

const bytes = Buffer.from('hello')
const home = useIdentityHome()
const signWith = (identity: IdentityService, keyId?: string) =>
  identity.sign({ bytes, purpose: 'test', requester: 'internal', keyId })
const keyOf = (identity: IdentityService, keyId: string): KeyInfo => {
  const key = identity.keys().find((one) => one.keyId === keyId)
  if (key === undefined) throw new Error(`no key ${keyId}`)
  return key
}
const ownerOf = (identity: IdentityService): KeyInfo => {
  const [owner] = identity.keys()
  if (owner?.isOwner !== true) throw new Error('the owner is not first')
  return owner
}
/** The identity after a restart. */
const restarted = (keychain: Parameters<typeof home.ready>[0]) => home.ready(keychain)

describe('a new key', () => {
  it.each(['Ed25519', 'secp256k1', 'P-256'] as const)(
    'of the kind %s signs, also after a restart',
    async (kind) => {
      const { keychain } = keychainInMemory()
      const identity = await home.ready(keychain)
      const made = await identity.create({ kind, label: '  For the shop ' })
      expect(made).toMatchObject({
        kind,
        label: 'For the shop',
        origin: 'created',
        isOwner: false,
        isDefault: false,
        uses: 0,
        retiredAt: null,
      })
      const again = await restarted(keychain)
      const { keyId, signature } = await signWith(again, made.keyId)
      expect(keyId).toBe(made.keyId)
      expect(await again.verify({ keyId, bytes, signature })).toBe(true)
      expect(again.signatures({ limit: 1 })).toMatchObject([{ keyId, purpose: 'test' }])
      expect(keyOf(again, keyId)).toMatchObject({ uses: 1, lastUsedAt: home.now().toISOString() })
      expect(again.isOwn(made.did)).toBe(true)
    },
  )

  it.each([
    ['nothing', '  '],
    ['too much', 'x'.repeat(65)],
    ['two lines', 'a\nb'],
    ['text that turns round', 'a\u202eb'],
  ])('is not named with %s', async (_what, label) => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    await expect(identity.create({ kind: 'P-256', label })).rejects.toMatchObject({
      code: 'label_invalid',
    })
    expect(() => identity.label({ keyId: ownerOf(identity).keyId, label })).toThrow('label_invalid')
    expect(secrets.size).toBe(1)
  })

  it('gets another name, and tells those who listen', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    let heard = 0
    const stop = identity.onChange(() => (heard += 1))
    identity.label({ keyId: ownerOf(identity).keyId, label: '买东西' })
    expect(heard).toBe(1)
    stop()
    expect(ownerOf(await restarted(keychain)).label).toBe('买东西')
    expect(() => identity.label({ keyId: 'did:key:z1#z1', label: 'x' })).toThrow('key_unknown')
  })
})

describe('retiring', () => {
  it('ends signing, and nothing else', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    const { keyId, did } = await identity.create({ kind: 'P-256', label: 'old' })
    const { signature } = await signWith(identity, keyId)
    const signer = identity.signer({ keyId, purpose: 'test', requester: 'internal' })
    expect(identity.retire({ keyId })).toMatchObject({
      retiredAt: home.now().toISOString(),
      replacedBy: null,
    })
    await expect(signWith(identity, keyId)).rejects.toMatchObject({ code: 'key_retired' })
    await expect(signer.sign(bytes)).rejects.toMatchObject({ code: 'key_retired' })
    expect(() => identity.signer({ keyId, purpose: 'test', requester: 'internal' })).toThrow('key_retired')
    expect(() => identity.retire({ keyId })).toThrow('key_retired')
    expect(await identity.verify({ keyId, bytes, signature })).toBe(true)
    expect(identity.isOwn(did)).toBe(true)
    expect(secrets.has(did)).toBe(true)
    expect(identity.keys().at(-1)?.keyId).toBe(keyId)
  })

  it('is refused for the owner’s and the default key, and for one there is not', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    const owner = ownerOf(identity)
    const other = await identity.create({ kind: 'P-256', label: 'other' })
    expect(() => identity.retire({ keyId: owner.keyId })).toThrow('key_in_use')
    identity.setDefault({ keyId: other.keyId, replaces: owner.keyId })
    expect(() => identity.retire({ keyId: other.keyId })).toThrow('key_in_use')
    expect(() => identity.retire({ keyId: 'did:key:z1#z1' })).toThrow('key_unknown')
  })
})

describe('the default key', () => {
  it('changes only if the caller names the one it replaces', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const owner = ownerOf(identity)
    const other = await identity.create({ kind: 'secp256k1', label: 'other' })
    expect(() => identity.setDefault({ keyId: other.keyId, replaces: other.keyId })).toThrow(
      'default_key_changed',
    )
    identity.setDefault({ keyId: other.keyId, replaces: owner.keyId })
    const again = await restarted(keychain)
    expect((await signWith(again)).keyId).toBe(other.keyId)
    expect(again.ownerDid).toBe(owner.did)
    expect(again.keys().filter(({ isDefault }) => isDefault)).toHaveLength(1)
    again.setDefault({ keyId: owner.keyId, replaces: other.keyId })
    again.retire({ keyId: other.keyId })
    expect(() => again.setDefault({ keyId: other.keyId, replaces: owner.keyId })).toThrow('key_retired')
  })
})

describe('rotating', () => {
  it('puts a new key of the same kind and name in the place of an ordinary one', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    const old = await identity.create({ kind: 'P-256', label: 'shop' })
    const next = await identity.rotate({ keyId: old.keyId })
    expect(next).toMatchObject({
      kind: 'P-256',
      label: 'shop',
      isOwner: false,
      isDefault: false,
      origin: 'created',
      stated: null,
    })
    expect(keyOf(identity, old.keyId)).toMatchObject({
      replacedBy: next.keyId,
      retiredAt: home.now().toISOString(),
    })
    await expect(identity.rotate({ keyId: old.keyId })).rejects.toMatchObject({ code: 'key_retired' })
    await signWith(identity, next.keyId)
  })

  it('moves the owner and everything that depends on it, if the caller names the current one', async () => {
    const { keychain } = keychainInMemory()
    const identity = await home.ready(keychain)
    const old = ownerOf(identity)
    for (const confirmOwner of [undefined, 'did:key:z1'])
      await expect(identity.rotate({ keyId: old.keyId, confirmOwner })).rejects.toMatchObject({
        code: 'owner_change_not_confirmed',
      })
    expect(identity.ownerDid).toBe(old.did)
    const next = await identity.rotate({ keyId: old.keyId, confirmOwner: old.did })
    expect(next).toMatchObject({ kind: 'Ed25519', isOwner: true, isDefault: true, label: old.label })
    for (const one of [identity, await restarted(keychain)]) {
      expect(one.ownerDid).toBe(next.did)
      expect(one.isOwn(old.did)).toBe(true)
      expect((await signWith(one)).keyId).toBe(next.keyId)
      expect(await one.status()).toMatchObject({ state: 'ready' })
    }
  })

  it("is signed by both keys and written down where it is the owner's, and needs the old secret for nothing else", async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    const old = ownerOf(identity)
    const next = await identity.rotate({ keyId: old.keyId, confirmOwner: old.did })
    expect(next.stated).toBe(true)
    const [said] = identity.rotations.chain()
    expect(said).toMatchObject({ from: old.did, to: next.did })
    const bytes = Buffer.from(
      `SatchelRotationv1:{"at":"${said?.at ?? ''}","from":"${old.did}","to":"${next.did}"}`,
    )
    for (const [keyId, text] of [
      [old.keyId, said?.signature],
      [next.keyId, said?.acceptance],
    ] as const)
      expect(await identity.verify({ keyId, bytes, signature: Buffer.from(text ?? '', 'base64url') })).toBe(
        true,
      )
    const digest = createHash('sha256').update(bytes).digest('hex')
    expect(identity.exportLog()).toMatchObject([
      { keyId: old.keyId, purpose: 'rotate', digest },
      { keyId: next.keyId, purpose: 'rotate', digest },
    ])
    secrets.clear()
    const last = await identity.rotate({ keyId: next.keyId, confirmOwner: next.did })
    expect(last.stated).toBe(false)
    expect(identity.ownerDid).toBe(last.did)
    expect(identity.rotations.chain()).toEqual([])
    expect(identity.exportLog()).toHaveLength(2)
  })

  it('leaves the default key where another one was chosen', async () => {
    const identity = await home.ready(keychainInMemory().keychain)
    const owner = ownerOf(identity)
    const other = await identity.create({ kind: 'P-256', label: 'other' })
    identity.setDefault({ keyId: other.keyId, replaces: owner.keyId })
    const next = await identity.rotate({ keyId: owner.keyId, confirmOwner: owner.did })
    expect(next).toMatchObject({ isOwner: true, isDefault: false })
    expect((await signWith(identity)).keyId).toBe(other.keyId)
  })

  it('changes nothing when the new secret cannot be stored', async () => {
    const { keychain, weather } = keychainInMemory()
    const identity = await home.ready(keychain)
    const owner = ownerOf(identity)
    weather.dieBeforeWrite = true
    await expect(identity.rotate({ keyId: owner.keyId, confirmOwner: owner.did })).rejects.toThrow(
      'power cut',
    )
    expect(identity.keys()).toEqual([owner])
    weather.dieBeforeWrite = false
    weather.dieAfterWrite = true
    await expect(identity.rotate({ keyId: owner.keyId, confirmOwner: owner.did })).rejects.toThrow(
      'power cut',
    )
    expect(ownerOf(await restarted(keychain)).did).toBe(owner.did)
  })
})

describe('importing', () => {
  it('takes a key over once, and gives a lost secret back', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    const secret = newSecret('secp256k1')
    const { did, keyId } = publicPartOf('secp256k1', secret)
    const text = Buffer.from(secret).toString('hex')
    const input = { text, kind: 'secp256k1', label: 'wallet' } as const
    expect(await identity.importKey(input)).toMatchObject({ did, origin: 'imported', label: 'wallet' })
    await expect(identity.importKey(input)).rejects.toMatchObject({ code: 'key_exists' })
    secrets.delete(did)
    await expect(signWith(identity, keyId)).rejects.toMatchObject({ code: 'key_missing' })
    expect(await identity.importKey({ ...input, label: 'again' })).toMatchObject({ label: 'wallet' })
    await signWith(identity, keyId)
  })

  it('stores nothing unreadable', async () => {
    const { keychain, secrets } = keychainInMemory()
    const identity = await home.ready(keychain)
    await expect(identity.importKey({ text: 'no key', label: 'x' })).rejects.toMatchObject({
      code: 'key_import_invalid',
    })
    expect(secrets.size).toBe(1)
  })
})

it('says so when a named key is not here', async () => {
  const identity = await home.ready(keychainInMemory().keychain)
  await expect(signWith(identity, 'did:key:z1#z1')).rejects.toMatchObject({ code: 'key_unknown' })
})
