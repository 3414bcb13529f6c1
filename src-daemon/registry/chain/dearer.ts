import { parseTransaction } from 'viem'
import type { RegistryCall } from './calls.ts'
import type { Chain } from './chain.ts'
import { costOf, prepare, type Prepared } from './estimate.ts'
import { hexOf } from './hex.ts'
import type { ChainCost } from '../../contract/registry-chain.ts'

/**
 * An eighth more: nodes replace a transaction once the fee is a tenth higher (geth) or an eighth higher
 * (others).
 */
const more = (wei: bigint): bigint => (wei * 9n + 7n) / 8n + 1n
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/**
 * The same call with fees high enough for a node to replace `raw`, which it holds, and at least the fees
 * needed now.
 */
export const dearerThan = (prepared: Prepared, raw: string): Prepared => {
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(hexOf(raw))
  const fee = larger(prepared.maxFeePerGas, more(maxFeePerGas))
  const tip = larger(prepared.maxPriorityFeePerGas, more(maxPriorityFeePerGas))
  return { ...prepared, maxFeePerGas: larger(fee, tip), maxPriorityFeePerGas: tip }
}

/** The most a call would cost if it replaced `raw`. Errors: those of `prepare`. */
export const estimateDearer = async (
  chain: Chain,
  address: string,
  { call, raw }: { readonly call: RegistryCall; readonly raw: string },
): Promise<ChainCost> => costOf(dearerThan(await prepare(chain, address, call), raw))
