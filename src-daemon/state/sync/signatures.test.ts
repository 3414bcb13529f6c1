import { describe, expect, it } from 'vitest'
import { authorizationBy, testKey } from '../../identity/devices/testing.ts'
import { NOTE, noteAccess, OWNER, type TestState } from '../testing.ts'
import { encodeChangeSet } from './change-set.ts'
import { signedBy, signedSet } from './testing.ts'
import {
  after,
  refusal,
  titles,
  forged,
  all,
  type Written,
  read,
  replicaOf,
  useSignedSets,
} from './testing/signed-sets.ts'

const { open } = useSignedSets()

const nothing = { owner: OWNER, rotations: [], devices: [], removals: [], heads: [], schemas: [] }

describe('what no device of the owner has signed', () => {
  it('is refused if it was made from the public DID alone', async () => {
    const test = open()
    const stranger = testKey('stranger')
    const planted = after(null)
    const by = (replica: string, owner = stranger) => ({
      authorization: authorizationBy(owner, { replica, device: stranger.did, owner: OWNER }),
      named: null,
    })
    expect(refusal(test, encodeChangeSet({ ...nothing, changes: [planted] }))).toBe('change_set_unsigned')
    const heads = [signedBy(stranger, planted)]
    expect(refusal(test, encodeChangeSet({ ...nothing, heads, changes: [planted] }))).toBe(
      'device_unauthorized',
    )
    // It says that the owner has authorized it.
    expect(
      refusal(test, encodeChangeSet({ ...nothing, heads, devices: [by('attacker')], changes: [planted] })),
    ).toBe('authorization_invalid')
    expect(await titles(test)).toEqual([])
  })

  it('is refused where a stranger’s own device signed it', () => {
    const [test, other] = [open(), testKey('other owner')]
    expect(refusal(test, signedSet([after(null)], { owner: other }))).toBe('change_set_other_owner')
    // In a file that says it is this owner's.
    const mixed = forged(signedSet([after(null)], { owner: other }), () => ({ owner: OWNER }))
    expect(refusal(test, mixed)).toBe('device_unauthorized')
    const signedAnew = forged(signedSet([after(null)], { owner: other }), ({ changes }) => ({
      owner: OWNER,
      heads: changes.map((change) => signedBy(testKey('device'), change)),
    }))
    expect(refusal(test, signedAnew)).toBe('device_unauthorized')
  })

  it('is refused with the signature stripped, flipped, or of another change', () => {
    const [one, two] = [open(), open()]
    one.create({ title: 'mine' })
    const file = all(one)
    expect(
      refusal(
        two,
        forged(file, () => ({ heads: [] })),
      ),
    ).toBe('change_set_unsigned')
    const flip = ({ heads }: Written) => ({
      heads: heads.map((head) => ({
        ...head,
        signature: head.signature.map((byte, n) => (n === 9 ? byte ^ 1 : byte)),
      })),
    })
    expect(refusal(two, forged(file, flip))).toBe('change_set_signature_wrong')
    expect(
      refusal(
        two,
        forged(file, ({ heads }) => ({ heads: heads.map((head) => ({ ...head, seq: 7 })) })),
      ),
    ).toBe('change_set_invalid')
    expect(two.state.sync.import(file)).toMatchObject({ applied: 1 })
  })

  it('is refused after the end of what an old signature covers', async () => {
    const [one, two] = [open(), open()]
    one.create({ title: 'mine' })
    const file = all(one)
    const longer = forged(file, ({ changes }) => {
      const last = changes.at(-1) ?? after(null)
      return { changes: [...changes, after(last, { actor: last.actor, object: last.object })] }
    })
    expect(refusal(two, longer)).toBe('change_set_unsigned')
    expect(await titles(two)).toEqual([])
  })

  it('is refused where changes were taken out, put in another order, or another writer’s among them', () => {
    const [one, two, three] = [open(), open(), open()]
    for (const title of ['a', 'b', 'c']) one.create({ title })
    two.create({ title: 'of two' })
    const file = all(one)
    const without = (n: number) => forged(file, ({ changes }) => ({ changes: changes.toSpliced(n, 1) }))
    expect([0, 1, 2].map((n) => (n === 0 ? 'ok' : refusal(three, without(n))))).toEqual([
      'ok',
      'change_set_unsigned',
      'change_set_unsigned',
    ])
    expect(
      refusal(
        three,
        forged(file, ({ changes }) => ({ changes: changes.toReversed() })),
      ),
    ).toBe('change_set_unsigned')
    const spliced = forged(file, ({ changes }) => ({ changes: [...changes, ...read(all(two)).changes] }))
    expect(refusal(three, spliced)).toBe('change_set_unsigned')
    // A change of one put at the end of the chain of the other, under its name.
    const [own] = read(all(two)).changes
    const taken = forged(file, ({ changes }) => ({
      changes: [...changes, after(changes.at(-1) ?? null, { actor: own?.actor ?? '' })],
    }))
    expect(refusal(three, taken)).toBe('change_set_unsigned')
  })

  it('waits, where only the first changes were taken out, and then is as it was', async () => {
    const [one, two] = [open(), open()]
    for (const title of ['a', 'b']) one.create({ title })
    const file = all(one)
    const second = forged(file, ({ changes }) => ({ changes: changes.slice(1) }))
    expect(two.state.sync.import(second)).toMatchObject({ applied: 0, waiting: 1 })
    two.state.sync.import(file)
    expect(await titles(two)).toEqual(['a', 'b'])
  })
})

describe('a device of the owner', () => {
  it('signs for no other replica than its own', () => {
    const [one, two, three] = [open(), open(), open()]
    one.create({ title: 'of one' })
    two.create({ title: 'of two' })
    // Two writes on in the chain of one, and shows its own, valid authorization.
    const last = read(all(one)).changes.at(-1) ?? after(null)
    const next = after(last, { actor: last.actor, object: last.object })
    const key = testKey(`device ${replicaOf(two)}`)
    const stolen = forged(all(one), ({ changes, devices }) => ({
      changes: [...changes, next],
      devices: [...devices, ...read(all(two)).devices],
      heads: [signedBy(key, next)],
    }))
    expect(refusal(three, stolen)).toBe('device_unauthorized')
  })

  it('may no more after the end of its authorization, but what it wrote before counts', async () => {
    const device = testKey('device')
    const early = after(null)
    const late = after(early, { clock: '01a5cfe56800-0000' })
    const expires = Date.parse('2026-06-01T00:00:00Z')
    expect(refusal(open(), signedSet([early, late], { device, expires }))).toBe('device_expired')
    const test = open()
    expect(test.state.sync.import(signedSet([early], { device, expires }))).toMatchObject({ applied: 1 })
    expect(refusal(test, signedSet([early, late], { device, expires }))).toBe('device_expired')
    // The owner's key has authorized it again.
    expect(test.state.sync.import(signedSet([early, late], { device }))).toMatchObject({ applied: 1 })
    expect(await titles(test)).toEqual(['planted 2'])
  })

  it('is authorized by the owner’s key, and by that alone', () => {
    const device = testKey('device')
    const second = testKey('second')
    const changes = [after(null)]
    const under = (authorization: string) =>
      forged(signedSet(changes, { device }), () => ({ devices: [{ authorization, named: null }] }))
    const given = (more: object): string =>
      authorizationBy(testKey('owner'), { replica: 'attacker', device: device.did, ...more })
    expect(refusal(open(), under(given({ replica: 'another' })))).toBe('device_unauthorized')
    expect(refusal(open(), under(given({ device: second.did })))).toBe('device_unauthorized')
    for (const [what, member] of [
      ['state.sync', 'state.query'],
      ['/device/', '/did:nuwa:cap:note/'],
      ['2100', '2200'],
      ['capabilityDelegation', 'assertionMethod'],
    ] as const)
      expect([what, refusal(open(), under(given({}).replace(what, member)))]).toEqual([
        what,
        'authorization_invalid',
      ])
    expect(open().state.sync.import(under(given({})))).toMatchObject({ applied: 1 })
  })
})

describe('changes that are passed on', () => {
  it('come with the signatures of their writers to a device that never met them', async () => {
    const [one, two, three] = [open(), open(), open()]
    one.create({ title: 'of one' })
    two.state.sync.import(all(one))
    two.create({ title: 'of two' })
    const file = all(two)
    expect(
      read(file)
        .heads.map(({ by }) => by)
        .toSorted(),
    ).toEqual([one, two].map((test) => testKey(`device ${replicaOf(test)}`).did).toSorted())
    three.state.sync.import(file)
    expect(await titles(three)).toEqual(['of one', 'of two'])
    // And onward, from a device that has never met the first one.
    const four = open()
    four.state.sync.import(all(three))
    expect(await titles(four)).toEqual(['of one', 'of two'])
    expect(
      four.state.sync.devices.list().filter(({ authorizedUntil }) => authorizedUntil !== null),
    ).toHaveLength(2)
  })

  it('are cut where they are signed, also where more than one writes', async () => {
    const [one, two, three, four] = [open(), open(), open(), open()]
    const parts = (test: TestState, since: unknown = null): Uint8Array[] => {
      const files: Uint8Array[] = []
      for (let after: string | null = null; ;) {
        const { bytes, next } = test.state.sync.export({ scopes: null, since, after })
        files.push(bytes)
        if (next === null) return files
        after = next
      }
    }
    const give = (from: TestState, to: TestState): void => {
      for (const part of parts(from, to.state.sync.vectors())) to.state.sync.import(part)
    }
    // Signed by each after 70, 140 and 210 changes, which no part of 100 has at its end.
    for (const round of [1, 2, 3]) {
      for (let n = 0; n < 70; n++) one.create({ title: `one ${String(round)}.${String(n)}` })
      for (let n = 0; n < 70; n++) two.create({ title: `two ${String(round)}.${String(n)}` })
      give(one, three)
      give(two, three)
      three.create({ title: `three ${String(round)}` })
    }
    const files = parts(three)
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) expect(read(file).changes.length).toBeLessThanOrEqual(100)
    // In any order.
    for (const file of files.toReversed()) four.state.sync.import(file)
    expect(await four.state.count(noteAccess, { from: NOTE })).toMatchObject({ count: 423 })
    expect(four.state.sync.vectors()).toEqual(three.state.sync.vectors())
  })

  it('go on to the next signature where no part ends in all of them', () => {
    const [one, two, three, four] = [open(), open(), open(), open()]
    // Both waiting for the other: what comes in, comes in mixed.
    const wholes = [one, two].map((test, n) => {
      for (let k = 0; k < 150; k++) test.create({ title: `${String(n)}.${String(k)}` })
      return read(all(test))
    })
    const [a, b] = wholes
    if (a === undefined || b === undefined) throw new Error('there are two')
    const mixed = a.changes.flatMap((change, n) => [change, b.changes[n] ?? change])
    three.state.sync.import(
      encodeChangeSet({
        ...a,
        devices: [...a.devices, ...b.devices],
        heads: [...a.heads, ...b.heads],
        changes: mixed,
      }),
    )
    for (let after: string | null = null; ;) {
      const { bytes, next } = three.state.sync.export({ scopes: null, since: null, after })
      four.state.sync.import(bytes)
      if (next === null) break
      after = next
    }
    expect(four.state.sync.vectors()).toEqual(three.state.sync.vectors())
    expect(four.state.sync.check()).toMatchObject({ ok: true })
  })
})

it('what was here before devices signed is signed by the one that passes it on', async () => {
  const [one, two, three] = [open(), open(), open()]
  one.create({ title: 'long ago' })
  two.state.sync.import(all(one))
  two.db.exec('DELETE FROM signed_heads; DELETE FROM devices')
  const file = all(two)
  const key = testKey(`device ${replicaOf(two)}`)
  expect(read(file).heads.map(({ actor, by }) => ({ actor, by }))).toEqual([
    { actor: replicaOf(one), by: key.did },
  ])
  three.state.sync.import(file)
  expect(await titles(three)).toEqual(['long ago'])
})
