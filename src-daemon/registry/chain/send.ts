import {
  bytesToHex,
  formatEther,
  hexToBytes,
  keccak256,
  serializeTransaction,
  WaitForTransactionReceiptTimeoutError,
  type TransactionReceipt,
  type TransactionSerializableEIP1559,
} from 'viem'
import { SatchelError } from '../../platform/errors.ts'
import type { RegistryCall } from './calls.ts'
import type { Chain } from './chain.ts'
import { dearerThan } from './dearer.ts'
import { checkFunds, prepare, type Prepared } from './estimate.ts'
import { chainFailure } from './failure.ts'
import { hexOf } from './hex.ts'
import type { ChainSigner } from './types.ts'
import type { ChainReceipt } from '../../contract/registry-chain.ts'

const TIMEOUT_MS = 5 * 60_000
const POLL_MS = 1000

/**
 * Signs a call, sends it and waits until it is settled. `onSent` gets the transaction before it leaves, so
 * that an interrupted caller can go on with `waitFor` instead of sending a second one.
 *
 * @throws SatchelError those of `prepare`, `chain_funds`, those of `ChainSigner.signTransaction`, those of
 * `waitFor`
 */
export const send = async (
  chain: Chain,
  signer: ChainSigner,
  call: RegistryCall,
  options: {
    readonly onSent?: ((tx: string) => void) | undefined
    readonly timeoutMs?: number | undefined
  } = {},
): Promise<ChainReceipt> => {
  const signed = await signCall(chain, signer, call)
  const { tx } = signed
  options.onSent?.(tx)
  await broadcast(chain, signed)
  const receipt = await waitFor(chain, { tx, timeoutMs: options.timeoutMs })
  if (receipt !== null) return receipt
  // It was refused in its block, though not when it was simulated: simulated again, the contract says why.
  await prepare(chain, signer.address, call)
  throw new SatchelError('chain_reverted', { params: { problem: tx }, details: { tx } })
}

/** A signed call. Sending it again sends the same transaction, which a chain accepts only once. */
export interface SignedCall {
  /** `0x…`, its transaction hash. */
  readonly tx: string
  /** `0x…`, the whole signed transaction. */
  readonly raw: string
  readonly from: string
  /** Of all transactions of an account with this nonce, the chain accepts one. */
  readonly nonce: number
}

/**
 * Signs a call that the contract would accept and the account can pay. Nothing is sent.
 *
 * @param replaced the transaction to replace: the new one gets its nonce, so that only one of them is
 * accepted, and a higher fee
 * @throws SatchelError those of `prepare`, `chain_funds`, those of `ChainSigner.signTransaction`
 */
export const signCall = async (
  chain: Chain,
  signer: ChainSigner,
  call: RegistryCall,
  replaced: Pick<SignedCall, 'raw' | 'nonce'> | null = null,
): Promise<SignedCall> => {
  const usual = await prepare(chain, signer.address, call)
  const prepared = replaced === null ? usual : dearerThan(usual, replaced.raw)
  checkFunds(prepared, formatEther)
  return sign(chain, signer, prepared, replaced?.nonce ?? (await nextNonce(chain, prepared.from)))
}

/**
 * Sends a signed call. It is fine if the node already has it.
 *
 * @throws SatchelError `chain_funds`, `chain_unreachable`, `chain_failed` with what the node said
 */
export const broadcast = async (
  chain: Chain,
  { raw, from }: Pick<SignedCall, 'raw' | 'from'>,
): Promise<void> => {
  try {
    await chain.client.sendRawTransaction({ serializedTransaction: hexOf(raw) })
  } catch (thrown) {
    const failure = failureOf(chain, thrown, { address: from })
    if (!KNOWN_ALREADY.test(String(failure.params['problem']))) throw failure
  }
}

/** Node programs word "I already have this transaction" differently. */
const KNOWN_ALREADY = /already (known|imported|exists|in (the )?(mem|tx)?pool)|known transaction/i

/**
 * Waits until a transaction is settled. Null if the contract refused it.
 *
 * @throws SatchelError `chain_not_confirmed` when it takes too long, `chain_unreachable`, `chain_failed`
 */
export const waitFor = async (
  chain: Chain,
  { tx, timeoutMs = TIMEOUT_MS }: { readonly tx: string; readonly timeoutMs?: number | undefined },
): Promise<ChainReceipt | null> => {
  const { client, place } = chain
  let receipt: TransactionReceipt
  try {
    receipt = await client.waitForTransactionReceipt({
      hash: hexOf(tx),
      confirmations: place.confirmations,
      timeout: timeoutMs,
      pollingInterval: POLL_MS,
      checkReplacement: false,
    })
  } catch (thrown) {
    if (thrown instanceof WaitForTransactionReceiptTimeoutError)
      throw new SatchelError('chain_not_confirmed', { params: { tx }, details: { tx }, cause: thrown })
    throw failureOf(chain, thrown, {})
  }
  if (receipt.status === 'reverted') return null
  return {
    tx,
    block: Number(receipt.blockNumber),
    blockHash: receipt.blockHash,
    gas: Number(receipt.gasUsed),
    fee: String(receipt.gasUsed * receipt.effectiveGasPrice),
  }
}

const nextNonce = async (chain: Chain, address: Prepared['from']): Promise<number> => {
  try {
    return await chain.client.getTransactionCount({ address, blockTag: 'pending' })
  } catch (thrown) {
    throw failureOf(chain, thrown, {})
  }
}

const sign = async (
  chain: Chain,
  signer: ChainSigner,
  prepared: Prepared,
  nonce: number,
): Promise<SignedCall> => {
  const { from, data, gas, maxFeePerGas, maxPriorityFeePerGas } = prepared
  const transaction: TransactionSerializableEIP1559 = {
    type: 'eip1559',
    chainId: chain.place.chainId,
    to: chain.contract,
    nonce,
    data,
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
  }
  const signature = await signer.signTransaction(hexToBytes(serializeTransaction(transaction)))
  const raw = serializeTransaction(transaction, {
    r: bytesToHex(signature.subarray(0, 32)),
    s: bytesToHex(signature.subarray(32, 64)),
    yParity: signature[64] ?? 0,
  })
  return { tx: keccak256(raw), raw, from, nonce }
}

const failureOf = (chain: Chain, thrown: unknown, about: object): SatchelError =>
  chainFailure(thrown, { host: new URL(chain.place.rpcUrl).host, ...about })
