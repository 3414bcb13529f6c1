import type { AuthorizationInfo } from '../../contract/authorizations.ts'

/** One verified authorization, as held by callers that act with it. */
export interface Authorization {
  readonly id: string
  readonly target: string
  readonly actions: readonly string[]
  readonly expiresAt: string
}

/**
 * What a party may do now with state that isn't its own: the ids of the authorization that allows it, from the owner's
 * delegation down, or null. To be asked at each call: ends and revocations take effect at once.
 */
export type DelegatedRights = (right: {
  action: string
  capUri: string
  scope: string
}) => readonly string[] | null

/** Authorization capabilities of the ZCAP-LD data model (identity.md 5). */
export interface Authorizations {
  /**
   * Issues the authorization of an install: the owner's key delegates `actions` on the scope to a key of the install's own; an earlier one
   * of the same capability is revoked. Errors: those of `IdentityService.sign`.
   */
  issue(input: { capUri: string; scope: string; actions: readonly string[] }): Promise<Authorization>
  /**
   * The current authorization of an installed capability; null if there is none. As recorded: it is valid once
   * `ensure` has verified it.
   */
  current(capUri: string): Authorization | null
  /**
   * The current authorization of an installed capability, verified. Issues one if there never was one, it has expired,
   * or the owner has a new key, because the consent to the install still holds; a revoked one is not reissued. Errors:
   * `authorization_revoked`, `authorization_invalid` when the stored one was changed, and those of `issue`.
   */
  ensure(input: { capUri: string; scope: string; actions: readonly string[] }): Promise<Authorization>
  /**
   * Narrows an authorization for one turn (or for another party, with `controller`): the same or fewer actions, no
   * longer than its parent. The first narrowing after a restart reissues the install's authorization, which then is the
   * parent. Errors: `authorization_unknown`, `authorization_widened`, `authorization_too_deep`,
   * `authorization_expired`, `authorization_revoked`, `authorization_not_holder` when its key is not here,
   * `keystore_locked`.
   */
  attenuate(input: {
    parent: string
    actions: readonly string[]
    expiresInSeconds: number
    controller?: string | undefined
  }): Promise<Authorization>
  /**
   * Gives another party actions on a scope, signed with the owner's key (asm.md 8). `controller`: the DID of an agent, or of an
   * installed capability, for which this daemon acts. Errors: those of `issue`.
   */
  give(input: {
    capUri: string
    scope: string
    actions: readonly string[]
    controller: string
    expiresInSeconds: number
  }): Promise<Authorization>
  /** The authorizations given to an installed capability. */
  heldBy(controller: string): Promise<DelegatedRights>
  /**
   * What a chain presented by another party allows. Errors: `authorization_*`, `authorization_not_holder` if it
   * was given to someone else.
   */
  presented(input: { chain: readonly unknown[]; holder: string }): Promise<DelegatedRights>
  /**
   * The signed documents from the first delegation to this one, to present to another party. Errors:
   * `authorization_unknown`.
   */
  chain(id: string): readonly Readonly<Record<string, unknown>>[]
  /** Verifies the chain that another party presents, for an action on a target. Errors: `authorization_*`. */
  verifyChain(input: {
    chain: readonly unknown[]
    action: string
    target: string
  }): Promise<{ controller: string; expiresAt: string }>
  /**
   * Checks, within microseconds once verified, that `id` allows `action` on `scope` now. Errors:
   * `authorization_missing_action` (names the action and the scope), `authorization_wrong_target`,
   * `authorization_expired`, `authorization_revoked`, `authorization_unknown`, `authorization_not_verified` for a
   * stored one not yet verified since the start.
   */
  check(input: { id: string; action: string; capUri: string; scope: string }): void
  /**
   * Revokes an authorization and everything narrowed from it, at once. Any id an install ever had revokes its present
   * one. Errors: `authorization_unknown`.
   */
  revoke(id: string): void
  /** Revokes what was given to others with a former key of the owner. */
  revokeFormer(): void
  /** A stored one. Errors: `authorization_unknown`. */
  get(id: string): AuthorizationInfo
  /** Newest first, without those of turns and those of an install that a newer one replaced. */
  list(): readonly AuthorizationInfo[]
  /** Called when the result of `list` has changed. */
  onChange(listener: () => void): () => void
}
