import type { WalletFamily } from '../../contract/identity.ts'
import type { TokenFacts } from '../core/family.ts'
import { inUnits } from '../core/units.ts'
import type { Places } from './places.ts'

/** Ether and its like, NEAR, and SOL; each family has one number of places for all its coins. */
const COIN_DECIMALS: Readonly<Record<WalletFamily, number>> = { evm: 18, near: 24, solana: 9 }

export type Amounts = ReturnType<typeof createAmounts>

/** What is known of tokens without asking their networks. `token` is '' for a network's own coin. */
export const createAmounts = (places: Pick<Places, 'network' | 'token'>) => {
  /** The coin of a network that was removed has no name; of a token that wasn't asked for, nothing is known. */
  const facts = (family: WalletFamily, chain: string, token: string): TokenFacts => {
    if (token === '')
      return { symbol: places.network(family, chain)?.coin ?? chain, decimals: COIN_DECIMALS[family] }
    return places.token(family, chain, token) ?? { symbol: token, decimals: 0 }
  }
  return {
    facts,
    text: (at: { family: WalletFamily; chain: string; token: string }, amount: bigint): string => {
      const { symbol, decimals } = facts(at.family, at.chain, at.token)
      return `${inUnits(amount, decimals)} ${symbol}`
    },
  }
}
