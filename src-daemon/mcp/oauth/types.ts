import type { Revocation, SignInInput, SignInStart } from '../../contract/server-sign-in.ts'

/** The server a sign-in is for. */
export interface SignInTarget {
  readonly uri: string
  readonly url: string
  /** Whether the owner typed the address: only then may it be on this machine. */
  readonly own: boolean
}

/** Signing in to connected servers. `View` is the type of a server's view. */
export interface SignInsService<View> {
  /**
   * Starts a sign-in and replaces a pending one: the person opens the address it returns. Errors:
   * `server_unknown`, `server_signin_*`, `server_address_refused`, those of the network guard and of the key
   * store.
   */
  signIn(input: SignInInput & { uri: string }): Promise<SignInStart>
  /** Waits until the pending sign-in has ended and the server's tools were listed. Errors: why it failed. */
  finishSignIn(uri: string): Promise<View>
  /** Cancels the pending sign-in. */
  cancelSignIn(uri: string): View
  /** Revokes the tokens at their authorization server if possible, and deletes them here. */
  signOut(uri: string): Promise<{ revoked: Revocation; server: View }>
}
