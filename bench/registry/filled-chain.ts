import { encodeFunctionData, numberToHex } from 'viem'
import { createNetworkGuard } from '../../src-daemon/network/index.ts'
import { registryAbi } from '../../src-daemon/registry/chain/abi.ts'
import { deployLocally } from '../../src-daemon/registry/chain/deploy.ts'
import { startLocalChain } from '../../src-daemon/registry/chain/local-chain.ts'
import type { ChainPlace } from '../../src-daemon/registry/chain/place.ts'
import type { Publication } from './following.ts'

/** As many as go into a block of the size that public chains have: ten thousand are more than a node gives in one answer. */
const PER_BLOCK = 75
/** More gas than the first version of a name needs; unused gas is refunded. */
const GAS = 400_000

export interface FilledChain {
  readonly place: ChainPlace
  readonly guard: ReturnType<typeof createNetworkGuard>
  stop(): Promise<void>
}

/** A real chain of its own, whose registry holds these. */
export const startFilledChain = async (publications: readonly Publication[]): Promise<FilledChain> => {
  const guard = createNetworkGuard()
  const local = await startLocalChain()
  const stop = async (): Promise<void> => {
    await guard.close()
    await local.stop()
  }
  /** Many calls in one request. */
  const ask = async (
    calls: readonly { method: string; params: readonly unknown[] }[],
  ): Promise<unknown[]> => {
    const body = JSON.stringify(calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call })))
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(local.rpcUrl, { method: 'POST', headers, body })
    const told = (await answer.json()) as readonly { result?: unknown; error?: unknown }[]
    return told.map(({ result, error }) => {
      if (error !== undefined) throw new Error('the chain refused a call', { cause: error })
      return result
    })
  }
  try {
    const { place } = await deployLocally(local, guard)
    const [accounts] = (await ask([{ method: 'eth_accounts', params: [] }])) as [readonly string[]]
    await ask([{ method: 'evm_setAutomine', params: [false] }])
    const gas = numberToHex(GAS)
    for (let at = 0; at < publications.length; at += PER_BLOCK) {
      const block = publications.slice(at, at + PER_BLOCK)
      await ask(
        block.map(({ capUri, semver, cid, sha256, authorDid }) => {
          const data = encodeFunctionData({
            abi: registryAbi,
            functionName: 'publish',
            args: [capUri, semver, cid, `0x${sha256}`, authorDid],
          })
          return {
            method: 'eth_sendTransaction',
            params: [{ from: accounts[0], to: place.contract, data, gas }],
          }
        }),
      )
      await ask([{ method: 'anvil_mine', params: ['0x1'] }])
    }
    return { place, guard, stop }
  } catch (thrown) {
    await stop()
    throw thrown
  }
}
