import canonicalize from 'canonicalize'
import type { Signer } from '../../identity/types.ts'
import type { Paid } from '../../payments/types.ts'
import { writeMessage } from '../messages/write-message.ts'

/**
 * The answer to a quote that was paid: `channel_id` is the hash of the transaction, and who pays signs the answer without its signature, in
 * canonical JSON (RFC 8785). The same payment is always the same text.
 */
export const writePayment = async ({ bill, hash, at }: Paid, signer: Signer): Promise<string> => {
  const { type, token } = bill.method
  const unsigned = {
    quote_id: bill.reference,
    payment_method: {
      type: type as 'evm_erc20_transfer',
      ...{ token, channel_id: hash, amount: bill.amount, currency: bill.currency },
    },
    payer_id: signer.did,
    timestamp: new Date(at).toISOString(),
  }
  const signature = await signer.sign(Buffer.from(canonicalize(unsigned) ?? ''))
  return writeMessage('aitp-01-payments', 'payment', {
    ...unsigned,
    payer_signature: `ed25519:${Buffer.from(signature).toString('base64')}`,
  })
}
