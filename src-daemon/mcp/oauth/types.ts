import type { Revocation, SignInInput, SignInStart } from '../../contract/server-sign-in.ts'

/** The server a sign-in is for. */
export interface SignInTarget {
  readonly uri: string
  readonly url: string
  /** Whether the owner typed the address: only then may it be one of this machine. */
  readonly own: boolean
}

/** Signing in to connected servers. `View` is a server as it is shown. */
export interface SignInsService<View> {
  /**
   * Begins a sign-in, in place of one that waits: the person goes to the address it returns. Errors: `server_unknown`,
   * `server_signin_*`, `server_address_refused`, those of the network guard and of the key store.
   */
  signIn(input: SignInInput & { uri: string }): Promise<SignInStart>
  /** Until the sign-in that waits has ended, and the server was asked for its tools. Errors: why it came to nothing. */
  finishSignIn(uri: string): Promise<View>
  /** Gives up a sign-in that waits. */
  cancelSignIn(uri: string): View
  /** Ends the tokens at their authorization server, where that can be told, and forgets them here. */
  signOut(uri: string): Promise<{ revoked: Revocation; server: View }>
}
