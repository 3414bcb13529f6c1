import { setTimeout as wait } from 'node:timers/promises'
import type { NetworkGuard } from '../../src-daemon/network/index.ts'
import { openRegistryEvents } from '../../src-daemon/registry/chain/index.ts'
import type { Frame } from '../frame.ts'
import { median } from '../statistics.ts'
import { startFilledChain } from './filled-chain.ts'
import { followAll, type Followed, makePublications, verifyAll } from './following.ts'

/** A node and files that are far away: each question takes this longer. */
const ROUND_TRIP_MS = 25
const VERSIONS = 10
const RUNS = 5

/**
 * The time that waiting may add: if each event waited for its own answer, it would be ten times the work, so this little is left over
 * when the processor is always busy.
 */
const MAX_FOR_WAITING = 1.25

/** How long verifying may wait for other work: reading the chain, the files, the index. */
const MAX_IDLE = 10

/**
 * An index that begins on a real chain with a history. That verifying bounds it and round trips do not is seen from three sides: far away it
 * takes hardly longer than with a chain and files at hand, the thread that verifies hardly ever waits, and most of the time is what
 * verifying alone takes.
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
  const catchUp = async (roundTrip: () => Promise<unknown>): Promise<Followed> => {
    const chain = await openRegistryEvents(place, guardAt(roundTrip))
    return followAll({ directory, publications, chain, startBlock: place.startBlock, roundTrip })
  }
  const idle: number[] = []
  const far = async (): Promise<number> => {
    const followed = await catchUp(() => wait(ROUND_TRIP_MS))
    idle.push(followed.idle * 100)
    return followed.taken / 1000
  }
  const atHand = async (): Promise<number> => (await catchUp(() => Promise.resolve())).taken / 1000
  const what = `catching up ${count.toLocaleString('en')} events of a chain, ${String(ROUND_TRIP_MS)} ms to each question and file`
  try {
    await frame.compare({
      what: `${what} (reference: none to any)`,
      unit: 's',
      ours: far,
      reference: atHand,
      bar: { atMostTimesReference: MAX_FOR_WAITING },
      runs: RUNS,
    })
    await frame.compare({
      what: `${what} (reference: verified alone)`,
      unit: 's',
      ours: far,
      reference: async () => (await verifyAll(publications)) / 1000,
      runs: RUNS,
    })
    await frame.compare({
      what: `${what}: how long the thread that verifies had nothing to verify`,
      unit: '%',
      ours: () => median(idle),
      bar: { atMost: MAX_IDLE },
      runs: 1,
    })
  } finally {
    await stop()
  }
}
