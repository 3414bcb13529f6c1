import { setTimeout as wait } from 'node:timers/promises'
import type { NetworkGuard } from '../../src-daemon/bindings/index.ts'
import { openRegistryEvents } from '../../src-daemon/registry/chain/index.ts'
import type { Frame } from '../frame.ts'
import { startFilledChain } from './filled-chain.ts'
import { followAll, makePublications, verifyAll } from './following.ts'

/** A node and files that are far away: each question takes this longer. */
const ROUND_TRIP_MS = 25
const VERSIONS = 10
const RUNS = 5

/** An index that begins on a real chain with a history, against verifying alone what was published: bounded by that, not by round trips. */
export const catchingUpRows = async (
  frame: Frame,
  { directory, count }: { directory: string; count: number },
): Promise<void> => {
  const publications = await makePublications(count, { names: count / VERSIONS })
  const { place, guard, stop } = await startFilledChain(publications)
  const roundTrip = (): Promise<unknown> => wait(ROUND_TRIP_MS)
  const far: Pick<NetworkGuard, 'fetchFor'> = {
    fetchFor: (use) => {
      const fetch = guard.fetchFor(use)
      return async (...request) => {
        await roundTrip()
        return fetch(...request)
      }
    },
  }
  const catchUp = async (): Promise<number> => {
    const chain = await openRegistryEvents(place, far)
    return followAll({ directory, publications, chain, startBlock: place.startBlock, roundTrip })
  }
  try {
    await frame.compare({
      what: `catching up ${count.toLocaleString('en')} events of a chain, ${String(ROUND_TRIP_MS)} ms to each question and file (reference: verified alone)`,
      unit: 's',
      ours: async () => (await catchUp()) / 1000,
      reference: async () => (await verifyAll(publications)) / 1000,
      bar: { atMostTimesReference: 1 / 0.7 },
      runs: RUNS,
    })
  } finally {
    await stop()
  }
}
