import { z } from 'zod'
import { walletFamilySchema, type WalletFamily } from '../../contract/identity.ts'
import { walletNetworkSchema, type WalletNetwork } from '../../contract/wallets.ts'
import type { Database } from '../../storage/index.ts'
import type { TokenFacts } from '../core/family.ts'

/** An account whose key isn't here. */
export interface Watched {
  readonly family: WalletFamily
  readonly address: string
  readonly label: string
  readonly at: number
}

const watchedSchema = z.object({
  family: walletFamilySchema,
  address: z.string(),
  label: z.string(),
  at: z.int(),
})
const tokenSchema = z.object({ symbol: z.string(), decimals: z.int() })

export type Places = ReturnType<typeof createPlaces>

/** Watched accounts, the networks that accounts are on, and what the tokens there call themselves. */
export const createPlaces = (db: Database) => {
  const watched = db.prepare('SELECT family, address, label, at FROM wallet_watched ORDER BY at, address')
  const putWatched = db.prepare(
    'INSERT INTO wallet_watched (family, address, label, at) VALUES (@family, @address, @label, @at) ON CONFLICT (family, address) DO UPDATE SET label = @label',
  )
  const dropWatched = db.prepare('DELETE FROM wallet_watched WHERE family = ? AND address = ?')
  const networks = db.prepare(
    'SELECT family, chain, name, coin, rpc FROM wallet_networks ORDER BY family, name, chain',
  )
  const oneNetwork = db.prepare(
    'SELECT family, chain, name, coin, rpc FROM wallet_networks WHERE family = ? AND chain = ?',
  )
  const putNetwork = db.prepare(
    'INSERT OR REPLACE INTO wallet_networks (family, chain, name, coin, rpc) VALUES (@family, @chain, @name, @coin, @rpc)',
  )
  const dropNetwork = db.prepare('DELETE FROM wallet_networks WHERE family = ? AND chain = ?')
  const token = db.prepare(
    'SELECT symbol, decimals FROM wallet_tokens WHERE family = ? AND chain = ? AND token = ?',
  )
  const putToken = db.prepare(
    'INSERT OR REPLACE INTO wallet_tokens (family, chain, token, symbol, decimals) VALUES (?, ?, ?, ?, ?)',
  )

  return {
    watched: (): readonly Watched[] => z.array(watchedSchema).parse(watched.all()),
    /** Puts it on the list, or gives it another name. */
    watch: (account: Watched) => {
      putWatched.run(account)
    },
    unwatch: (family: WalletFamily, address: string) => dropWatched.run(family, address).changes > 0,
    networks: (): readonly WalletNetwork[] => z.array(walletNetworkSchema).parse(networks.all()),
    network: (family: WalletFamily, chain: string): WalletNetwork | null => {
      const row = oneNetwork.get(family, chain)
      return row === undefined ? null : walletNetworkSchema.parse(row)
    },
    setNetwork: (network: WalletNetwork) => {
      putNetwork.run(network)
    },
    removeNetwork: (family: WalletFamily, chain: string) => dropNetwork.run(family, chain).changes > 0,
    token: (family: WalletFamily, chain: string, address: string): TokenFacts | null => {
      const row = token.get(family, chain, address)
      return row === undefined ? null : tokenSchema.parse(row)
    },
    setToken: (at: Pick<WalletNetwork, 'family' | 'chain'>, address: string, facts: TokenFacts) => {
      putToken.run(at.family, at.chain, address, facts.symbol, facts.decimals)
    },
  }
}
