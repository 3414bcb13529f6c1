import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { keyOfKeyId } from '../../identity/dids/did-key.ts'
import { createDevices, openIdentity } from '../../identity/index.ts'
import { newSecret } from '../../identity/keys/curves.ts'
import { stateRotation } from '../../identity/keys/rotation.ts'
import { absentKeychain, anyPassphrase, PASSPHRASE } from '../../identity/keys/testing.ts'
import { createVault } from '../../identity/stores/vault.ts'
import type { IdentityService, Rotation } from '../../identity/types.ts'
import { openDatabase } from '../../storage/index.ts'
import { failureOf, NOTE, noteAccess, noteSchema, plainState, rejectionOf } from '../testing.ts'
import type { StateService } from '../types.ts'
import { decodeChangeSet, encodeChangeSet } from './change-set.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

interface Device {
  readonly identity: IdentityService
  readonly state: StateService
}

/** A data directory with its keys in a real vault; `like` makes it a device of the same owner. */
const device = async (like?: Device): Promise<Device> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-rotation-'))
  const db = openDatabase({ path: join(dataDir, 'state.db') })
  cleanups.push(() => {
    db.close()
    rmSync(dataDir, { recursive: true })
  })
  const now = () => new Date()
  const opened = await openIdentity({
    db,
    dataDir,
    now,
    dids: { key: (keyId) => Promise.resolve(keyOfKeyId(keyId)) },
    keychain: absentKeychain(),
    vault: createVault({ path: join(dataDir, 'vault.age'), workFactor: 10, now }),
    vaultPassphrase: PASSPHRASE,
    passphrases: anyPassphrase,
    backupWorkFactor: 10,
  })
  if (opened.kind !== 'ready') throw new Error(`expected ready, not ${opened.kind}`)
  const { identity } = opened
  if (like !== undefined) await takeOver(identity, like.identity)
  const state = plainState({
    db,
    ownerDid: () => identity.ownerDid,
    rotations: identity.rotations,
    devices: createDevices({ db, identity, now }),
  })
  state.registerSchema({
    owner: noteAccess.owner,
    scope: noteAccess.scope,
    title: 'Note',
    schema: noteSchema,
  })
  return { identity, state }
}

/** As a user transfers their key to another device. */
const takeOver = async (identity: IdentityService, from: IdentityService): Promise<void> => {
  const { fileBase64 } = await from.backup({ passphrase: PASSPHRASE, current: PASSPHRASE })
  const file = Buffer.from(fileBase64, 'base64')
  await identity.restore({ file, passphrase: PASSPHRASE, asOwner: identity.ownerDid })
}

const rotate = ({ identity }: Device) => {
  const key = identity.keys().find(({ isOwner }) => isOwner)
  return identity.rotate({ keyId: key?.keyId ?? '', confirmOwner: identity.ownerDid })
}
const write = ({ state }: Device, title: string): string =>
  state.create(noteAccess, { schemaUri: NOTE, object: { title } }).object.id
const all = async ({ state: { sync } }: Device): Promise<Uint8Array> => {
  await sync.devices.prepare()
  return sync.export({ scopes: null, since: null }).bytes
}
const titleOf = ({ state }: Device, id: string): unknown => state.get({ schemaUri: NOTE, id }).object['title']
/** The file with other statements. */
const saying = (file: Uint8Array, change: (rotations: readonly Rotation[]) => readonly Rotation[]) => {
  const set = decodeChangeSet(file)
  return encodeChangeSet({
    ...set,
    rotations: change(set.rotations as readonly Rotation[]),
    changes: [...set.changes],
  })
}
/** With the first of them changed. */
const changed = (chain: readonly Rotation[], to: Partial<Rotation>): readonly Rotation[] =>
  chain.map((one, index) => (index === 0 ? { ...one, ...to } : one))

describe('a device that has not rotated', () => {
  it('applies changes written under the next key, and passes them on', async () => {
    const one = await device()
    const [two, three] = [await device(one), await device(one)]
    const first = write(one, 'before')
    const old = one.identity.ownerDid
    for (let times = 0; times < 3; times++) expect(await rotate(one)).toMatchObject({ stated: true })
    const second = write(one, 'after three rotations')
    const file = await all(one)
    for (const _twice of [1, 2]) two.state.sync.import(file)
    expect([first, second].map((id) => titleOf(two, id))).toEqual(['before', 'after three rotations'])
    expect(two.identity.ownerDid).toBe(old)
    expect(two.identity.rotations.chain()).toEqual(one.identity.rotations.chain())
    expect([...two.identity.rotations.dids()]).toHaveLength(4)
    // A third one that only learns of it from the second accepts it as well.
    const third = write(two, 'under the old key')
    three.state.sync.import(await all(two))
    expect([second, third].map((id) => titleOf(three, id))).toEqual([
      'after three rotations',
      'under the old key',
    ])
    // And back, with only what is missing, when neither needs to learn of the other's key.
    await two.state.sync.devices.prepare()
    const { bytes, report } = two.state.sync.export({ scopes: null, since: one.state.sync.vectors() })
    expect(report.changes).toBe(1)
    expect(one.state.sync.import(bytes)).toMatchObject({ applied: 1 })
    expect(titleOf(one, third)).toBe('under the old key')
    for (const { state } of [one, two, three]) expect(state.sync.check()).toMatchObject({ ok: true })
  })

  it('learns of it from another device’s request', async () => {
    const one = await device()
    const two = await device(one)
    write(two, 'here')
    await rotate(one)
    await two.state.sync.devices.prepare()
    const asked: unknown = JSON.parse(JSON.stringify(one.state.sync.vectors()))
    expect(two.state.sync.export({ scopes: null, since: asked }).report.changes).toBe(1)
  })

  it('takes in what the old key wrote where nothing had been written before the rotation', async () => {
    const one = await device()
    const two = await device(one)
    await rotate(one)
    const id = write(two, 'first of all')
    one.state.sync.import(await all(two))
    expect(titleOf(one, id)).toBe('first of all')
  })

  it('believes no statement that is forged, cut, or of other keys, and keeps nothing of the file', async () => {
    const one = await device()
    const two = await device(one)
    for (const _twice of [1, 2]) await rotate(one)
    const id = write(one, 'after')
    const file = await all(one)
    const secret = () => ({ kind: 'Ed25519', secret: newSecret('Ed25519') }) as const
    const own = two.identity.ownerDid
    const stranger = stateRotation(secret(), secret(), '2026-01-01T00:00:00.000Z')
    const flipped = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
    const cases: [string, string, (chain: readonly Rotation[]) => readonly Rotation[]][] = [
      ['none at all', 'change_set_other_owner', () => []],
      ['cut at the beginning', 'change_set_other_owner', (chain) => chain.slice(1)],
      ['cut at the end', 'change_set_other_owner', (chain) => chain.slice(0, 1)],
      ['of other keys', 'change_set_other_owner', () => [stranger]],
      ['cut in the midst', 'rotation_invalid', (chain) => [...chain.slice(0, 1), stranger]],
      ['in another order', 'rotation_invalid', (chain) => [...chain].reverse()],
      ['twice', 'rotation_invalid', (chain) => [...chain, ...chain]],
      ['with another time', 'rotation_invalid', (chain) => changed(chain, { at: stranger.at })],
      [
        'not by the old key',
        'rotation_invalid',
        (chain) => chain.map((r) => ({ ...r, signature: flipped(r.signature) })),
      ],
      [
        'not by the new key',
        'rotation_invalid',
        (chain) => chain.map((r) => ({ ...r, acceptance: flipped(r.acceptance) })),
      ],
      ['by the stranger', 'rotation_invalid', () => [{ ...stranger, from: own }]],
      ['to no key', 'rotation_invalid', (chain) => changed(chain, { to: 'did:key:z6Mk' })],
      ['with more in it', 'rotation_invalid', (chain) => chain.map((r) => ({ ...r, more: 'x' }))],
    ]
    for (const [what, code, change] of cases) {
      expect([what, failureOf(() => two.state.sync.import(saying(file, change))).code]).toEqual([what, code])
      expect(two.identity.rotations.chain()).toEqual([])
      expect(failureOf(() => titleOf(two, id)).code).toBe('not_found')
    }
    two.state.sync.import(file)
    expect(titleOf(two, id)).toBe('after')
  })

  it('keeps nothing of statements of other keys that come with a file of its own', async () => {
    const one = await device()
    const two = await device(one)
    write(one, 'mine')
    const secret = () => ({ kind: 'Ed25519', secret: newSecret('Ed25519') }) as const
    const file = saying(await all(one), () => [stateRotation(secret(), secret(), '2026-01-01T00:00:00.000Z')])
    expect(failureOf(() => two.state.sync.import(file)).code).toBe('change_set_other_owner')
    expect(two.state.history.changes({ schemaUri: NOTE, id: write(two, 'mine too') })).toHaveLength(1)
  })

  it('cannot be claimed by naming it as one’s successor', async () => {
    const [one, two] = [await device(), await device()]
    write(two, 'of another person')
    await rotate(two)
    // Their own statement is fine; that of the key they name is missing.
    const claim = (chain: readonly Rotation[]) => [
      ...chain,
      ...changed(chain, { from: two.identity.ownerDid, to: one.identity.ownerDid }),
    ]
    const file = saying(await all(two), claim)
    const error = failureOf(() => one.state.sync.import(file))
    expect(error.code).toBe('rotation_invalid')
    expect(one.identity.rotations.chain()).toEqual([])
  })
})

describe('a key in place of another, without a statement', () => {
  it('vouches for the devices of the key before, so that others take in what they wrote', async () => {
    const [one, two] = [await device(), await device()]
    const [before, three] = [await device(two), await device(one)]
    const ids = [write(before, 'of a third device'), write(two, 'of its own')]
    two.state.sync.import(await all(before))
    const early = await all(two)
    expect(failureOf(() => three.state.sync.import(early)).code).toBe('change_set_other_owner')
    await takeOver(two.identity, one.identity)
    three.state.sync.import(await all(two))
    expect(ids.map((id) => titleOf(three, id))).toEqual(['of a third device', 'of its own'])
    const authorized = three.state.sync.devices.list().filter(({ since }) => since !== null)
    expect(authorized).toHaveLength(2)
  })
})

describe('a key that was rotated because a device with a copy of it was lost', () => {
  it('lets its former self authorize no new device once the lost one is removed', async () => {
    const one = await device()
    const [lost, three] = [await device(one), await device(one)]
    write(lost, 'before')
    one.state.sync.import(await all(lost))
    await rotate(one)
    const replica = lost.state.sync.devices.list().find(({ isThis }) => isThis)?.replica ?? ''
    await one.state.sync.devices.remove({ replica })
    three.state.sync.import(await all(one))
    // Someone who found it starts over with the key on it.
    const again = await device(lost)
    write(again, 'planted')
    const planted = await all(again)
    for (const { state } of [one, three])
      expect(failureOf(() => state.sync.import(planted)).code).toBe('device_unauthorized')
    // A device that was not heard of yet needs the present key.
    const id = write(three, 'of three')
    expect((await rejectionOf(all(three))).code).toBe('device_unauthorized')
    await takeOver(three.identity, one.identity)
    one.state.sync.import(await all(three))
    expect(titleOf(one, id)).toBe('of three')
  })
})

describe('a key that was rotated on two devices', () => {
  it('leads to one of the two: each refuses the other, and so does who has heard of one', async () => {
    const one = await device()
    const [two, three] = [await device(one), await device(one)]
    await rotate(one)
    await rotate(two)
    const ids = [write(one, 'of one'), write(two, 'of two')]
    three.state.sync.import(await all(one))
    for (const [to, from] of [
      [one, two],
      [two, one],
      [three, two],
    ] as const) {
      const file = await all(from)
      expect(failureOf(() => to.state.sync.import(file)).code).toBe('rotation_forked')
    }
    // Choosing one of them resolves it.
    await takeOver(two.identity, one.identity)
    two.state.sync.import(await all(one))
    expect(two.identity.rotations.chain()).toEqual(one.identity.rotations.chain())
    three.state.sync.import(await all(two))
    expect(ids.map((id) => titleOf(three, id))).toEqual(['of one', 'of two'])
  })
})
