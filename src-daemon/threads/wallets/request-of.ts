import type { WalletAsked } from '../../contract/wallets.ts'
import type { WalletRequest } from '../../wallets/types.ts'
import { bodyOf, type MessageItem } from '../messages/read-content.ts'

const NEAR = 'aitp-04-near-wallet'
const EVM = 'aitp-05-evm-wallet'
const SOLANA = 'aitp-06-solana-wallet'

/** What a message asks of an account that Satchel can have; null for every other message, and for what accounts of its family don't do. */
export const walletRequestOf = (item: MessageItem): WalletRequest | null =>
  evmRequest(item) ?? nearRequest(item) ?? solanaRequest(item)

const evmRequest = (item: MessageItem): WalletRequest | null => {
  const address = bodyOf(item, EVM, 'request_address')
  if (address !== null) return { family: 'evm', kind: 'address', chain: `eip155:${String(address.chain_id)}` }
  const signing = bodyOf(item, EVM, 'request_message_signing')
  if (signing !== null) return { family: 'evm', kind: 'message', body: signing }
  const transaction = bodyOf(item, EVM, 'request_transaction')
  return transaction === null ? null : { family: 'evm', kind: 'transaction', body: transaction }
}

/** No transactions. */
const nearRequest = (item: MessageItem): WalletRequest | null => {
  if (bodyOf(item, NEAR, 'request_account') !== null) return { family: 'near', kind: 'address', chain: null }
  const body = bodyOf(item, NEAR, 'request_message_signing')
  return body === null ? null : { family: 'near', kind: 'message', body }
}

/** No transactions. */
const solanaRequest = (item: MessageItem): WalletRequest | null => {
  const address = bodyOf(item, SOLANA, 'request_address')
  if (address !== null) return { family: 'solana', kind: 'address', chain: address.chain }
  const body = bodyOf(item, SOLANA, 'request_message_signing')
  return body === null ? null : { family: 'solana', kind: 'message', body }
}

/** The same, as far as somebody has to know who chooses an account for it. */
export const walletAskedOf = (item: MessageItem): WalletAsked | null => {
  const request = walletRequestOf(item)
  if (request === null) return null
  const { family, kind } = request
  switch (request.kind) {
    case 'address':
      return { family, kind, account: null, chain: request.chain }
    case 'message': {
      const account = request.family === 'near' ? null : (request.body.address ?? null)
      return { family, kind, account, chain: null }
    }
    case 'transaction': {
      const { chain_id: chain, transaction } = request.body
      return { family, kind, account: transaction.from ?? null, chain: `eip155:${String(chain)}` }
    }
  }
}
