import type { WalletResult } from '../../wallets/types.ts'
import { writeMessage } from '../messages/write-message.ts'

const EVM = 'aitp-05-evm-wallet'

/** The answer of an account to the request of this id. Errors: `thread_message_invalid`. */
export const writeWalletAnswer = (id: string, result: WalletResult): string => {
  switch (result.kind) {
    case 'address':
      return writeMessage(EVM, 'address_response', { request_id: id, addresses: [...result.addresses] })
    case 'message':
      return writeMessage(EVM, 'message_signing_response', {
        request_id: id,
        address: result.address,
        signature: result.signature,
      })
    case 'transaction':
      return writeMessage(EVM, 'transaction_response', { request_id: id, transaction_hash: result.hash })
  }
}
