import { createPublicClient, http, numberToHex } from 'viem'
import type { NetworkGuard } from '../../network/index.ts'
import { chainFailure } from './failure.ts'
import type { LocalChain } from './local-chain.ts'

/** Asks a local chain's node, also by the methods that only such a node has. */
export const openLocalNode = (
  { rpcUrl }: Pick<LocalChain, 'rpcUrl'>,
  guard: Pick<NetworkGuard, 'fetchFor'>,
) => {
  const { origin } = new URL(rpcUrl)
  const client = createPublicClient({
    transport: http(rpcUrl, {
      fetchFn: guard.fetchFor({ kind: 'user_endpoint', origin, timeoutMs: 30_000 }),
      retryCount: 0,
    }),
    pollingInterval: 50,
    ccipRead: false,
  })
  // The chain's non-standard methods: a name and its parameters, as with any other.
  const ask = (method: string, params: readonly unknown[]): Promise<unknown> =>
    client.request({ method, params } as unknown as Parameters<typeof client.request>[0])
  return { client, ask }
}

/**
 * Gives an address some of a local chain's worthless money; `wei` is its balance afterwards.
 *
 * @throws SatchelError `chain_failed`, `chain_unreachable`
 */
export const fundLocally = async (
  chain: Pick<LocalChain, 'rpcUrl'>,
  guard: Pick<NetworkGuard, 'fetchFor'>,
  { address, wei }: { readonly address: string; readonly wei: bigint },
): Promise<void> => {
  try {
    await openLocalNode(chain, guard).ask('anvil_setBalance', [address, numberToHex(wei)])
  } catch (thrown) {
    throw chainFailure(thrown, { host: new URL(chain.rpcUrl).host })
  }
}
