import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import {
  createTestClient,
  createWalletClient,
  http,
  parseAbi,
  publicActions,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import type { WalletAccount, WalletNetwork, WalletPlan } from '../../contract/wallets.ts'
import { keychainInMemory, useIdentityHome } from '../../identity/keys/testing.ts'
import { createNetworkGuard, type NetworkGuard } from '../../network/index.ts'
import { startLocalChain, type LocalChain } from '../../registry/chain/local-chain.ts'
import type { Database } from '../../storage/index.ts'
import type { AskedOfWallet, WalletResult, WalletsService } from '../types.ts'
import { createWallets } from '../wallets.ts'
import { tokenBytecode } from './token.ts'

export const CHAIN = 'eip155:31337'
export const tokenAbi = parseAbi([
  'function give(address to, uint256 amount)',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
  'function sweep(address to)',
])
/** Of anvil's first account. */
const RICH = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

/** The chain as the tests see it: mining, money, and a token. */
const openControl = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', transport: http(rpcUrl, { retryCount: 0 }), pollingInterval: 20 }).extend(
    publicActions,
  )

export interface WalletHome {
  local: LocalChain
  guard: NetworkGuard
  control: ReturnType<typeof openControl>
  token: Address
  wallets: WalletsService
  clock: Date
  network: WalletNetwork
  /** A new account with money and tokens. */
  account(): Promise<WalletAccount>
  /** The node says that it belongs to another chain. */
  pretendChain(id: number): Promise<void>
  give(address: string, amount: bigint): Promise<void>
  /** The same data in a program that was started again. */
  restart(): Promise<void>
  plan(asked: AskedOfWallet, account: WalletAccount): Promise<WalletPlan>
  /** Looks at a request and agrees to it. */
  agree(asked: AskedOfWallet, account: WalletAccount): Promise<WalletResult>
  /** The requests that leave for the node from now on, in order. */
  asked: string[]
  /** The method whose requests never reach the node, as when the line breaks; null: none. */
  lost: string | null
  database(): Database
}

/** Wallets on a real chain, with an identity of their own for each test. */
export const useWalletHome = (): WalletHome => {
  const identity = useIdentityHome()
  const home = { asked: [] as string[], lost: null } as unknown as WalletHome
  let { keychain } = keychainInMemory()

  const open = async (): Promise<void> => {
    home.wallets = createWallets({
      db: identity.database(),
      identity: await identity.ready(keychain),
      guard: {
        fetchFor: (policy) => (input, init) => {
          const methods = (typeof init?.body === 'string' ? init.body : '').match(/"method":"\w+"/g) ?? []
          home.asked.push(...methods)
          if (methods.some((one) => one === `"method":"${home.lost ?? ''}"`))
            return Promise.reject(new Error('the line broke'))
          return home.guard.fetchFor(policy)(input, init)
        },
      },
      now: () => home.clock,
      language: () => 'en',
    })
  }

  beforeAll(async () => {
    home.guard = createNetworkGuard()
    home.local = await startLocalChain()
    home.control = openControl(home.local.rpcUrl)
    home.network = { family: 'evm', chain: CHAIN, name: 'Local', coin: 'ETH', rpc: home.local.rpcUrl }
    const rich = createWalletClient({ account: RICH, transport: http(home.local.rpcUrl), chain: anvil })
    const wait = async (hash: Hex): Promise<Address> =>
      (await home.control.waitForTransactionReceipt({ hash })).contractAddress ?? '0x'
    home.token = await wait(await rich.sendTransaction({ data: tokenBytecode() }))
    home.give = async (address, amount) => {
      await wait(
        await rich.writeContract({
          abi: tokenAbi,
          address: home.token,
          functionName: 'give',
          args: [address as Address, amount],
        }),
      )
    }
  })
  afterAll(async () => {
    await home.guard.close()
    await home.local.stop()
  })
  beforeEach(async () => {
    keychain = keychainInMemory().keychain
    home.clock = new Date('2026-11-28T12:00:00Z')
    home.asked.length = 0
    home.lost = null
    await open()
    await home.wallets.setNetwork(home.network)
  })
  afterEach(() => {
    home.asked.length = 0
  })

  home.database = identity.database
  home.pretendChain = async (id) => {
    await home.control.request({ method: 'anvil_setChainId' as never, params: [id] as never })
  }
  home.account = async () => {
    const made = await home.wallets.create({ family: 'evm', label: 'Daily' })
    await home.control.setBalance({ address: made.address as Address, value: 10n ** 18n })
    await home.give(made.address, 1_000_000_000n)
    return made
  }
  home.restart = async () => {
    identity.closeDatabase()
    await open()
  }
  home.plan = (asked, { address }) => home.wallets.prepare({ ...asked, account: address })
  home.agree = async (asked, account) => {
    const { id } = await home.plan(asked, account)
    return home.wallets.carryOut({ ...asked, plan: id })
  }
  return home
}
