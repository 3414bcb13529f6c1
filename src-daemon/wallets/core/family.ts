import type { WalletFamily } from '../../contract/identity.ts'
import type { Language } from '../../contract/language.ts'
import type { WalletNetwork, WalletPlan } from '../../contract/wallets.ts'
import type {
  EvmSigningRequest,
  EvmTransactionRequest,
  NearSigningRequest,
  SolanaSigningRequest,
} from '../../contract/aitp-wallets.ts'
import type { WalletPayload } from '../../identity/types.ts'

/** What an agent asks of a wallet. Each family of chains has requests of its own. */
export type WalletRequest =
  | { readonly family: 'evm'; readonly kind: 'address'; readonly chain: string }
  | { readonly family: 'evm'; readonly kind: 'message'; readonly body: EvmSigningRequest }
  | { readonly family: 'evm'; readonly kind: 'transaction'; readonly body: EvmTransactionRequest }
  | { readonly family: 'near'; readonly kind: 'address'; readonly chain: null }
  | { readonly family: 'near'; readonly kind: 'message'; readonly body: NearSigningRequest }
  | { readonly family: 'solana'; readonly kind: 'address'; readonly chain: string }
  | { readonly family: 'solana'; readonly kind: 'message'; readonly body: SolanaSigningRequest }
/** A request that leads to a signature, of one family or of any. */
export type ToSign<F extends WalletFamily = WalletFamily> = Exclude<
  Extract<WalletRequest, { readonly family: F }>,
  { readonly kind: 'address' }
>

/** What is answered. */
export type WalletResult =
  | { readonly kind: 'address'; readonly addresses: readonly string[] }
  | SignedMessage
  | { readonly kind: 'transaction'; readonly hash: string }

/** A signed message, as its family answers with it. `signedMessage`: the bytes that were signed, as base64. */
export type SignedMessage = {
  readonly kind: 'message'
  readonly address: string
  readonly signature: string
} & (
  | { readonly family: 'evm' }
  | { readonly family: 'near'; readonly publicKey: string }
  | { readonly family: 'solana'; readonly signedMessage: string }
)

/** What a token calls itself, and its decimal places. */
export interface TokenFacts {
  readonly symbol: string
  readonly decimals: number
}

/** How much of a token (null: of the network's own coin) may leave an account; `all`: whatever there is. */
export interface Take {
  readonly token: string | null
  readonly amount: bigint | 'all'
}

/** A request made ready: what is signed, and how it is said. */
export interface Draft {
  readonly payload: WalletPayload
  /** SHA-256 of what is signed, as hex. */
  readonly content: string
  readonly rows: WalletPlan['rows']
  readonly notes: WalletPlan['notes']
  readonly chain: string | null
  readonly payee: string | null
  /** The place of a transaction among those of its account, which one alone can take (a nonce). */
  readonly slot: string | null
  readonly takes: readonly Take[]
  /** A contract that is called in a way that can't be read: a limit on its token could not be kept. */
  readonly unread: string | null
  /** The result of the signature, and of a transaction the hash by which its network knows it. */
  readonly signed: (signature: Uint8Array) => { readonly result: string; readonly hash: string | null }
}

/** What a draft is made with. */
export interface DraftDeps {
  readonly account: string
  /** Who asks: a DID. */
  readonly peer: string
  /** The networks that were set up, and what their tokens are. */
  readonly network: (chain: string) => WalletNetwork | null
  readonly token: (network: WalletNetwork, token: string) => Promise<TokenFacts>
  /** Addresses that were paid before, and the owner's own. */
  readonly known: ReadonlySet<string>
  readonly language: Language
}

/** What differs between families of chains. */
export interface ChainFamily {
  readonly family: WalletFamily
  /** An address as it is written here; null if a text is none, or mistyped. */
  readonly readAddress: (text: string) => string | null
  readonly addressOf: (publicKey: Uint8Array) => string
  /** Errors: `wallet_*`, `chain_*`. */
  readonly draft: (request: ToSign, deps: DraftDeps) => Promise<Draft>
  /** The answer that a message of an account comes to. `result`: as `Draft.signed` said. */
  readonly answer: (account: string, result: string) => SignedMessage
  /** Null: messages are signed, and no transactions are made. */
  readonly networks: ChainNetworks | null
}

/** Networks of a family, which are asked and sent transactions. */
export interface ChainNetworks {
  /** Makes sure that the node belongs to the network. Errors: `chain_unreachable`, `chain_wrong`, `chain_failed`. */
  readonly check: (network: WalletNetwork) => Promise<void>
  /** Errors: `chain_unreachable`, `chain_failed`, `wallet_token_unknown`. */
  readonly tokenFacts: (network: WalletNetwork, token: string) => Promise<TokenFacts>
  /** Sends a signed transaction; one that the network has already is fine. Errors: `chain_*`. */
  readonly send: (network: WalletNetwork, result: string) => Promise<void>
  /** `open`: it may still come. `dropped`: another transaction of the account took its place for good. Errors: `chain_*`. */
  readonly fateOf: (network: WalletNetwork, result: string) => Promise<'there' | 'open' | 'dropped'>
  /** What a transaction came to. Errors: `chain_*`. */
  readonly outcomeOf: (network: WalletNetwork, hash: string) => Promise<TransactionOutcome>
}

/** `open`: it isn't in the chain, or nobody knows. `failed`: it is, and did nothing but cost its fee. */
export type TransactionOutcome = 'done' | 'failed' | 'open'
