import { TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem'
import type { Chain } from './chain.ts'
import { chainFailure } from './failure.ts'
import { hexOf } from './hex.ts'
import type { SignedCall } from './send.ts'
import type { ChainReceipt } from '../../contract/registry-chain.ts'

/**
 * The state of a signed transaction. `waiting`: the node has it. `gone`: the node does not have it, and it
 * could be sent again. `stale`: it can never be accepted any more, because another one took its nonce or an
 * earlier one is missing.
 */
export type Standing =
  | { readonly kind: 'done'; readonly receipt: ChainReceipt }
  | { readonly kind: 'refused' | 'waiting' | 'gone' | 'stale' }

/**
 * Asks the chain's node for the state of a transaction; it may change a moment later.
 *
 * @throws SatchelError as `Chain.check`, `chain_failed`
 */
export const standingOf = async (
  chain: Chain,
  { tx, from, nonce }: Pick<SignedCall, 'tx' | 'from' | 'nonce'>,
): Promise<Standing> => {
  await chain.check()
  const { client, place } = chain
  try {
    const receipt = await client
      .getTransactionReceipt({ hash: hexOf(tx) })
      .catch(nullIf(TransactionReceiptNotFoundError))
    if (receipt?.status === 'reverted') return { kind: 'refused' }
    if (receipt) {
      const { blockNumber, blockHash, gasUsed, effectiveGasPrice } = receipt
      const fee = String(gasUsed * effectiveGasPrice)
      return {
        kind: 'done',
        receipt: { tx, block: Number(blockNumber), blockHash, gas: Number(gasUsed), fee },
      }
    }
    const known = await client.getTransaction({ hash: hexOf(tx) }).catch(nullIf(TransactionNotFoundError))
    if (known !== null) return { kind: 'waiting' }
    const address = hexOf(from)
    const [taken, next] = await Promise.all([
      client.getTransactionCount({ address, blockTag: 'latest' }),
      client.getTransactionCount({ address, blockTag: 'pending' }),
    ])
    return { kind: nonce < taken || nonce > next ? 'stale' : 'gone' }
  } catch (thrown) {
    throw chainFailure(thrown, { host: new URL(place.rpcUrl).host })
  }
}

const nullIf =
  (kind: new (...args: never[]) => Error) =>
  (thrown: unknown): null => {
    if (thrown instanceof kind) return null
    throw thrown
  }
