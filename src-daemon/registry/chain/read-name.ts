import { zeroAddress } from 'viem'
import { registryAbi } from './abi.ts'
import type { Chain } from './chain.ts'
import { unlessUnknown } from './unless-unknown.ts'
import type { ChainName } from '../../contract/registry-chain.ts'

/**
 * A name with its owner, its author and its votes; null if nothing was published under it.
 *
 * @throws SatchelError as `Chain.check`, `chain_failed`
 */
export const readName = (chain: Chain, { capUri }: { readonly capUri: string }): Promise<ChainName | null> =>
  unlessUnknown(chain, { capUri }, async () => {
    const { client, contract: address } = chain
    const name = await client.readContract({
      abi: registryAbi,
      address,
      functionName: 'nameInfo',
      args: [capUri],
    })
    return {
      capUri,
      owner: name.owner,
      offeredTo: name.offeredTo === zeroAddress ? null : name.offeredTo,
      authorDid: name.author,
      versions: Number(name.versions),
      votes: { up: Number(name.up), down: Number(name.down) },
    }
  })
