import { afterEach, describe, expect, it } from 'vitest'
import { authorizationBy, removalBy, testKey } from '../../identity/devices/testing.ts'
import { sha256 } from '../../platform/sha256.ts'
import { encodeCbor } from '../log/cbor.ts'
import { headerBytes } from '../log/codec.ts'
import type { IncomingChange } from '../log/types.ts'
import { failureOf, NOTE, noteAccess, openTestState, OWNER, type TestState } from '../testing.ts'
import { type ChangeSet, decodeChangeSet, encodeChangeSet } from './change-set.ts'
import { signedBy, signedSet } from './testing.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup()
})

const open = (): TestState => {
  const test = openTestState()
  cleanups.push(test.close)
  return test
}

type Written = Omit<ChangeSet, 'changes'> & { readonly changes: readonly IncomingChange[] }

const all = ({ state }: TestState): Buffer =>
  Buffer.from(state.sync.export({ scopes: null, since: null }).bytes)
const read = (file: Uint8Array): Written => {
  const set = decodeChangeSet(file)
  return { ...set, changes: [...set.changes] }
}
/** The file with other content, its hashes right again. */
const forged = (file: Uint8Array, change: (set: Written) => Partial<Written>): Buffer => {
  const set = read(file)
  return encodeChangeSet({ ...set, ...change(set) })
}
const refusal = ({ state }: TestState, file: Uint8Array): string =>
  failureOf(() => state.sync.import(file)).code
const titles = async ({ state }: TestState): Promise<unknown[]> =>
  (await state.query(noteAccess, { from: NOTE })).items.map(({ object }) => object['title']).toSorted()
const replicaOf = ({ state }: TestState): string =>
  state.sync.devices.list().find(({ isThis }) => isThis)?.replica ?? ''

/** The next change of a chain, of any writer, with correct hashes. */
const after = (before: IncomingChange | null, more: Partial<IncomingChange> = {}): IncomingChange => {
  const seq = (before?.seq ?? 0) + 1
  const note = {
    id: '0190a0b0-0000-7000-8000-00000000000a',
    title: `planted ${String(seq)}`,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
  }
  const ops = encodeCbor(before === null ? [[0, note]] : [[3, 'title', `planted ${String(seq)}`]])
  const header = {
    owner: OWNER,
    space: noteAccess.owner,
    scope: noteAccess.scope,
    actor: 'attacker',
    seq,
    clock: `019bcfe56800-${seq.toString(16).padStart(4, '0')}`,
    previous: before?.hash ?? null,
    seen: {},
    origin: { kind: 'owner', via: 'cli' } as const,
    schema: NOTE,
    object: note.id,
    kind: before === null ? ('create' as const) : ('update' as const),
    ...more,
    ops,
    opsHash: sha256(ops),
  }
  return { ...header, hash: sha256(headerBytes(header)) }
}
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

describe('a device that was removed', () => {
  const written = async () => {
    const [home, lost, third] = [open(), open(), open()]
    const id = lost.create({ title: 'before' })
    const before = all(lost)
    home.state.sync.import(before)
    await home.state.sync.devices.remove({ replica: replicaOf(lost) })
    lost.state.update(noteAccess, { schemaUri: NOTE, id, patch: { $set: { title: 'after' } } })
    lost.create({ title: 'more' })
    return { home, lost, third, before }
  }

  it('is refused with its later changes once the removal is known', async () => {
    const { home, lost, third, before } = await written()
    expect(refusal(home, all(lost))).toBe('device_removed')
    expect(await titles(home)).toEqual(['before'])
    // The third one hears of it with a change set, and gets from whom it likes what came before.
    third.state.sync.import(all(home))
    expect(await titles(third)).toEqual(['before'])
    expect(refusal(third, all(lost))).toBe('device_removed')
    expect(third.state.sync.import(before)).toMatchObject({ known: 1 })
    expect(third.state.sync.devices.list().find(({ replica }) => replica === replicaOf(lost))).toMatchObject({
      removedAt: '2026-02-01T00:00:00.000Z',
    })
  })

  it('is refused with other changes under the numbers of those that stay', async () => {
    const { home, lost } = await written()
    const key = testKey(`device ${replicaOf(lost)}`)
    const other = after(null, { actor: replicaOf(lost) })
    const file = forged(all(lost), () => ({ changes: [other], heads: [signedBy(key, other)] }))
    expect(refusal(home, file)).toBe('device_removed')
    // Also where nothing of it had come in yet.
    const fresh = open()
    const { removals } = read(all(home))
    expect(
      refusal(
        fresh,
        forged(file, () => ({ removals })),
      ),
    ).toBe('device_removed')
  })

  it('leaves what had come in elsewhere before that heard of it, and there it comes from for others', async () => {
    const { home, lost, third } = await written()
    third.state.sync.import(all(lost))
    third.state.sync.import(all(home))
    expect(await titles(third)).toEqual(['after', 'more'])
    const id = third.create({ title: 'on top' })
    await third.state.sync.devices.prepare()
    home.state.sync.import(all(third))
    expect(await titles(home)).toEqual(['after', 'more', 'on top'])
    expect(home.state.get({ schemaUri: NOTE, id }).object['title']).toBe('on top')
    lost.create({ title: 'later still' })
    for (const test of [home, third]) expect(refusal(test, all(lost))).toBe('device_removed')
  })

  it('keeps both branches of what it wrote as two under one name, also where they end with the same number', async () => {
    const [home, third] = [open(), open()]
    const first = after(null)
    const branches = [after(first), after(first, { clock: '019bcfe56800-0009' })]
    for (const change of branches) home.state.sync.import(signedSet([first, change]))
    await home.state.sync.devices.remove({ replica: 'attacker' })
    await home.state.sync.devices.prepare()
    expect(third.state.sync.import(all(home))).toMatchObject({ applied: 3 })
    // And nothing else under that number.
    const forgery = after(first, { clock: '019bcfe56800-000a' })
    for (const test of [home, third])
      expect(refusal(test, signedSet([first, forgery]))).toBe('device_removed')
  })

  it('is removed by the owner’s key alone', () => {
    const [home, other] = [open(), open()]
    other.create({ title: 'x' })
    const replica = replicaOf(other)
    const removal = { ...removalBy(testKey('stranger'), { replica, heads: [] }), owner: OWNER }
    const file = forged(all(home), () => ({ removals: [removal] }))
    expect(refusal(home, file)).toBe('device_statement_invalid')
    expect(home.state.sync.import(all(other))).toMatchObject({ applied: 1 })
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
