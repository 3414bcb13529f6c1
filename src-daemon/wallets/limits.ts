import type { WalletFamily } from '../contract/identity.ts'
import type { WalletLimitOf, WalletNetwork } from '../contract/wallets.ts'
import { SatchelError } from '../platform/errors.ts'
import { fromUnits } from './core/units.ts'
import type { ChainFamily, ChainNetworks, TokenFacts } from './core/family.ts'
import type { Ledger } from './kept/ledger.ts'
import type { Amounts } from './kept/amounts.ts'
import type { Places } from './kept/places.ts'
import type { WalletsService } from './types.ts'

interface LimitsDeps {
  readonly ledger: Ledger
  readonly places: Places
  readonly amounts: Amounts
  readonly familyOf: (family: WalletFamily) => Promise<ChainFamily>
  readonly networksOf: (family: WalletFamily) => Promise<ChainNetworks>
  readonly changed: () => void
}

/** What may be spent, what was, and in which tokens. */
export const createLimits = ({ ledger, places, amounts, familyOf, networksOf, changed }: LimitsDeps) => {
  /** Errors: `wallet_network_missing`. */
  const network = (family: WalletFamily, chain: string): WalletNetwork => {
    const found = places.network(family, chain)
    if (found === null) throw new SatchelError('wallet_network_missing', { params: { chain } })
    return found
  }

  /** Asks the contract once. Errors: those of `ChainNetworks.tokenFacts`. */
  const tokenFacts = async (at: WalletNetwork, token: string): Promise<TokenFacts> => {
    const before = places.token(at.family, at.chain, token)
    if (before !== null) return before
    const facts = await (await networksOf(at.family)).tokenFacts(at, token)
    places.setToken(at, token, facts)
    return facts
  }

  const tokenOf = async ({ family, token }: WalletLimitOf): Promise<string> => {
    if (token === null) return ''
    const canonical = (await familyOf(family)).readAddress(token)
    if (canonical === null) throw new SatchelError('wallet_address_invalid', { params: { address: token } })
    return canonical.toLowerCase()
  }

  return {
    network,
    tokenFacts,
    limits: () =>
      ledger.limits().map((limit) => ({
        ...{ family: limit.family, chain: limit.chain, amount: String(limit.amount) },
        token: limit.token === '' ? null : limit.token,
        peer: limit.peer === '' ? null : limit.peer,
        spent: String(ledger.spent(limit)),
        ...amounts.facts(limit.family, limit.chain, limit.token),
      })),
    setLimit: async (input) => {
      const { family, chain, peer, amount: text } = input
      const at = network(family, chain)
      const token = await tokenOf(input)
      const { decimals } = token === '' ? amounts.facts(family, chain, '') : await tokenFacts(at, token)
      const amount = fromUnits(text, decimals)
      if (amount === null)
        throw new SatchelError('wallet_amount_invalid', { params: { amount: text, decimals } })
      ledger.setLimit({ family, chain, token, peer: peer ?? '', amount })
      changed()
    },
    removeLimit: ({ family, chain, token, peer }) => {
      const key = { family, chain, token: token?.toLowerCase() ?? '', peer: peer ?? '' }
      if (!ledger.removeLimit(key)) throw new SatchelError('wallet_limit_missing')
      changed()
    },
    uses: (limit) =>
      ledger.list(limit).map(({ request, result: _r, content: _c, slot: _s, at, ...use }) => ({
        ...use,
        at: new Date(at).toISOString(),
        takes: ledger.spentBy(request).map(({ token, amount }) => ({
          token: token === '' ? null : token,
          amount,
          ...amounts.facts(use.family, use.chain ?? '', token),
        })),
      })),
  } satisfies Pick<WalletsService, 'limits' | 'setLimit' | 'removeLimit' | 'uses'> & Record<string, unknown>
}
