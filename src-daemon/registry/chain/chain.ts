import { createPublicClient, http, isAddress, type Address, type PublicClient } from 'viem'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { registryAbi } from './abi.ts'
import { chainFailure } from './failure.ts'
import type { ChainPlace } from './place.ts'

/** A registry on a chain, ready for calls. */
export interface Chain {
  readonly place: ChainPlace
  readonly contract: Address
  readonly client: PublicClient
  /**
   * Makes sure, once, that the node belongs to this chain and that the contract there is a registry.
   *
   * @throws SatchelError `chain_unreachable`, `chain_wrong`, `chain_contract_missing`, `chain_contract_other`
   */
  check(): Promise<void>
  /** The same registry, whose requests end with the signal. */
  within(signal: AbortSignal): Chain
}

const KIND = 'acp-registry/1'
/** Enough for the events of many blocks. */
const TIMEOUT_MS = 30_000
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Opens a registry. Requests go through the network guard, to the node's origin only, and are never retried
 * automatically, and wait `timeoutMs` at most. Opening sends none.
 *
 * @throws SatchelError `registry_place_invalid` if the contract is not an address
 */
export const openChain = (
  place: ChainPlace,
  guard: Pick<NetworkGuard, 'fetchFor'>,
  timeoutMs = TIMEOUT_MS,
): Chain => {
  const { rpcUrl, chainId, contract } = place
  if (!isAddress(contract, { strict: false }))
    throw new SatchelError('registry_place_invalid', { params: { problem: contract } })
  const { origin, host } = new URL(rpcUrl)
  const fetch = guard.fetchFor({ kind: 'user_endpoint', origin, timeoutMs, maxBytes: MAX_BYTES })
  let isChecked = false

  const ask = async (client: PublicClient): Promise<void> => {
    try {
      const found = await client.getChainId()
      if (found !== chainId)
        throw new SatchelError('chain_wrong', { params: { expected: chainId, found, host } })
      const code = await client.getCode({ address: contract })
      if (code === undefined)
        throw new SatchelError('chain_contract_missing', { params: { address: contract, chain: chainId } })
    } catch (thrown) {
      throw chainFailure(thrown, { host })
    }
    const kind = await client
      .readContract({ abi: registryAbi, address: contract, functionName: 'KIND' })
      .catch((thrown: unknown) => {
        const failure = chainFailure(thrown, { host })
        if (failure.code === 'chain_unreachable') throw failure
        return null
      })
    if (kind !== KIND) throw new SatchelError('chain_contract_other', { params: { address: contract } })
    isChecked = true
  }

  const open = (signal: AbortSignal | null): Chain => {
    const client = createPublicClient({
      transport: http(rpcUrl, {
        fetchFn: signal === null ? fetch : (to, init) => fetch(to, { ...init, signal: both(init, signal) }),
        retryCount: 0,
        timeout: timeoutMs,
      }),
      cacheTime: 0,
      // A contract could name an address here, which the library would fetch by itself, past the guard.
      ccipRead: false,
    })
    // Not shared between signals: one caller's end is not the failure of another.
    let checking: Promise<void> | undefined
    return {
      place,
      contract,
      client,
      check: async () => {
        if (isChecked) return
        checking ??= ask(client).finally(() => {
          checking = undefined // check again next time: a node may come back
        })
        await checking
      },
      within: open,
    }
  }
  return open(null)
}

const both = (init: RequestInit | undefined, signal: AbortSignal): AbortSignal =>
  init?.signal instanceof AbortSignal ? AbortSignal.any([init.signal, signal]) : signal
