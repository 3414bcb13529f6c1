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

/**
 * What waiting may add: with an answer waited for by itself at each event it would be ten times the work, so this little is left over
 * where the processor never rests.
 */
const MOST_FOR_WAITING = 1.25

/**
 * An index that begins on a real chain with a history. That verifying bounds it and round trips do not is seen from both sides: far away it
 * takes hardly longer than with a chain and files at hand, and most of that is what verifying alone takes.
 */
export const catchingUpRows = async (
  frame: Frame,
  { directory, count }: { directory: string; count: number },
): Promise<void> => {
  const publications = await makePublications(count, { names: count / VERSIONS })
  const { place, guard, stop } = await startFilledChain(publications)
  const guardAt = (roundTrip: () => Promise<unknown>): Pick<NetworkGuard, 'fetchFor'> => ({
    fetchFor: (use) => {
      const fetch = guard.fetchFor(use)
      return async (...request) => {
        await roundTrip()
        return fetch(...request)
      }
    },
  })
  const catchUp = async (roundTrip: () => Promise<unknown>): Promise<number> => {
    const chain = await openRegistryEvents(place, guardAt(roundTrip))
    const taken = await followAll({ directory, publications, chain, startBlock: place.startBlock, roundTrip })
    return taken / 1000
  }
  const far = (): Promise<number> => catchUp(() => wait(ROUND_TRIP_MS))
  const atHand = (): Promise<number> => catchUp(() => Promise.resolve())
  const what = `catching up ${count.toLocaleString('en')} events of a chain, ${String(ROUND_TRIP_MS)} ms to each question and file`
  try {
    await frame.compare({
      what: `${what} (reference: none to any)`,
      unit: 's',
      ours: far,
      reference: atHand,
      bar: { atMostTimesReference: MOST_FOR_WAITING },
      runs: RUNS,
    })
    await frame.compare({
      what: `${what} (reference: verified alone)`,
      unit: 's',
      ours: far,
      reference: async () => (await verifyAll(publications)) / 1000,
      runs: RUNS,
    })
  } finally {
    await stop()
  }
}
