import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import type { KeyStoreStatus } from '../contract/identity.ts'
import { createUnlockWaits, type UnlockWaits } from './unlock-waits.ts'

const turn = { conversationId: 'c', turnId: 't' }
const store = { locked: true, changed: (): void => undefined }
let waits: UnlockWaits

const status = (): KeyStoreStatus => ({
  backend: 'vault',
  state: store.locked ? 'locked' : 'ready',
  keychainProblem: null,
  keychainName: 'Test keychain',
  locksAt: null,
})
const sign = vi.fn(() =>
  store.locked ? Promise.reject(new SatchelError('keystore_locked')) : Promise.resolve('signed'),
)
const unlock = () => {
  store.locked = false
  store.changed()
}
const make = (waitMs?: number) =>
  createUnlockWaits({
    identity: {
      status: () => Promise.resolve(status()),
      onChange: (listener) => {
        store.changed = listener
        return () => undefined
      },
    },
    now: () => new Date('2026-05-01T12:00:00Z'),
    ...(waitMs === undefined ? {} : { waitMs }),
  })
const asked = async () => {
  await expect.poll(() => waits.pending().length).toBe(1)
  return waits.pending()[0]?.id ?? ''
}

beforeEach(() => {
  store.locked = true
  sign.mockClear()
  waits = make()
})
afterEach(() => {
  waits.stop()
})

describe('work that meets locked keys', () => {
  it('waits until they are unlocked, and then runs by itself', async () => {
    const result = waits.through(sign, { turn })
    await asked()
    expect(waits.pending()).toMatchObject([
      { ...turn, store: 'vault', expiresAt: '2026-05-01T12:10:00.000Z' },
    ])
    store.changed()
    expect(waits.pending()).toHaveLength(1)
    unlock()
    expect(await result).toBe('signed')
    expect(sign).toHaveBeenCalledTimes(2)
    expect(waits.pending()).toEqual([])
  })

  it('shares one request in a turn, which stays as long as anything waits', async () => {
    const leaving = new AbortController()
    const first = waits.through(sign, { turn, signal: leaving.signal })
    const second = waits.through(sign, { turn })
    await asked()
    leaving.abort()
    await expect(first).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(waits.pending()).toHaveLength(1)
    unlock()
    expect(await second).toBe('signed')
  })

  it('fails as it did when the person declines, nobody comes, the caller leaves, or the daemon ends', async () => {
    const locked = { code: 'keystore_locked' }
    const declined = waits.through(sign, { turn })
    waits.answer({ id: await asked(), retry: false })
    await expect(declined).rejects.toMatchObject(locked)
    expect(() => {
      waits.answer({ id: 'x', retry: true })
    }).toThrow(/question_gone/)
    await expect(make(20).through(sign, { turn })).rejects.toMatchObject(locked)
    const leaving = new AbortController()
    const left = waits.through(sign, { turn: null, signal: leaving.signal })
    await asked()
    leaving.abort()
    await expect(left).rejects.toMatchObject(locked)
    expect(waits.pending()).toEqual([])
    const last = waits.through(sign, { turn })
    await asked()
    waits.stop()
    await expect(last).rejects.toMatchObject(locked)
    expect(sign).toHaveBeenCalledTimes(4)
  })

  it('is asked again if it is still locked when the person goes on', async () => {
    const result = waits.through(sign, { turn })
    const id = await asked()
    waits.answer({ id, retry: true })
    await expect.poll(() => waits.pending()[0]?.id).not.toBe(id)
    await asked()
    unlock()
    expect(await result).toBe('signed')
  })

  it('does not wait for what unlocking would not change', async () => {
    const refused = () => Promise.reject(new SatchelError('key_missing', { params: { did: 'did:key:z' } }))
    await expect(waits.through(refused, { turn })).rejects.toMatchObject({ code: 'key_missing' })
    store.locked = false
    const still = () => Promise.reject(new SatchelError('keystore_locked'))
    await expect(waits.through(still, { turn })).rejects.toMatchObject({ code: 'keystore_locked' })
    expect(waits.pending()).toEqual([])
  })

  it('runs no deadline while it waits', async () => {
    const held: string[] = []
    const hold = async <T>(wait: () => Promise<T>): Promise<T> => {
      held.push('held')
      try {
        return await wait()
      } finally {
        held.push('let go')
      }
    }
    const result = waits.through(sign, { turn, hold })
    await asked()
    expect(held).toEqual(['held'])
    unlock()
    await result
    expect(held).toEqual(['held', 'let go'])
  })

  it('is told to everyone who watches', async () => {
    const watching = new AbortController()
    const seen: number[] = []
    const done = (async () => {
      for await (const all of waits.watch(watching.signal)) seen.push(all.length)
    })().catch(() => undefined)
    await expect.poll(() => seen).toEqual([0])
    const result = waits.through(sign, { turn })
    await expect.poll(() => seen).toEqual([0, 1])
    unlock()
    await result
    await expect.poll(() => seen).toEqual([0, 1, 0])
    watching.abort()
    await done
  })
})
