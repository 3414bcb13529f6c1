import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { createTestClient, http, type TestClient } from 'viem'
import { createNetworkGuard } from '../../network/index.ts'
import { openChain, type Chain } from './chain.ts'
import { deployLocally, type LocalRegistry } from './deploy.ts'
import { startLocalChain, type LocalChain } from './local-chain.ts'
import { createMemoryAccount } from './memory-account.ts'
import type { ChainSigner } from './types.ts'

/** A real chain with the contract on it, for the tests of one file. */
export interface TestChain {
  local: LocalChain
  registry: LocalRegistry
  chain: Chain
  guard: ReturnType<typeof createNetworkGuard>
  /** What only a test chain can do: mine, reorganise, revert to a snapshot. */
  control: TestClient
  /** A new account with money. */
  account(): Promise<ChainSigner>
}

export const RICH = 10n ** 20n

/** Signs with a key of its own, which is not in a keychain. */
export const newSigner = createMemoryAccount

/** Starts a chain before the tests of a file and ends it after them. */
export const useTestChain = (): TestChain => {
  const test = {} as TestChain
  beforeAll(async () => {
    test.guard = createNetworkGuard()
    test.local = await startLocalChain()
    test.registry = await deployLocally(test.local, test.guard)
    test.chain = openChain(test.registry.place, test.guard)
    test.control = createTestClient({
      mode: 'anvil',
      transport: http(test.local.rpcUrl, { timeout: 60_000, retryCount: 0 }),
    })
    test.account = async () => {
      const signer = newSigner()
      await test.registry.fund(signer.address, RICH)
      return signer
    }
  })
  afterAll(async () => {
    await test.guard.close()
    await test.local.stop()
  })
  return test
}

let count = 0
/** A name that is not published yet. */
export const newName = (): string => `did:nuwa:cap:n${String((count += 1))}-${randomBytes(4).toString('hex')}`

/** A version to publish; the chain does not care about its content. */
export const version = (capUri: string, semver = '1.0.0', authorDid = 'did:key:zAuthor') => ({
  capUri,
  semver,
  cid: 'bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e',
  sha256: randomBytes(32).toString('hex'),
  authorDid,
})
