import type { WalletRequest, WalletResult } from '../../wallets/types.ts'
import { writeMessage } from '../messages/write-message.ts'

const NEAR = 'aitp-04-near-wallet'
const EVM = 'aitp-05-evm-wallet'
const SOLANA = 'aitp-06-solana-wallet'

/** The answer of an account to the request of this id. Errors: `thread_message_invalid`. */
export const writeWalletAnswer = (id: string, request: WalletRequest, result: WalletResult): string => {
  switch (result.kind) {
    case 'address':
      return writeAddress(id, request, [...result.addresses])
    case 'message':
      return writeSignature(id, result)
    case 'transaction':
      return writeMessage(EVM, 'transaction_response', { request_id: id, transaction_hash: result.hash })
  }
}

const writeAddress = (id: string, { family }: WalletRequest, addresses: string[]): string => {
  switch (family) {
    case 'evm':
      return writeMessage(EVM, 'address_response', { request_id: id, addresses })
    case 'near':
      return writeMessage(NEAR, 'account_response', { request_id: id, accounts: addresses })
    case 'solana':
      return writeMessage(SOLANA, 'address_response', { request_id: id, addresses })
  }
}

const writeSignature = (id: string, signed: Extract<WalletResult, { kind: 'message' }>): string => {
  const { address, signature } = signed
  switch (signed.family) {
    case 'evm':
      return writeMessage(EVM, 'message_signing_response', { request_id: id, address, signature })
    case 'near':
      return writeMessage(NEAR, 'message_signing_response', {
        ...{ request_id: id, account_id: address, signature },
        public_key: signed.publicKey,
      })
    case 'solana':
      return writeMessage(SOLANA, 'message_signing_response', {
        ...{ request_id: id, address, signature },
        signed_message: signed.signedMessage,
      })
  }
}
