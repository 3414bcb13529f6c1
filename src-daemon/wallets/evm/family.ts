import {
  erc20Abi,
  parseTransaction,
  recoverTransactionAddress,
  keccak256,
  type Hex,
  type PublicClient,
  type TransactionReceipt,
  type TransactionSerialized,
} from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { convertPoint } from '../../identity/index.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'

import type { ChainFamily } from '../core/family.ts'
import { readAddress } from './address.ts'
import { draftMessage } from './draft-message.ts'
import { draftTransaction } from './draft-transaction.ts'
import { openNode } from './node.ts'
import { tokenSymbol } from './token-symbol.ts'

/** Node programs word "I have this transaction already" differently. */
const KNOWN_ALREADY = /already (known|imported|exists|in (the )?(mem|tx)?pool)|known transaction/i

/** Ethereum and the chains that work like it. */
export const createEvmFamily = (guard: Pick<NetworkGuard, 'fetchFor'>): ChainFamily => ({
  family: 'evm',
  readAddress,
  addressOf: (publicKey) => {
    const point = convertPoint('secp256k1', publicKey, 'uncompressed')
    if (point === null) throw new Error('no point of the curve')
    return publicKeyToAddress(`0x${Buffer.from(point).toString('hex')}`)
  },
  draft: async (request, deps) => {
    if (request.family !== 'evm') throw new Error('a request to another family')
    return request.kind === 'message'
      ? draftMessage(request.body, deps)
      : draftTransaction(request.body, deps, guard)
  },
  answer: (address, signature) => ({ kind: 'message', family: 'evm', address, signature }),
  networks: {
    check: (network) => openNode(network, guard).check(),
    tokenFacts: async (network, token) => {
      const address = readAddress(token)
      const unknown = (cause?: unknown): SatchelError =>
        new SatchelError('wallet_token_unknown', { params: { token, network: network.name }, cause })
      if (address === null) throw unknown()
      const node = openNode(network, guard)
      const [symbol, decimals] = await node
        .ask((client) =>
          Promise.all([
            client.readContract({ abi: erc20Abi, address, functionName: 'symbol' }),
            client.readContract({ abi: erc20Abi, address, functionName: 'decimals' }),
          ]),
        )
        .catch((thrown: unknown) => {
          throw thrown instanceof SatchelError && thrown.code === 'chain_unreachable'
            ? thrown
            : unknown(thrown)
        })
      return { symbol: tokenSymbol(symbol), decimals }
    },
    send: async (network, result) => {
      const node = openNode(network, guard)
      await node.check()
      try {
        await node.ask((client) => client.sendRawTransaction({ serializedTransaction: hex(result) }))
      } catch (thrown) {
        const isKnown = thrown instanceof SatchelError && KNOWN_ALREADY.test(String(thrown.params['problem']))
        if (!isKnown) throw thrown
      }
    },
    fateOf: async (network, result) => {
      const raw = hex(result)
      const { nonce = 0 } = parseTransaction(raw)
      const address = await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })
      const node = openNode(network, guard)
      await node.check()
      return node.ask(async (client) => {
        const next = await client.getTransactionCount({ address, blockTag: 'latest' })
        if (next <= nonce) return 'open'
        return (await receiptOf(client, keccak256(raw))) === null ? 'dropped' : 'there'
      })
    },
    outcomeOf: async (network, hash) => {
      const node = openNode(network, guard)
      await node.check()
      const receipt = await node.ask((client) => receiptOf(client, hex(hash)))
      if (receipt === null) return 'open'
      return receipt.status === 'success' ? 'done' : 'failed'
    },
  },
})

/** Null while the transaction isn't in the chain. */
const receiptOf = (client: PublicClient, hash: Hex): Promise<TransactionReceipt | null> =>
  client.getTransactionReceipt({ hash }).catch((thrown: unknown) => {
    if (thrown instanceof Error && thrown.name === 'TransactionReceiptNotFoundError') return null
    throw thrown
  })

const hex = (text: string): Hex => `0x${text.slice(2)}`
