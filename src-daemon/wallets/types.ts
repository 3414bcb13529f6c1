import type { WalletFamily } from '../contract/identity.ts'
import type {
  WalletAccount,
  WalletLimit,
  WalletLimitOf,
  WalletNetwork,
  WalletPlan,
  WalletUse,
} from '../contract/wallets.ts'
import type { TokenFacts, TransactionOutcome, WalletRequest, WalletResult } from './core/family.ts'

/** The types of wallets, for those who import no code of it. */
export type { WalletRequest, WalletResult } from './core/family.ts'

/** A request to a wallet, and who asks it. */
export interface AskedOfWallet {
  /** The same for all attempts to answer this request, and for no other. */
  readonly key: string
  /** The agent that asks: a DID. */
  readonly peer: string
  readonly request: WalletRequest
}

/** Accounts on chains: their keys are in `identity/`, and sign what a person saw and agreed to. */
export interface WalletsService {
  /** The owner's accounts, the oldest first; then the watched ones. */
  accounts(): Promise<readonly WalletAccount[]>
  /** Errors: those of `WalletKeys.createWalletKey`. */
  create(input: { family: WalletFamily; label: string }): Promise<WalletAccount>
  /** Errors: those of `WalletKeys.importWalletKey`. */
  importKey(input: { family: WalletFamily; label: string; text: string }): Promise<WalletAccount>
  /** Puts an account on the list whose key isn't here. Errors: `wallet_address_invalid`, `wallet_account_own`, `label_invalid`. */
  watch(input: { family: WalletFamily; label: string; address: string }): Promise<WalletAccount>
  /** Errors: `wallet_account_unknown`, `label_invalid`. */
  rename(input: { family: WalletFamily; label: string; address: string }): Promise<void>
  /** Takes an account off the list. A key stays where it is, and in backups: it is imported again. Errors: `wallet_account_unknown`. */
  remove(input: { family: WalletFamily; address: string }): Promise<void>

  networks(): readonly WalletNetwork[]
  /** Once its node answered for the chain. Errors: `chain_wrong`, `chain_unreachable`, `chain_failed`. */
  setNetwork(network: WalletNetwork): Promise<void>
  /** Errors: `wallet_network_missing`. */
  removeNetwork(input: { family: WalletFamily; chain: string }): void

  limits(): readonly WalletLimit[]
  /** `amount`: `0.5`. Errors: `wallet_network_missing`, `wallet_token_unknown`, `wallet_amount_invalid`, `chain_unreachable`. */
  setLimit(input: WalletLimitOf & { readonly amount: string }): Promise<void>
  /** Errors: `wallet_limit_missing`. */
  removeLimit(input: WalletLimitOf): void
  /** What was signed, the newest first. */
  uses(limit: number): readonly WalletUse[]

  /**
   * What will be signed, sent or told if an account answers a request. Nothing is signed. Errors: `wallet_*`, `chain_*`.
   */
  prepare(asked: AskedOfWallet & { readonly account: string }): Promise<WalletPlan>
  /**
   * Does what a plan says, once, and nothing else: a request that was carried out before is answered with what was signed then. Errors:
   * `wallet_plan_gone`, `wallet_plan_changed` for another request than the one that was shown, `wallet_limit`, those of the key store and the
   * network.
   */
  carryOut(asked: AskedOfWallet & { readonly plan: string }): Promise<WalletResult>
  /** Finishes what was signed for a request before, by its key: sends it, if it has to be. Null if nothing was. Errors: `chain_*`. */
  resume(key: string): Promise<WalletResult | null>
  /** Whether something was signed for a request, by its key, that may still have an effect. */
  hasSigned(key: string): boolean
  /** Errors: `wallet_network_missing`, `wallet_token_unknown`, `chain_*`. */
  tokenFacts(input: { family: WalletFamily; chain: string; token: string }): Promise<TokenFacts>
  /** What a transaction came to. Errors: `wallet_network_missing`, `chain_*`. */
  outcomeOf(input: { family: WalletFamily; chain: string; hash: string }): Promise<TransactionOutcome>
  onChange(listener: () => void): () => void
}
