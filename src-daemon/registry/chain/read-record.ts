import type { ContractFunctionReturnType } from 'viem'
import { registryAbi } from './abi.ts'
import type { Chain } from './chain.ts'
import { unlessUnknown } from './unless-unknown.ts'
import type { ChainRecord } from '../../contract/registry-chain.ts'

/**
 * The record of one version; null if there is none.
 *
 * @throws SatchelError as `Chain.check`, `chain_failed`
 */
export const readRecord = (
  chain: Chain,
  { capUri, semver }: { readonly capUri: string; readonly semver: string },
): Promise<ChainRecord | null> =>
  unlessUnknown(chain, { capUri, semver }, async () => {
    const { client, contract: address } = chain
    const args = [capUri, semver] as const
    return recordOf(await client.readContract({ abi: registryAbi, address, functionName: 'record', args }))
  })

/**
 * The record as of the newest settled block (`ChainPlace.confirmations`).
 *
 * @throws SatchelError as `readRecord`
 */
export const readSettledRecord = (
  chain: Chain,
  { capUri, semver }: { readonly capUri: string; readonly semver: string },
): Promise<ChainRecord | null> =>
  unlessUnknown(chain, { capUri, semver }, async () => {
    const { client, contract: address, place } = chain
    const blockNumber = (await client.getBlockNumber()) - BigInt(place.confirmations - 1)
    if (blockNumber < BigInt(place.startBlock)) return null
    const request = { abi: registryAbi, address, functionName: 'record', args: [capUri, semver] } as const
    return recordOf(await client.readContract({ ...request, blockNumber }))
  })

type ContractRecord = ContractFunctionReturnType<typeof registryAbi, 'view', 'record'>

/** Turns a record as the contract returns it into ours. */
export const recordOf = (record: ContractRecord): ChainRecord => ({
  semver: record.semver,
  cid: record.cid,
  sha256: record.sha256.slice(2),
  authorDid: record.author,
  publisher: record.publisher,
  publishedAt: new Date(Number(record.publishedAt) * 1000).toISOString(),
  yanked: record.yanked ? record.yankReason : null,
})
