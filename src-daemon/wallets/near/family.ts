import { base58btc } from 'multiformats/bases/base58'
import type { ChainFamily } from '../core/family.ts'
import { draftNearMessage } from './draft-message.ts'

/** Parts of small letters and digits, each of them with single `-` and `_` inside, behind dots. */
const NAME = /^(?:[a-z\d]+(?:[-_][a-z\d]+)*\.)*[a-z\d]+(?:[-_][a-z\d]+)*$/

/** NEAR. An account of one's own is the implicit one of its key: the 64 hexadecimal digits of the key are its name. */
export const createNearFamily = (): ChainFamily => ({
  family: 'near',
  readAddress: (text) => {
    const name = text.trim()
    return name.length >= 2 && name.length <= 64 && NAME.test(name) ? name : null
  },
  addressOf: (publicKey) => Buffer.from(publicKey).toString('hex'),
  draft: async (request, deps) => {
    if (request.family !== 'near') throw new Error('a request to another family')
    return Promise.resolve(draftNearMessage(request.body, deps))
  },
  answer: (address, signature) => ({
    ...{ kind: 'message', family: 'near', address, signature },
    publicKey: `ed25519:${base58btc.encode(Buffer.from(address, 'hex')).slice(1)}`,
  }),
  networks: null,
})
