import { describe, expect, it } from 'vitest'
import { createIndexStore } from '../store/store.ts'
import type { Driver } from '../store/driver.ts'
import { countedDriver } from './counted-driver.ts'
import { hashOf, pageOf, publishedOf, verifiedOf, type Sample } from './events.ts'

const URI = 'did:nuwa:cap:busy'

/**
 * The cost of one more version of a name that has many, for every store. `finish` gets all reading
 * statements.
 */
export const indexGrowthAcceptance = (
  name: string,
  open: () => Promise<{
    readonly driver: Driver
    finish(reads: ReadonlySet<string>): Promise<void>
  }>,
): void => {
  describe(`growth of an index: ${name}`, () => {
    it('reads as much for the next version of a name with hundreds as of one with a few, also where many were yanked', async () => {
      const { driver, finish } = await open()
      const { driver: watched, taken, reads } = countedDriver(driver)
      const store = createIndexStore(watched)
      let block = 0
      const sampleOf = (minor: number): Sample => ({
        name: 'busy',
        semver: `1.${String(minor)}.0`,
        schemaUri: 'did:nuwa:state:busy#v1',
      })
      /** Publishes versions in one page, then marks their files as valid, or yanks them. */
      const publish = async (count: number): Promise<void> => {
        const samples = Array.from({ length: count }, (_, at) => sampleOf(block + at))
        const from = block + 1
        await store.append(
          pageOf(
            from,
            from + count - 1,
            samples.map((sample, at) => publishedOf(sample, from + at)),
          ),
        )
        await store.settle(samples.map((sample, at) => verifiedOf(sample, from + at)))
        block += count
      }
      const yankNewest = async (count: number): Promise<void> => {
        const at = block + 1
        await store.append(
          pageOf(
            at,
            at,
            Array.from({ length: count }, (_, index) => ({
              kind: 'yanked' as const,
              block: at,
              blockHash: hashOf(at),
              logIndex: index,
              tx: '0x',
              capUri: URI,
              semver: `1.${String(block - 1 - index)}.0`,
              reason: 'not this one',
            })),
          ),
        )
        // Versions are named by the block they are in, and this one has none.
        block += 1
      }
      const next = async () => {
        taken()
        await publish(1)
        return taken()
      }
      try {
        await publish(4)
        const few = await next()
        await publish(300)
        expect(await next()).toEqual(few)
        await yankNewest(200)
        taken()
        const latest = await store.resolve(URI, null)
        expect(latest?.semver).toBe('1.105.0')
        expect(taken().rows).toBe(2)
        expect(await next()).toEqual(few)
        expect((await store.resolve(URI, null))?.semver).toBe(`1.${String(block - 1)}.0`)
      } finally {
        await finish(reads)
      }
    })
  })
}
