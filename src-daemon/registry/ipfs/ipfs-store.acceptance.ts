import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cidOf, parseCid } from '../../platform/cid.ts'
import { toSatchelError } from '../../platform/errors.ts'
import type { IpfsReader, IpfsStore } from './core/store.ts'

/** A reader under test, and a way to provide blocks to it. */
export interface ReaderUnderTest {
  readonly reader: IpfsReader
  /** Makes `bytes` available there, under the CID of `named` if given: a source that lies. */
  readonly offer: (bytes: Uint8Array, named?: Uint8Array) => Promise<void>
  readonly close: () => Promise<void>
}

const MiB = 1024 * 1024
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown: unknown) => toSatchelError(thrown).code,
  )

/** The behaviour of every source of blocks. */
export const testReader = (name: string, make: () => Promise<ReaderUnderTest>): void => {
  describe(`${name}, as a reader`, () => {
    let under: ReaderUnderTest
    beforeAll(async () => {
      under = await make()
    })
    afterAll(() => under.close())
    const get = (bytes: Uint8Array, maxBytes = MiB, signal?: AbortSignal) =>
      under.reader.get(parseCid(cidOf(bytes)), { maxBytes, signal })

    it.each([0, 1, 65_536, MiB])('gives a block of %i bytes as it was', async (length) => {
      const bytes = randomBytes(length)
      await under.offer(bytes)
      expect(Buffer.from(await get(bytes)).equals(bytes)).toBe(true)
    })

    it('gives many at once, each to whom it belongs', async () => {
      const all = Array.from({ length: 20 }, () => randomBytes(2_000))
      for (const bytes of all) await under.offer(bytes)
      const got = await Promise.all(all.map((bytes) => get(bytes)))
      expect(got.map((bytes, at) => Buffer.from(bytes).equals(all[at] ?? Buffer.alloc(0)))).not.toContain(
        false,
      )
    })

    it('says what is not there, and what is too large', async () => {
      expect(await codeOf(get(randomBytes(10)))).toMatch(/^ipfs_(not_found|timeout)$/)
      const bytes = randomBytes(5_000)
      await under.offer(bytes)
      expect(await codeOf(get(bytes, 4_999))).toBe('file_too_large')
      expect((await get(bytes, 5_000)).length).toBe(5_000)
    })

    it('gives no other bytes than the CID names', async () => {
      const named = randomBytes(300)
      await under.offer(randomBytes(300), named)
      // A store treats its own damaged block as missing; bytes of a peer that do not match the CID are no
      // answer.
      expect(await codeOf(get(named))).toMatch(/^ipfs_(wrong_bytes|not_found|timeout)$/)
    })

    it('stops when it is told to', async () => {
      const reason = new Error('enough')
      await expect(get(randomBytes(12), MiB, AbortSignal.abort(reason))).rejects.toBe(reason)
    })
  })
}

/** The behaviour of every store, besides that of a reader. */
export const testStore = (
  name: string,
  make: () => Promise<{ readonly store: IpfsStore; readonly close: () => Promise<void> }>,
): void => {
  describe(`${name}, as a store`, () => {
    let store: IpfsStore
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ store, close } = await make())
    })
    afterAll(() => close())
    const get = (cid: string) => store.get(parseCid(cid), { maxBytes: MiB })

    it('keeps what is added under the CID of its bytes, and pins it', async () => {
      const bytes = randomBytes(1_000)
      expect(await store.has(parseCid(cidOf(bytes)))).toBe(false)
      const cid = await store.add(bytes)
      expect(cid).toBe(cidOf(bytes))
      expect(await store.add(bytes)).toBe(cid)
      expect(await store.has(parseCid(cid))).toBe(true)
      expect(Buffer.from(await get(cid)).equals(bytes)).toBe(true)
      expect((await store.pins()).filter((one) => one === cid)).toEqual([cid])
    })

    it('pins and unpins again and again, with the same end', async () => {
      const cid = await store.add(randomBytes(1_000))
      for (const _ of [1, 2]) await store.unpin(parseCid(cid))
      expect(await store.pins()).not.toContain(cid)
      for (const _ of [1, 2]) await store.pin(parseCid(cid), {})
      expect((await store.pins()).filter((one) => one === cid)).toEqual([cid])
    })

    it('pins nothing that is not there', async () => {
      const cid = parseCid(cidOf(randomBytes(10)))
      expect(await codeOf(store.pin(cid, { signal: AbortSignal.timeout(5_000) }))).not.toBe('done')
      expect(await store.pins()).not.toContain(cid.toString())
    })

    it('adds a block of 1 MiB, and none that is larger', async () => {
      const cid = await store.add(randomBytes(MiB))
      expect((await get(cid)).length).toBe(MiB)
      expect(await codeOf(store.add(randomBytes(MiB + 1)))).toBe('file_too_large')
    })

    it('keeps many that are added at once', async () => {
      const all = Array.from({ length: 30 }, () => randomBytes(3_000))
      const cids = await Promise.all(all.map((bytes) => store.add(bytes)))
      expect(cids).toEqual(all.map(cidOf))
      expect(await store.pins()).toEqual(expect.arrayContaining(cids))
    })

    it('says where it is reached', async () => {
      const { addresses, peers } = await store.reach()
      expect([...addresses, ...peers].every((one) => one.startsWith('/'))).toBe(true)
    })
  })
}
