import { getAddress } from 'viem'
import { registryAbi } from './abi.ts'
import type { Chain } from './chain.ts'
import { readAnchor } from './read-anchor.ts'
import { unlessUnknown } from './unless-unknown.ts'

/** An anchor as the chain has it. */
export interface FoundAnchor {
  readonly tx: string
  readonly block: number
  readonly at: string
}

/**
 * The transaction in which an address anchored a root (32 bytes, hex without prefix); null if it did not.
 *
 * @throws SatchelError as `Chain.check`, `chain_failed`
 */
export const findAnchor = async (
  chain: Chain,
  { by, root }: { readonly by: string; readonly root: string },
): Promise<FoundAnchor | null> => {
  const at = await readAnchor(chain, { by, root })
  if (at === null) return null
  const ask = () =>
    chain.client.getContractEvents({
      abi: registryAbi,
      address: chain.contract,
      eventName: 'Anchored',
      args: { by: getAddress(by), root: `0x${root}` },
      fromBlock: BigInt(chain.place.startBlock),
      strict: true,
    })
  const [event] = (await unlessUnknown(chain, {}, ask)) ?? []
  return event === undefined
    ? null
    : { tx: event.transactionHash, block: Number(event.blockNumber), at: at.toISOString() }
}
