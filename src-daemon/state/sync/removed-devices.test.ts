import { describe, expect, it } from 'vitest'
import { removalBy, testKey } from '../../identity/devices/testing.ts'
import { NOTE, noteAccess, OWNER } from '../testing.ts'
import { signedBy, signedSet } from './testing.ts'
import { after, refusal, titles, forged, all, read, replicaOf, useSignedSets } from './testing/signed-sets.ts'

const { open } = useSignedSets()

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
