import { getAddressDecoder, isAddress } from '@solana/addresses'
import { base58btc } from 'multiformats/bases/base58'
import type { ChainFamily } from '../core/family.ts'
import { draftSolanaMessage } from './draft-message.ts'

const SIGNATURE_BYTES = 64

/** Solana. An address is the account's key in base58. */
export const createSolanaFamily = (): ChainFamily => ({
  family: 'solana',
  readAddress: (text) => {
    const address = text.trim()
    return isAddress(address) ? address : null
  },
  addressOf: (publicKey) => getAddressDecoder().decode(publicKey),
  draft: async (request, deps) => {
    if (request.family !== 'solana') throw new Error('a request to another family')
    return Promise.resolve(draftSolanaMessage(request.body, deps))
  },
  // The result is a signature and behind it what it is of.
  answer: (address, result) => {
    const bytes = Buffer.from(result, 'base64')
    return {
      ...{ kind: 'message', family: 'solana', address },
      signature: base58btc.encode(bytes.subarray(0, SIGNATURE_BYTES)).slice(1),
      signedMessage: bytes.subarray(SIGNATURE_BYTES).toString('base64'),
    }
  },
  networks: null,
})
