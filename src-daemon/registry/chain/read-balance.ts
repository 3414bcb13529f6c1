import { getAddress } from 'viem'
import type { Chain } from './chain.ts'
import { unlessUnknown } from './unless-unknown.ts'

/** The balance of an address, in wei. Errors: those of `Chain.check`, `chain_failed`. */
export const readBalance = async (chain: Chain, { address }: { readonly address: string }): Promise<bigint> =>
  (await unlessUnknown(chain, {}, () => chain.client.getBalance({ address: getAddress(address) }))) ?? 0n
