import { registryAbi } from './abi.ts'
import type { Chain } from './chain.ts'
import { chainFailure } from './failure.ts'
import type { ChainRecord } from '../../contract/registry-chain.ts'

/** Blocks requested at once while searching; more of them need fewer rounds. */
const PROBES = 7n
/** A margin: how many blocks may share a timestamp on the quickest chains, and some more. */
const SAME_TIME = 20n

/**
 * Where the event of a record is: its transaction (`0x…`) and block. Searched by the record's time, in a few
 * rounds, so that no node has to scan for it. Null if it is not there.
 *
 * @throws SatchelError as `Chain.check`, `chain_failed`
 */
export const readPublication = async (
  chain: Chain,
  { capUri, record }: { readonly capUri: string; readonly record: ChainRecord },
): Promise<{ readonly tx: string; readonly block: number } | null> => {
  await chain.check()
  const { client, contract: address, place } = chain
  const wanted = BigInt(Math.floor(Date.parse(record.publishedAt) / 1000))
  try {
    const head = await client.getBlockNumber()
    const from = await firstAt(BigInt(place.startBlock), head)
    const toBlock = from + SAME_TIME < head ? from + SAME_TIME : head
    const events = await client.getContractEvents({
      abi: registryAbi,
      address,
      eventName: 'Published',
      fromBlock: from,
      toBlock,
      strict: true,
    })
    const found = events.find(({ args }) => args.capUri === capUri && args.semver === record.semver)
    return found === undefined ? null : { tx: found.transactionHash, block: Number(found.blockNumber) }
  } catch (thrown) {
    throw chainFailure(thrown, { host: new URL(place.rpcUrl).host, capUri, semver: record.semver })
  }

  /** The first block between the two that is not older than the record. */
  async function firstAt(first: bigint, last: bigint): Promise<bigint> {
    let [low, high] = [first, last]
    while (low < high) {
      const span = high - low
      const probes = [
        ...new Set(
          Array.from({ length: Number(PROBES) }, (_, at) => low + (span * BigInt(at + 1)) / (PROBES + 1n)),
        ),
      ].filter((block) => block < high)
      const times = await Promise.all(
        probes.map(async (blockNumber) => (await client.getBlock({ blockNumber })).timestamp),
      )
      const at = times.findIndex((time) => time >= wanted)
      const [before, here] = at === -1 ? [probes.at(-1), undefined] : [probes[at - 1], probes[at]]
      if (before !== undefined) low = before + 1n
      if (here !== undefined) high = here
    }
    return low
  }
}
