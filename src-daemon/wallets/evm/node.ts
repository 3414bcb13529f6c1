import { createPublicClient, http, type PublicClient } from 'viem'
import type { WalletNetwork } from '../../contract/wallets.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { nodeFailure } from './failure.ts'

/** A node of a network. */
export interface EvmNode {
  readonly host: string
  readonly chainId: number
  readonly client: PublicClient
  /** Runs what asks the node. Errors: `chain_unreachable`, `chain_funds`, `wallet_reverted`, `chain_failed`. */
  ask<T>(work: (client: PublicClient) => Promise<T>, account?: string): Promise<T>
  /** Makes sure that the node belongs to the network. Errors: those of `ask`, `chain_wrong`. */
  check(): Promise<void>
}

/** How long a node may take for one fact, while somebody waits for it. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 4 * 1024 * 1024

/** The number of a chain (`eip155:1`). */
export const chainIdOf = (chain: string): number => Number(chain.slice('eip155:'.length))

/** Opens a node. Requests go through the network guard, to its origin only, and are never retried automatically. Opening sends none. */
export const openNode = (
  { rpc, chain }: Pick<WalletNetwork, 'rpc' | 'chain'>,
  guard: Pick<NetworkGuard, 'fetchFor'>,
): EvmNode => {
  const { origin, host } = new URL(rpc)
  const chainId = chainIdOf(chain)
  const client = createPublicClient({
    transport: http(rpc, {
      fetchFn: guard.fetchFor({ kind: 'user_endpoint', origin, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES }),
      retryCount: 0,
      timeout: TIMEOUT_MS,
    }),
    cacheTime: 0,
    // A contract could name an address here, which the library would fetch by itself, past the guard.
    ccipRead: false,
  })
  const ask: EvmNode['ask'] = async (work, account = '') => {
    try {
      return await work(client)
    } catch (thrown) {
      throw nodeFailure(thrown, { host, address: account })
    }
  }
  return {
    host,
    chainId,
    client,
    ask,
    check: async () => {
      const found = await ask((at) => at.getChainId())
      if (found !== chainId)
        throw new SatchelError('chain_wrong', { params: { expected: chainId, found, host } })
    },
  }
}
