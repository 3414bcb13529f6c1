import { registryAbi } from './abi.ts'
import type { Chain } from './chain.ts'
import { recordOf } from './read-record.ts'
import { unlessUnknown } from './unless-unknown.ts'
import type { ChainRecord } from '../../contract/registry-chain.ts'

const PAGE = 50

/**
 * The records of a name in the order of publication, at most `limit`, starting at index `from` (0 is the
 * first). Empty if nothing was published under the name.
 *
 * @throws SatchelError as `Chain.check`, `chain_failed`
 */
export const readVersions = async (
  chain: Chain,
  {
    capUri,
    from = 0,
    limit = 1000,
  }: { readonly capUri: string; readonly from?: number; readonly limit?: number },
): Promise<readonly ChainRecord[]> => {
  const { client, contract: address } = chain
  const found: ChainRecord[] = []
  for (;;) {
    const wanted = Math.min(PAGE, limit - found.length)
    if (wanted <= 0) return found
    const args = [capUri, BigInt(from + found.length), BigInt(wanted)] as const
    const page = await unlessUnknown(chain, { capUri }, () =>
      client.readContract({ abi: registryAbi, address, functionName: 'records', args }),
    )
    found.push(...(page ?? []).map(recordOf))
    if ((page ?? []).length < wanted) return found
  }
}
