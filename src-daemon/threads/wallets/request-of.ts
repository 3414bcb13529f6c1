import type { WalletAsked } from '../../contract/wallets.ts'
import type { WalletRequest } from '../../wallets/types.ts'
import { bodyOf, type MessageItem } from '../messages/read-content.ts'

const EVM = 'aitp-05-evm-wallet'

/** What a message asks of an account that Satchel can have; null for every other message. */
export const walletRequestOf = (item: MessageItem): WalletRequest | null => {
  const address = bodyOf(item, EVM, 'request_address')
  if (address !== null) return { family: 'evm', kind: 'address', chain: `eip155:${String(address.chain_id)}` }
  const signing = bodyOf(item, EVM, 'request_message_signing')
  if (signing !== null) return { family: 'evm', kind: 'message', body: signing }
  const transaction = bodyOf(item, EVM, 'request_transaction')
  return transaction === null ? null : { family: 'evm', kind: 'transaction', body: transaction }
}

/** The same, as far as somebody has to know who chooses an account for it. */
export const walletAskedOf = (item: MessageItem): WalletAsked | null => {
  const request = walletRequestOf(item)
  if (request === null) return null
  const { family, kind } = request
  switch (request.kind) {
    case 'address':
      return { family, kind, account: null, chain: request.chain }
    case 'message':
      return { family, kind, account: request.body.address ?? null, chain: null }
    case 'transaction': {
      const { chain_id: chain, transaction } = request.body
      return { family, kind, account: transaction.from ?? null, chain: `eip155:${String(chain)}` }
    }
  }
}
