import type { ChainEvents, PublishedEvent } from '../../src-daemon/registry/indexer/types.ts'
import type { Frame } from '../frame.ts'
import { followAll, makePublications, verifyAll } from './following.ts'

const PER_PAGE = 500
const RUNS = 5

/** Indexing published packages compared with only verifying them: the additional cost of following, without waiting. */
export const indexingRows = async (
  frame: Frame,
  { directory, count }: { directory: string; count: number },
): Promise<void> => {
  const publications = await makePublications(count)
  const events = publications.map(({ bytes: _, ...record }, at): PublishedEvent => ({
    ...record,
    kind: 'published',
    block: at,
    blockHash: `0x${String(at)}`,
    logIndex: 0,
    tx: `0x${String(at)}`,
    publisher: '0x01',
  }))
  const chain: ChainEvents = {
    blockHash: (number) => Promise.resolve(`0x${String(number)}`),
    pages: async function* ({ from }) {
      for (let at = from; at < events.length; at += PER_PAGE) {
        const page = events.slice(at, at + PER_PAGE)
        const last = at + page.length - 1
        yield await Promise.resolve({
          from: at,
          to: { number: last, hash: `0x${String(last)}` },
          events: page,
        })
      }
    },
  }
  const index = async (): Promise<number> => {
    const roundTrip = (): Promise<void> => Promise.resolve()
    return (await followAll({ directory, publications, chain, startBlock: 0, roundTrip })).taken
  }
  await frame.compare({
    what: 'one package of 5 KB followed, verified and indexed (reference: verified alone)',
    unit: 'ms',
    ours: async () => (await index()) / count,
    reference: async () => (await verifyAll(publications)) / count,
    bar: { atMostTimesReference: 1 / 0.7 },
    runs: RUNS,
  })
}
