import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import type { KeyStore } from './keystore.ts'

/** What a store under test brings: `open` gives a new instance over the same place, as a restart would. */
export interface KeyStoreUnderTest {
  open(): Promise<KeyStore>
  close(): Promise<void>
}

/** The behaviour every `KeyStore` must show. */
export const runKeyStoreTests = (name: string, start: () => Promise<KeyStoreUnderTest>): void => {
  describe(`key store: ${name}`, () => {
    let place: KeyStoreUnderTest
    beforeAll(async () => {
      place = await start()
    }, 30_000)
    afterAll(() => place.close())
    const newIdAndSecret = (): [string, Uint8Array] => [
      `did:key:z${randomBytes(8).toString('hex')}`,
      new Uint8Array(randomBytes(32)),
    ]

    it('finds nothing wrong with itself', async () => {
      expect(await (await place.open()).probe()).toBeNull()
    })

    it('gives back, after a restart, exactly what was stored', async () => {
      const [id, secret] = newIdAndSecret()
      await (await place.open()).create(id, secret)
      expect(await (await place.open()).read(id)).toEqual(secret)
    })

    it('says null for a secret it does not hold', async () => {
      expect(await (await place.open()).read('did:key:zNobody')).toBeNull()
    })

    it('refuses to store a second secret under the same id and keeps the first', async () => {
      const [id, first] = newIdAndSecret()
      const store = await place.open()
      await store.create(id, first)
      const [, second] = newIdAndSecret()
      await expect(store.create(id, second)).rejects.toMatchObject({ code: 'key_exists' })
      expect(await (await place.open()).read(id)).toEqual(first)
    })

    it('keeps secrets apart, also when they are stored at the same time', async () => {
      const pairs = [newIdAndSecret(), newIdAndSecret(), newIdAndSecret()]
      const store = await place.open()
      await Promise.all(pairs.map(([id, secret]) => store.create(id, secret)))
      const again = await place.open()
      for (const [id, secret] of pairs) expect(await again.read(id)).toEqual(secret)
    })

    it('lets exactly one of two simultaneous stores under one id win', async () => {
      const [id, first] = newIdAndSecret()
      const [, second] = newIdAndSecret()
      const store = await place.open()
      const results = await Promise.allSettled([store.create(id, first), store.create(id, second)])
      const lost = results.filter((one) => one.status === 'rejected')
      expect(lost).toHaveLength(1)
      expect(lost[0]?.reason).toBeInstanceOf(SatchelError)
      expect(await store.read(id)).toEqual(results[0].status === 'fulfilled' ? first : second)
    })
  })
}
