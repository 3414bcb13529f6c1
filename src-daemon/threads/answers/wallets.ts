import type { EvmSigningRequest } from '../../contract/aitp-wallets.ts'
import type { FaultAt } from '../../contract/threads.ts'
import { fault } from '../core/faults.ts'
import type { Body, TypeName } from '../messages/schemas.ts'

type Solana<T extends TypeName<'aitp-06-solana-wallet'>> = Body<'aitp-06-solana-wallet', T>

/** Checks a signature: by the address that was asked for. */
export const checkEvmSigning = (
  { address: asked }: EvmSigningRequest,
  { address }: Body<'aitp-05-evm-wallet', 'message_signing_response'>,
): FaultAt[] =>
  asked === undefined || asked.toLowerCase() === address.toLowerCase()
    ? []
    : [fault('address', 'address_differs', `${address} ≠ ${asked}`)]

/** Checks the chain that an answer names. */
export const checkSolanaChain = (
  { chain: asked }: Solana<'request_address'>,
  { chain }: Solana<'address_response'>,
): FaultAt[] =>
  chain === undefined || chain === asked ? [] : [fault('chain', 'wrong_chain', `${chain} ≠ ${asked}`)]

/** Checks a transaction: on the chain, and signed or sent as asked. */
export const checkSolanaTransaction = (
  asked: Solana<'request_transaction'>,
  answer: Solana<'transaction_response'>,
): FaultAt[] => {
  const needed = asked.mode === 'sign' ? 'signed_transaction' : 'signature'
  return [
    ...checkSolanaChain(asked, { ...answer, addresses: [] }),
    ...(answer[needed] === undefined ? [fault(needed, 'missing')] : []),
  ]
}

/** Checks a signature: by the address, and of the kind, that was asked for. */
export const checkSolanaSigning = (
  asked: Solana<'request_message_signing'>,
  { address, signing_type: type }: Solana<'message_signing_response'>,
): FaultAt[] => [
  ...(asked.address === undefined || asked.address === address
    ? []
    : [fault('address', 'address_differs', `${address} ≠ ${asked.address}`)]),
  ...(type === undefined || type === asked.signing_type
    ? []
    : [fault('signing_type', 'method_differs', type)]),
]
