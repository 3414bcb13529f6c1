import type { AuthorizationInfo } from '../../contract/authorizations.ts'

/** One verified authorization, as those who act with it hold it. */
export interface Authorization {
  readonly id: string
  readonly target: string
  readonly actions: readonly string[]
  readonly expiresAt: string
}

/** Authorization capabilities of the ZCAP-LD data model (identity.md 5). */
export interface Authorizations {
  /**
   * Issues the authorization of an install: the owner's key delegates `actions` on the scope to a key of the install's own; an earlier one
   * of the same capability is revoked. Errors: those of `IdentityService.sign`.
   */
  issue(input: { capUri: string; scope: string; actions: readonly string[] }): Promise<Authorization>
  /** The authorization in force of an installed capability; null when there is none. As recorded: it counts once `ensure` has verified it. */
  current(capUri: string): Authorization | null
  /**
   * The authorization in force of an installed capability, verified. Issued where there never was one, where it has ended, and where the
   * owner's key is another by now, because the consent of the install stands; one that was taken back is not.
   * Errors: `authorization_revoked`, `authorization_invalid` when the stored one was changed, and those of `issue`.
   */
  ensure(input: { capUri: string; scope: string; actions: readonly string[] }): Promise<Authorization>
  /**
   * Narrows an authorization for one turn (or for another party, with `controller`): fewer or the same actions, not longer than its parent.
   * The first narrowing after a restart issues the install's authorization anew, which is then the parent.
   * Errors: `authorization_unknown`, `authorization_widened`, `authorization_too_deep`, `authorization_expired`, `authorization_revoked`,
   * `authorization_not_holder` when its key is not here, `keystore_locked`.
   */
  attenuate(input: {
    parent: string
    actions: readonly string[]
    expiresInSeconds: number
    controller?: string | undefined
  }): Promise<Authorization>
  /** The signed documents from the first delegation to this one, to show to another party. Errors: `authorization_unknown`. */
  chain(id: string): readonly Readonly<Record<string, unknown>>[]
  /** Verifies a chain another party shows, for an action on a target. Errors: `authorization_*`. */
  verifyChain(input: {
    chain: readonly unknown[]
    action: string
    target: string
  }): Promise<{ controller: string; expiresAt: string }>
  /**
   * Checks, in microseconds once verified, that `id` allows `action` on `scope` now. Errors: `authorization_missing_action` (names the action and the
   * scope), `authorization_wrong_target`, `authorization_expired`, `authorization_revoked`, `authorization_unknown`,
   * `authorization_not_verified` for a stored one that nothing has verified since the start.
   */
  check(input: { id: string; action: string; capUri: string; scope: string }): void
  /**
   * Takes back an authorization and everything narrowed from it, at once. Any id an install ever had takes back the one it has now.
   * Errors: `authorization_unknown`.
   */
  revoke(id: string): void
  /** A stored one. Errors: `authorization_unknown`. */
  get(id: string): AuthorizationInfo
  /** Newest first; those of turns are left out, and those of an install that a newer one replaced. */
  list(): readonly AuthorizationInfo[]
  /** Told when what `list` shows has changed. */
  onChange(listener: () => void): () => void
}
