import type { NetworkGuard } from '../../network/index.ts'
import type { IdentityService } from '../../identity/types.ts'
import { SatchelError, toErrorView } from '../../platform/errors.ts'
import type { SettingsService } from '../../settings/types.ts'
import type { ChainRegistry } from '../../contract/settings.ts'
import type { Language } from '../../contract/language.ts'
import type { Chain } from './chain.ts'
import type { RegistryCall } from './calls.ts'
import type { ChainSigner, RegistriesService } from './types.ts'
import type { ChainAccountView, ChainChange } from '../../contract/registry-chain.ts'

/** How long a node may take for one fact, while somebody waits for it. */
const TIMEOUT_MS = 10_000

export interface RegistriesDeps {
  readonly settings: SettingsService
  readonly identity: Pick<
    IdentityService,
    'ownerDid' | 'chainAccount' | 'createChainAccount' | 'signTransaction'
  >
  readonly guard: Pick<NetworkGuard, 'fetchFor'>
  readonly language: () => Language
}

/** The registries that the owner set. The chain library is loaded with the first call to one of them. */
export const createRegistries = (deps: RegistriesDeps): RegistriesService => {
  const { settings, identity, guard, language } = deps
  const opened = new Map<string, Chain>()

  const open: RegistriesService['open'] = async (name) => {
    const { chainRegistries: all } = settings.get()
    const registry = name === undefined ? only(all) : all.find((one) => one.name === name)
    if (registry === undefined) throw missing(name ?? '')
    const key = JSON.stringify(registry)
    const known = opened.get(key)
    if (known !== undefined) return known
    const { openChain } = await import('./chain.ts')
    const chain = openChain(registry, guard, TIMEOUT_MS)
    opened.set(key, chain)
    return chain
  }

  const signer: RegistriesService['signer'] = async (requester) => {
    const account = await identity.chainAccount()
    if (account === null) throw new SatchelError('chain_account_missing')
    return {
      address: account.address,
      signTransaction: (transaction) => identity.signTransaction({ transaction, requester }),
    } satisfies ChainSigner
  }

  const callOf = async (change: ChainChange): Promise<RegistryCall> => {
    const { acceptCall, anchorCall, offerCall, voteCall, yankCall } = await import('./calls.ts')
    if (change.kind === 'anchor') return anchorCall(change)
    const capUri = uriOf(change.name)
    switch (change.kind) {
      case 'yank':
        return yankCall({ ...change, capUri })
      case 'vote':
        return voteCall({ ...change, capUri })
      case 'offer':
        return offerCall({ ...change, capUri })
      case 'accept':
        return acceptCall({ capUri, authorDid: change.authorDid ?? identity.ownerDid })
    }
  }

  const account = async (): Promise<ChainAccountView> => {
    const found = await identity.chainAccount()
    const { chainRegistries } = settings.get()
    const balances = await Promise.all(
      chainRegistries.map(async ({ name, chainId }) => {
        const at = { registry: name, chainId }
        if (found === null) return { ...at, balance: null, problem: null }
        try {
          const { readBalance } = await import('./read-balance.ts')
          return { ...at, balance: String(await readBalance(await open(name), found)), problem: null }
        } catch (thrown) {
          return { ...at, balance: null, problem: toErrorView(thrown, language()).message }
        }
      }),
    )
    return { account: found, balances }
  }

  return {
    open,
    signer,
    account,
    createAccount: async () => {
      await identity.createChainAccount()
      return account()
    },
    add: async (registry) => {
      const { openChain } = await import('./chain.ts')
      await openChain(registry, guard, TIMEOUT_MS).check()
      const others = settings.get().chainRegistries.filter(({ name }) => name !== registry.name)
      settings.set({ chainRegistries: [...others, registry] })
    },
    remove: (name) => {
      const { chainRegistries: all } = settings.get()
      const rest = all.filter((one) => one.name !== name)
      if (rest.length === all.length) throw missing(name)
      settings.set({ chainRegistries: rest })
    },
    show: async ({ registry, name }) => {
      const [{ readName }, { readVersions }, { readVote }] = await Promise.all([
        import('./read-name.ts'),
        import('./read-versions.ts'),
        import('./read-vote.ts'),
      ])
      const chain = await open(registry)
      const capUri = uriOf(name)
      const found = await readName(chain, { capUri })
      if (found === null) throw new SatchelError('registry_name_unknown', { params: { name: capUri } })
      const own = await identity.chainAccount()
      return {
        ...found,
        records: [...(await readVersions(chain, { capUri }))],
        ownAccount: own?.address ?? null,
        ownVote: own === null ? null : await readVote(chain, { capUri, voter: own.address }),
      }
    },
    estimate: async ({ registry, change }) => {
      const { estimate } = await import('./estimate.ts')
      const { address } = await signer('owner')
      return estimate(await open(registry), address, await callOf(change))
    },
    change: async ({ registry, change }) => {
      const { send } = await import('./send.ts')
      return send(await open(registry), await signer('owner'), await callOf(change))
    },
  }
}

const only = (all: readonly ChainRegistry[]): ChainRegistry | undefined =>
  all.length === 1 ? all[0] : undefined

/** The full URI of a capability if only its name is given. */
const uriOf = (name: string): string => (name.startsWith('did:') ? name : `did:nuwa:cap:${name}`)

const missing = (name: string): SatchelError =>
  new SatchelError('registry_missing', { params: { name }, details: { name } })
