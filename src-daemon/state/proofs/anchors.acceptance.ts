import { describe, expect, it } from 'vitest'
import type { AnchorBackend } from './anchors.ts'
import { anchorHash, digestOf } from './digest.ts'
import type { Snapshot } from '../../contract/state-proofs.ts'

/** A backend under test: `open` returns a new instance on the same storage, as after a restart. */
export interface AnchorBackendUnderTest {
  open(): AnchorBackend
  close(): Promise<void> | void
}

export const testSnapshot = (size: number, scope = 'sc:note'): Snapshot => {
  const taken = {
    owner: 'did:key:zTest',
    space: 'did:nuwa:cap:note',
    scope,
    root: size.toString(16).padStart(64, '0'),
    size,
    clock: '019b7d1e9a4e-0000',
  }
  return { ...taken, digest: digestOf(taken) }
}

/** The behaviour required of every `AnchorBackend`. */
export const runAnchorBackendTests = (name: string, start: () => AnchorBackendUnderTest): void => {
  describe(`anchors: ${name}`, () => {
    const withBackend = async (use: (place: AnchorBackendUnderTest) => Promise<void>): Promise<void> => {
      const place = start()
      try {
        await use(place)
      } finally {
        await place.close()
      }
    }

    it('is empty at first', () =>
      withBackend(async (place) => {
        expect(await place.open().list()).toEqual([])
      }))

    it('keeps what was anchored, in order, also for another instance', () =>
      withBackend(async (place) => {
        const first = await place.open().append(testSnapshot(1))
        const second = await place.open().append(testSnapshot(2, 'sc:other'))
        expect(first).toMatchObject({ ...testSnapshot(1), number: 1 })
        expect(second).toMatchObject({ ...testSnapshot(2, 'sc:other'), number: 2 })
        expect(await place.open().list()).toEqual([first, second])
      }))

    it('chains each anchor to the one before, by a hash over all of it', () =>
      withBackend(async (place) => {
        const backend = place.open()
        for (const size of [3, 3, 4]) await backend.append(testSnapshot(size))
        const all = await backend.list()
        expect(all.map(({ previous }) => previous)).toEqual([
          '0'.repeat(64),
          ...all.slice(0, -1).map(({ hash }) => hash),
        ])
        for (const { hash, ...line } of all) expect(anchorHash(line)).toBe(hash)
        expect(new Set(all.map(({ hash }) => hash)).size).toBe(3)
      }))

    it('knows where an anchor stands on a chain, which changes nothing of it', () =>
      withBackend(async (place) => {
        const anchor = await place.open().append(testSnapshot(1))
        const chain = {
          chainId: 1,
          contract: `0x${'1'.repeat(40)}`,
          account: `0x${'2'.repeat(40)}`,
          tx: `0x${'3'.repeat(64)}`,
          block: 4,
          at: '2026-11-26T12:00:00.000Z',
        }
        expect(await place.open().place(1, chain)).toEqual({ ...anchor, chain })
        // The first place counts.
        await place.open().place(1, { ...chain, block: 5 })
        expect(await place.open().list()).toEqual([{ ...anchor, chain }])
        await expect(place.open().place(2, chain)).rejects.toThrow(
          expect.objectContaining({ code: 'anchor_unknown' }),
        )
      }))

    it('takes anchors that come at once one after the other', () =>
      withBackend(async (place) => {
        const backend = place.open()
        const made = await Promise.all([1, 2, 3, 4, 5].map((size) => backend.append(testSnapshot(size))))
        expect(made.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
        expect(await backend.list()).toEqual(made)
      }))
  })
}
