import type { WalletFamily } from '../contract/identity.ts'
import type { NetworkGuard } from '../network/index.ts'
import { SatchelError } from '../platform/errors.ts'
import type { ChainFamily, ChainNetworks } from './core/family.ts'

type Guard = Pick<NetworkGuard, 'fetchFor'>

const LOADERS: Readonly<Record<WalletFamily, (guard: Guard) => Promise<ChainFamily>>> = {
  evm: async (guard) => (await import('./evm/family.ts')).createEvmFamily(guard),
  near: async () => (await import('./near/family.ts')).createNearFamily(),
  solana: async () => (await import('./solana/family.ts')).createSolanaFamily(),
}

/** The families of chains. The library of each is loaded with its first account. */
export const createFamilies = (guard: Guard) => {
  const loaded = new Map<WalletFamily, Promise<ChainFamily>>()

  const familyOf = (family: WalletFamily): Promise<ChainFamily> => {
    const made = loaded.get(family) ?? LOADERS[family](guard)
    loaded.set(family, made)
    return made
  }

  return {
    familyOf,
    /** Errors: `wallet_family_messages` where no transactions are made. */
    networksOf: async (family: WalletFamily): Promise<ChainNetworks> => {
      const { networks } = await familyOf(family)
      if (networks === null) throw new SatchelError('wallet_family_messages', { details: { family } })
      return networks
    },
  }
}
