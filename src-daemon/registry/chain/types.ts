import type {
  ChainAccountView,
  ChainChange,
  ChainCost,
  ChainReceipt,
  ChainShown,
} from '../../contract/registry-chain.ts'
import type { ChainRegistry } from '../../contract/settings.ts'
import type { Anchor, AnchorCheck, AnchorPlan, ProofVerdict } from '../../contract/state-proofs.ts'
import type { Chain } from './chain.ts'

/** Where an event is on the chain. `tx` and `blockHash` are `0x…`. */
interface EventOrigin {
  readonly block: number
  readonly logIndex: number
  readonly blockHash: string
  readonly tx: string
}

/** The contract's events, one shape each. `capUri` is without version, hashes are hex without prefix. */
export type RegistryEvent = EventOrigin &
  (
    | {
        readonly kind: 'published'
        readonly capUri: string
        readonly semver: string
        readonly cid: string
        readonly sha256: string
        readonly publisher: string
        readonly authorDid: string
      }
    | { readonly kind: 'yanked'; readonly capUri: string; readonly semver: string; readonly reason: string }
    | {
        readonly kind: 'offered'
        readonly capUri: string
        readonly owner: string
        readonly offeredTo: string | null
      }
    | {
        readonly kind: 'transferred'
        readonly capUri: string
        readonly from: string
        readonly to: string
        readonly authorDid: string
      }
    | { readonly kind: 'voted'; readonly capUri: string; readonly voter: string; readonly vote: number }
    | { readonly kind: 'anchored'; readonly by: string; readonly root: string }
  )

export type RegistryEventKind = RegistryEvent['kind']

/** The account that pays: its address, and what signs for it. The secret stays where it is. */
export interface ChainSigner {
  readonly address: string
  /** Signs the hash of a transaction (EIP-1559): 65 bytes, r||s and the parity of y. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>
}

/** Anchors of state on the chains of registries. */
export interface ChainAnchors {
  /**
   * An anchor of the scope as it is now, created if there is none, and the cost of putting it on the chain; null if it is
   * there. Errors: `scope_unknown`, `anchor_log_broken`, those of `RegistriesService.estimate`.
   */
  plan(input: { owner: string; scope: string; registry?: string | undefined }): Promise<AnchorPlan>
  /** Puts an anchor on the chain, and waits until it is settled. Errors: `anchor_unknown`, those of `RegistriesService.change`. */
  send(input: { number: number; registry?: string | undefined }): Promise<Anchor>
  /** Verifies the log of anchors, and asks the chains for those recorded as being there. Errors: `anchor_log_broken`. */
  verify(): Promise<readonly AnchorCheck[]>
  /**
   * Whether the transaction that a proof names anchored it; only for a registry among the settings. Errors:
   * `registry_missing`, those of `Chain.check`.
   */
  verifyProof(proof: unknown): Promise<ProofVerdict['steps'][number]>
}

/** The registries on chains that the owner set, and the actions of the owner's account on them. */
export interface RegistriesService {
  /**
   * Adds a registry, once it has answered as one, or replaces the one of that name. Errors: those of
   * `Chain.check`, `invalid_request`.
   */
  add(registry: ChainRegistry): Promise<void>
  /** Errors: `registry_missing`. */
  remove(name: string): void
  account(): Promise<ChainAccountView>
  /** Creates the account if there is none. Errors: those of `IdentityService.create`. */
  createAccount(): Promise<ChainAccountView>
  /**
   * A name as a registry's contract has it; `registry` may be left out if there is only one. `name` is a
   * capability URI without version, or the name in it. Errors: `registry_missing`, `registry_name_unknown`,
   * those of `Chain.check`.
   */
  show(input: { registry?: string | undefined; name: string }): Promise<ChainShown>
  /** What a change would cost. Errors: `registry_missing`, `chain_account_missing`, and what the contract refuses (`registry_*`, `chain_*`). */
  estimate(input: { registry?: string | undefined; change: ChainChange }): Promise<ChainCost>
  /** Makes a change, and waits until it is settled. Errors: those of `estimate`, `chain_funds`, `chain_not_confirmed`, `keystore_*`. */
  change(input: { registry?: string | undefined; change: ChainChange }): Promise<ChainReceipt>
  /** For the rooms that publish and follow: a registry, ready for calls. Errors: `registry_missing`. */
  open(registry?: string): Promise<Chain>
  /** For the room that publishes: the signer of the owner's account. Errors: `chain_account_missing`. */
  signer(requester: string): Promise<ChainSigner>
}
