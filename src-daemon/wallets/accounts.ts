import type { WalletFamily } from '../contract/identity.ts'
import type { WalletAccount } from '../contract/wallets.ts'
import type { IdentityService } from '../identity/types.ts'
import { SatchelError } from '../platform/errors.ts'
import type { ChainFamily } from './core/family.ts'
import type { Places } from './kept/places.ts'
import type { WalletsService } from './types.ts'

/** An account with its key; null: it is only watched. */
export interface Account extends WalletAccount {
  readonly keyId: string | null
}

interface AccountsDeps {
  readonly identity: Pick<
    IdentityService,
    'walletKeys' | 'createWalletKey' | 'importWalletKey' | 'label' | 'retire'
  >
  readonly places: Places
  readonly familyOf: (family: WalletFamily) => Promise<ChainFamily>
  readonly now: () => Date
  readonly changed: () => void
}

const MAX_LABEL = 64

/** The owner's accounts, by their keys, and watched ones. */
export const createAccounts = (deps: AccountsDeps) => {
  const { identity, places, familyOf, now, changed } = deps

  const all = async (): Promise<readonly Account[]> => {
    const own = await Promise.all(
      identity
        .walletKeys()
        .map(async ({ family, publicKey, keyId, label, origin, createdAt, backedUpAt }) => ({
          ...{ family, address: (await familyOf(family)).addressOf(publicKey), label, origin },
          ...{ createdAt, backedUpAt, keyId },
        })),
    )
    const known = new Set(own.map(({ address }) => address))
    // A watched account whose key came later is an account of one's own.
    const watched = places.watched().filter(({ address }) => !known.has(address))
    return [
      ...own,
      ...watched.map(({ family, address, label, at }) => ({
        ...{ family, address, label, origin: 'watched' as const, keyId: null },
        ...{ createdAt: new Date(at).toISOString(), backedUpAt: null },
      })),
    ]
  }

  /** Errors: `wallet_account_unknown`. */
  const find = async (family: WalletFamily, address: string): Promise<Account> => {
    const canonical = (await familyOf(family)).readAddress(address)
    const key = keyOf({ family, address: canonical ?? '' })
    const found = (await all()).find((one) => keyOf(one) === key)
    if (found === undefined)
      throw new SatchelError('wallet_account_unknown', { params: { address }, details: { address } })
    return found
  }

  const made = async (keyId: string): Promise<WalletAccount> => {
    const found = (await all()).find((one) => one.keyId === keyId)
    if (found === undefined) throw new Error('the account is gone')
    changed()
    return shown(found)
  }

  return {
    all,
    find,
    accounts: async () => (await all()).map(shown),
    create: async (input) => made((await identity.createWalletKey(input)).keyId),
    importKey: async (input) => made((await identity.importWalletKey(input)).keyId),
    watch: async ({ family, label, address }) => {
      const canonical = (await familyOf(family)).readAddress(address)
      if (canonical === null) throw new SatchelError('wallet_address_invalid', { params: { address } })
      if ((await all()).some((one) => one.address === canonical && one.keyId !== null))
        throw new SatchelError('wallet_account_own', { params: { address: canonical } })
      places.watch({ family, address: canonical, label: checkedLabel(label), at: now().getTime() })
      changed()
      return shown(await find(family, canonical))
    },
    rename: async ({ family, address, label }) => {
      const found = await find(family, address)
      if (found.keyId !== null) identity.label({ keyId: found.keyId, label })
      else places.watch({ family, address: found.address, label: checkedLabel(label), at: now().getTime() })
      changed()
    },
    remove: async ({ family, address }) => {
      const found = await find(family, address)
      if (found.keyId !== null) identity.retire({ keyId: found.keyId })
      places.unwatch(family, found.address)
      changed()
    },
  } satisfies Pick<WalletsService, 'accounts' | 'create' | 'importKey' | 'watch' | 'rename' | 'remove'> &
    Record<string, unknown>
}

/** Families write addresses in ways of their own, and may share them. */
const keyOf = ({ family, address }: Pick<Account, 'family' | 'address'>): string => `${family} ${address}`

/** An account without the key's id. */
export const shown = ({ keyId: _, ...account }: Account): WalletAccount => account

/** Errors: `label_invalid`. */
const checkedLabel = (label: string): string => {
  const name = label.trim().normalize('NFC')
  if (name === '' || name.length > MAX_LABEL || /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name))
    throw new SatchelError('label_invalid', { params: { maximum: MAX_LABEL } })
  return name
}
