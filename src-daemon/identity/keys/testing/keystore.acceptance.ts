import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SatchelError } from '../../../platform/errors.ts'
import type { KeyStore, StoredSecret } from '../../stores/keystore.ts'
import { newStored, newStoredText } from './secrets.ts'
import { keyKindSchema } from '../../../contract/identity.ts'

/** A store under test: `open` returns a new instance over the same place, as after a restart. */
export interface KeyStoreUnderTest {
  open(): Promise<KeyStore>
  close(): Promise<void>
}

/**
 * One of each kind: keys, and texts that just fit into one entry of any keychain, just do not, and have the
 * maximum length.
 */
const kinds: readonly (readonly [string, () => StoredSecret])[] = [
  ...keyKindSchema.options.map((kind) => [kind, () => newStored(kind)] as const),
  ...[1, 1200, 1201, 8192].map((length) => [`${length} characters`, () => newStoredText(length)] as const),
]

/** The behaviour every `KeyStore` must show. */
export const runKeyStoreTests = (name: string, start: () => Promise<KeyStoreUnderTest>): void => {
  describe(`key store: ${name}`, () => {
    let place: KeyStoreUnderTest
    beforeAll(async () => {
      place = await start()
    }, 30_000)
    afterAll(() => place.close())
    it('finds nothing wrong with itself', async () => {
      expect(await (await place.open()).probe()).toBeNull()
    })

    it.each(kinds)(
      'gives back, after a restart, exactly the secret it was given: %s',
      async (_kind, made) => {
        const { id, secret } = made()
        await (await place.open()).create(id, secret)
        expect(await (await place.open()).read(id)).toEqual(secret)
      },
    )

    it('returns copies: zeroing one leaves the secret unchanged', async () => {
      const { id, secret } = newStored()
      const store = await place.open()
      const given = Uint8Array.from(secret)
      await store.create(id, given)
      given.fill(0)
      ;(await store.read(id))?.fill(0)
      expect(await store.read(id)).toEqual(secret)
    })

    it('says null for a secret it does not hold', async () => {
      for (const [, made] of kinds) expect(await (await place.open()).read(made().id)).toBeNull()
    })

    it('refuses to store a second secret under the same id and keeps the first', async () => {
      const { id, secret } = newStored()
      const store = await place.open()
      await store.create(id, secret)
      await expect(store.create(id, newStored().secret)).rejects.toMatchObject({ code: 'key_exists' })
      await expect(store.create(id, secret)).rejects.toMatchObject({ code: 'key_exists' })
      expect(await (await place.open()).read(id)).toEqual(secret)
    })

    it('keeps secrets apart, also when they are stored at the same time', async () => {
      const all = kinds.map(([, made]) => made())
      const store = await place.open()
      await Promise.all(all.map(({ id, secret }) => store.create(id, secret)))
      const again = await place.open()
      for (const { id, secret } of all) expect(await again.read(id)).toEqual(secret)
    })

    it('lets exactly one of two simultaneous stores under one id win', async () => {
      const { id, secret: first } = newStored()
      const { secret: second } = newStored()
      const store = await place.open()
      const results = await Promise.allSettled([store.create(id, first), store.create(id, second)])
      const lost = results.filter((one) => one.status === 'rejected')
      expect(lost).toHaveLength(1)
      expect(lost[0]?.reason).toBeInstanceOf(SatchelError)
      expect(await store.read(id)).toEqual(results[0].status === 'fulfilled' ? first : second)
    })

    it.each(kinds)('removes a secret that is named to the bit, and no other: %s', async (_kind, made) => {
      const [gone, kept] = [made(), made()]
      const store = await place.open()
      await store.create(gone.id, gone.secret)
      await store.create(kept.id, kept.secret)
      expect(await store.remove(gone.id, gone.secret)).toBe(true)
      expect(await store.remove(gone.id, gone.secret)).toBe(false)
      const again = await place.open()
      expect(await again.read(gone.id)).toBeNull()
      expect(await again.read(kept.id)).toEqual(kept.secret)
    })

    it('keeps no empty text, and none under a name that is no id', async () => {
      const store = await place.open()
      const { id, secret } = newStoredText(8)
      await expect(store.create(id, new Uint8Array())).rejects.toMatchObject({ code: 'keystore_failed' })
      await expect(store.create('models/openai', secret)).rejects.toBeInstanceOf(SatchelError)
      expect(await store.read(id)).toBeNull()
    })

    it('does not remove a secret that differs in one bit from the given one', async () => {
      const { id, secret } = newStored()
      const store = await place.open()
      await store.create(id, secret)
      const meant = Uint8Array.from(secret, (byte, at) => (at === 31 ? byte ^ 1 : byte))
      await expect(store.remove(id, meant)).rejects.toMatchObject({ code: 'keystore_failed' })
      await expect(store.remove(id, new Uint8Array(31))).rejects.toMatchObject({ code: 'keystore_failed' })
      expect(await (await place.open()).read(id)).toEqual(secret)
    })

    it('lets exactly one of two simultaneous removals say that it removed', async () => {
      const { id, secret } = newStored()
      const store = await place.open()
      await store.create(id, secret)
      const results = await Promise.all([store.remove(id, secret), store.remove(id, secret)])
      expect(results.toSorted()).toEqual([false, true])
    })
  })
}
