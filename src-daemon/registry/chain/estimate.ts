import { encodeFunctionData, getAddress, type Address, type Hex } from 'viem'
import { SatchelError } from '../../platform/errors.ts'
import { registryAbi } from './abi.ts'
import type { RegistryCall } from './calls.ts'
import type { Chain } from './chain.ts'
import { chainFailure } from './failure.ts'
import type { ChainCost } from '../../contract/registry-chain.ts'

/** A call with its gas and fees, before it is signed. */
export interface Prepared {
  readonly from: Address
  readonly data: Hex
  /** With a margin for what others do to the registry in between; unused gas is not paid for. */
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly balance: bigint
}

/**
 * Simulates a call, so that what the contract would refuse is refused here, and asks what it would cost.
 *
 * @throws SatchelError as `Chain.check`, what the contract refuses (`registry_*`), `chain_reverted`,
 * `chain_failed`
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
      // Simulated on the same block as above: in the pending block, the transaction to be replaced may
      // already have run.
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

/** The most a call would cost. Errors: those of `prepare`. */
export const estimate = async (chain: Chain, address: string, call: RegistryCall): Promise<ChainCost> =>
  costOf(await prepare(chain, address, call))

/** The most a prepared call costs. */
export const costOf = ({ gas, maxFeePerGas, balance }: Prepared): ChainCost => ({
  gas: Number(gas),
  feePerGas: String(maxFeePerGas),
  cost: String(gas * maxFeePerGas),
  balance: String(balance),
})

/** Throws `chain_funds` if the account cannot pay the most the call may cost. */
export const checkFunds = (
  { from, gas, maxFeePerGas, balance }: Prepared,
  format: (wei: bigint) => string,
): void => {
  const needed = gas * maxFeePerGas
  if (balance >= needed) return
  const params = { address: from, needed: format(needed), balance: format(balance) }
  throw new SatchelError('chain_funds', { params, details: params })
}
