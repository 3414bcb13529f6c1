import { z } from 'zod'
import { revocationSchema, signInInputSchema, signInStartSchema } from '../../contract/server-sign-in.ts'
import { serverUriSchema, serverViewSchema } from '../../contract/servers.ts'
import { byOwner } from '../core/trpc.ts'

const uriInput = z.object({ uri: serverUriSchema })

/** Signing in to connected servers. The window or the user at the terminal opens the owner's browser. */
export const serverSignInProcedures = {
  /** Starts a sign-in and returns the URL to open; a client's secret is stored once the sign-in has ended. */
  signIn: byOwner
    .input(signInInputSchema.extend({ uri: serverUriSchema }))
    .output(signInStartSchema)
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.signIn(input)),

  /** Waits for the started sign-in. Unsubscribing only stops waiting; `cancelSignIn` ends the sign-in. */
  finishSignIn: byOwner
    .input(uriInput)
    .output(serverViewSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.finishSignIn(input.uri)),

  cancelSignIn: byOwner
    .input(uriInput)
    .output(serverViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.cancelSignIn(input.uri)),

  signOut: byOwner
    .input(uriInput)
    .output(z.object({ revoked: revocationSchema, server: serverViewSchema }))
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.signOut(input.uri)),
}
