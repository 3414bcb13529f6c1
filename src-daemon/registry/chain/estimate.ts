import { encodeFunctionData, getAddress, type Address, type Hex } from 'viem'
import { SatchelError } from '../../platform/errors.ts'
import { registryAbi } from './abi.ts'
import type { RegistryCall } from './calls.ts'
import type { Chain } from './chain.ts'
import { chainFailure } from './failure.ts'
import type { ChainCost } from '../../contract/registry-chain.ts'

/** What a call comes to before it is signed. */
export interface Prepared {
  readonly from: Address
  readonly data: Hex
  /** With room for what others do to the registry in between; what is not used is not paid. */
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly balance: bigint
}

/**
 * Runs a call without sending it, so that what the contract would refuse is refused here, and asks what it would cost.
 *
 * @throws SatchelError as `Chain.check`, what the contract refuses (`registry_*`), `chain_reverted`, `chain_failed`
 */
export const prepare = async (chain: Chain, address: string, call: RegistryCall): Promise<Prepared> => {
  await chain.check()
  const { client, contract, place } = chain
  const { host } = new URL(place.rpcUrl)
  const from = getAddress(address)
  const data = encodeFunctionData({ abi: registryAbi, ...call })
  try {
    await client.simulateContract({
      abi: registryAbi,
      address: contract,
      account: from,
      functionName: call.functionName,
      args: call.args,
    })
    const [estimated, fees, balance] = await Promise.all([
      // As it is tried above: in the pending block what is to be replaced may have been done already.
      client.estimateGas({ account: from, to: contract, data, blockTag: 'latest' }),
      client.estimateFeesPerGas(),
      client.getBalance({ address: from }),
    ])
    const { maxFeePerGas, maxPriorityFeePerGas } = fees
    return { from, data, gas: (estimated * 12n) / 10n, maxFeePerGas, maxPriorityFeePerGas, balance }
  } catch (thrown) {
    throw chainFailure(thrown, { host, address: from, ...call.about })
  }
}

/** What a call would cost at most. Errors: those of `prepare`. */
export const estimate = async (chain: Chain, address: string, call: RegistryCall): Promise<ChainCost> =>
  costOf(await prepare(chain, address, call))

/** What a prepared call costs at most. */
export const costOf = ({ gas, maxFeePerGas, balance }: Prepared): ChainCost => ({
  gas: Number(gas),
  feePerGas: String(maxFeePerGas),
  cost: String(gas * maxFeePerGas),
  balance: String(balance),
})

/** Throws `chain_funds` where the account cannot pay what the call may cost. */
export const checkFunds = (
  { from, gas, maxFeePerGas, balance }: Prepared,
  format: (wei: bigint) => string,
): void => {
  const needed = gas * maxFeePerGas
  if (balance >= needed) return
  const params = { address: from, needed: format(needed), balance: format(balance) }
  throw new SatchelError('chain_funds', { params, details: params })
}
