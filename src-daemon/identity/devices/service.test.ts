import { describe, expect, it } from 'vitest'
import { failureOf, rejectionOf } from '../../state/testing.ts'
import { createDevices } from '../index.ts'
import { readChain } from '../authorizations/document.ts'
import { verifyDelegations } from '../authorizations/zcap.ts'
import { keychainInMemory, PASSPHRASE, useIdentityHome } from '../keys/testing.ts'
import type { IdentityService } from '../types.ts'
import type { SignedHead } from './types.ts'

const home = useIdentityHome()
const REPLICA = '0190a0b0-0000-7000-8000-0000000000aa'
const FORMER = '0190a0b0-0000-7000-8000-0000000000bb'

const open = async () => {
  const { keychain, secrets } = keychainInMemory()
  const identity = await home.ready(keychain)
  const devices = createDevices({ db: home.database(), identity, now: home.now })
  return { identity, devices, secrets, keychain }
}
const head = (actor: string) => ({
  space: 'did:nuwa:cap:note',
  scope: 'sc:note',
  actor,
  seq: 1,
  hash: Buffer.alloc(32, 7),
})
const isOwnerOf = (identity: IdentityService) => (did: string) => did === identity.ownerDid
const input = { replica: REPLICA, writers: [], latest: 0 }
const expiresOf = (cards: readonly { authorization: string }[]): unknown =>
  (JSON.parse(cards[0]?.authorization ?? '{}') as { expires?: unknown }).expires
const YEAR_MS = 365 * 86_400_000

describe('a device', () => {
  it('has a key in the key store, which the owner’s key authorizes for a year', async () => {
    const { identity, devices, secrets } = await open()
    expect(failureOf(() => devices.sign(REPLICA, head(REPLICA))).code).toBe('device_unauthorized')
    await devices.prepare(input)
    const signed = devices.sign(REPLICA, head(REPLICA))
    devices.check(signed, home.clock.getTime(), isOwnerOf(identity))
    expect([...secrets.keys()].filter((id) => id.startsWith(`secret:devices/${REPLICA}:`))).toHaveLength(1)
    const cards = devices.cards([signed])
    expect(expiresOf(cards)).toBe(`${new Date(home.clock.getTime() + YEAR_MS).toISOString().slice(0, 19)}Z`)
    // The maintained library says the same of it.
    await verifyDelegations(readChain(JSON.parse(cards[0]?.authorization ?? '')), identity.ownerDid)
    expect(identity.signatures({ limit: 10 })).toMatchObject([{ purpose: 'device', requester: 'internal' }])
  })

  it('has the same key with the next start, and no signature of the owner’s is needed', async () => {
    const { identity, devices } = await open()
    await devices.prepare(input)
    const again = createDevices({ db: home.database(), identity, now: home.now })
    await again.prepare(input)
    expect(again.sign(REPLICA, head(REPLICA)).by).toBe(devices.sign(REPLICA, head(REPLICA)).by)
    expect(identity.signatures({ limit: 10 })).toHaveLength(1)
  })

  it('has another key as another replica, as a copy of the data is one', async () => {
    const { identity, devices } = await open()
    await devices.prepare(input)
    await devices.prepare({ ...input, replica: FORMER })
    const one = devices.sign(REPLICA, head(REPLICA))
    const other = devices.sign(FORMER, head(FORMER))
    expect(one.by).not.toBe(other.by)
    const stolen: SignedHead = { ...one, actor: FORMER }
    expect(failureOf(() => devices.check(stolen, 0, isOwnerOf(identity))).code).toBe('device_unauthorized')
    expect(failureOf(() => devices.sign(REPLICA, head(FORMER))).code).toBe('device_unauthorized')
  })

  it('signs for a former replica where the owner’s key says so', async () => {
    const { identity, devices } = await open()
    await devices.prepare({ ...input, writers: [FORMER] })
    const signed = devices.sign(REPLICA, head(FORMER))
    devices.check(signed, 0, isOwnerOf(identity))
    expect(devices.cards([signed])).toMatchObject([{ named: null }])
    expect(
      devices.list(REPLICA).map(({ replica, authorizedUntil }) => [replica, authorizedUntil === null]),
    ).toEqual([
      [REPLICA, false],
      [FORMER, true],
    ])
  })

  it('is authorized again before the end, and not at all without the owner’s key', async () => {
    const { identity, devices, secrets } = await open()
    await devices.prepare(input)
    const until = () => devices.list(REPLICA)[0]?.authorizedUntil
    const first = until()
    home.clock = new Date(home.clock.getTime() + 200 * 86_400_000)
    await devices.prepare(input)
    expect(until()).toBe(first)
    home.clock = new Date(home.clock.getTime() + 150 * 86_400_000)
    const key = secrets.get(identity.ownerDid)
    secrets.delete(identity.ownerDid)
    // It is good to its end.
    await devices.prepare(input)
    expect(until()).toBe(first)
    home.clock = new Date(home.clock.getTime() + 30 * 86_400_000)
    expect((await rejectionOf(devices.prepare(input))).code).toBe('key_missing')
    secrets.set(identity.ownerDid, key ?? new Uint8Array())
    await devices.prepare(input)
    expect((until() ?? '') > (first ?? '')).toBe(true)
    const signed = devices.sign(REPLICA, head(REPLICA))
    const end = Date.parse(until() ?? '')
    devices.check(signed, end, isOwnerOf(identity))
    expect(failureOf(() => devices.check(signed, end + 1, isOwnerOf(identity))).code).toBe('device_expired')
  })

  it('gets another key if its own was deleted', async () => {
    const { identity, devices, secrets } = await open()
    await devices.prepare(input)
    const before = devices.sign(REPLICA, head(REPLICA))
    for (const id of secrets.keys()) if (id.startsWith('secret:devices/')) secrets.delete(id)
    const again = createDevices({ db: home.database(), identity, now: home.now })
    await again.prepare(input)
    const after = again.sign(REPLICA, head(REPLICA))
    expect(after.by).not.toBe(before.by)
    for (const signed of [before, after]) again.check(signed, 0, isOwnerOf(identity))
  })

  it('is in no backup of keys', async () => {
    const { identity, devices, keychain } = await open()
    await devices.prepare(input)
    const { fileBase64 } = await identity.backup({ passphrase: PASSPHRASE })
    const report = await identity.inspectBackup({
      file: Buffer.from(fileBase64, 'base64'),
      passphrase: PASSPHRASE,
    })
    expect(report.keys.map(({ did }) => did)).toEqual([identity.ownerDid])
    expect(await keychain.probe()).toBeNull()
  })

  it('sends others its own name, and has here the name it was given here', async () => {
    const { identity, devices } = await open()
    devices.name(REPLICA, 'Desk')
    await devices.prepare(input)
    const [card] = devices.cards([devices.sign(REPLICA, head(REPLICA))])
    expect(card?.named?.name).toBe('Desk')
    if (card === undefined) throw new Error('there is one')
    const renamed = {
      ...card,
      named: card.named && { ...card.named, name: 'Other', at: '2099-01-01T00:00:00Z' },
    }
    expect(
      failureOf(() => {
        devices.learn({ cards: [renamed], removals: [] }, isOwnerOf(identity))
      }).code,
    ).toBe('device_statement_invalid')
    for (const name of ['', ' ', 'x'.repeat(65), 'a\nb'])
      expect(
        failureOf(() => {
          devices.name(REPLICA, name)
        }).code,
      ).toBe('device_name_invalid')
    expect(devices.nameOf(REPLICA)).toBe('Desk')
    expect(devices.nameOf(FORMER)).toBe('000000bb')
  })
})
