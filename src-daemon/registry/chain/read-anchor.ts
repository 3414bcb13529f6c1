import { getAddress } from 'viem'
import { registryAbi } from './abi.ts'
import type { Chain } from './chain.ts'
import { unlessUnknown } from './unless-unknown.ts'

/**
 * When an address anchored a root (32 bytes, hex without prefix); null if it did not.
 *
 * @throws SatchelError as `Chain.check`, `chain_failed`
 */
export const readAnchor = async (
  chain: Chain,
  { by, root }: { readonly by: string; readonly root: string },
): Promise<Date | null> => {
  const args = [getAddress(by), `0x${root}`] as const
  const ask = () =>
    chain.client.readContract({ abi: registryAbi, address: chain.contract, functionName: 'anchoredAt', args })
  const seconds = (await unlessUnknown(chain, {}, ask)) ?? 0n
  return seconds === 0n ? null : new Date(Number(seconds) * 1000)
}
