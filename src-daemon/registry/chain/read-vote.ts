import { getAddress } from 'viem'
import { registryAbi } from './abi.ts'
import type { Chain } from './chain.ts'
import { unlessUnknown } from './unless-unknown.ts'

/**
 * An address's vote on a capability: 1, -1, or 0 if it has not voted.
 *
 * @throws SatchelError as `Chain.check`, `chain_failed`
 */
export const readVote = async (
  chain: Chain,
  { capUri, voter }: { readonly capUri: string; readonly voter: string },
): Promise<number> => {
  const args = [capUri, getAddress(voter)] as const
  const ask = () =>
    chain.client.readContract({ abi: registryAbi, address: chain.contract, functionName: 'voteOf', args })
  return (await unlessUnknown(chain, { capUri }, ask)) ?? 0
}
