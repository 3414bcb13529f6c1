import type { Chain } from './chain.ts'
import { chainFailure } from './failure.ts'

/**
 * Until when the chain's data counts as settled: the time of the newest block that is deep enough
 * (`ChainPlace.confirmations`).
 *
 * @throws SatchelError as `Chain.check`, `chain_failed`
 */
export const readSettledTime = async (chain: Chain): Promise<Date> => {
  await chain.check()
  const { client, place } = chain
  try {
    const head = await client.getBlockNumber()
    const settled = head - BigInt(place.confirmations) + 1n
    const { timestamp } = await client.getBlock({ blockNumber: settled < 0n ? 0n : settled })
    return new Date(Number(timestamp) * 1000)
  } catch (thrown) {
    throw chainFailure(thrown, { host: new URL(place.rpcUrl).host })
  }
}
