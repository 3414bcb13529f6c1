import { z } from 'zod'
import { revocationSchema, signInInputSchema, signInStartSchema } from '../../contract/server-sign-in.ts'
import { serverUriSchema, serverViewSchema } from '../../contract/servers.ts'
import { byOwner } from '../core/trpc.ts'

const uriInput = z.object({ uri: serverUriSchema })

/** Signing in to connected servers. The browser is the owner's: what opens it is the window or the person at the terminal. */
export const serverSignInProcedures = {
  /** Begins a sign-in and says where to go; a client's secret is sealed once the sign-in has come to its end. */
  signIn: byOwner
    .input(signInInputSchema.extend({ uri: serverUriSchema }))
    .output(signInStartSchema)
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.signIn(input)),

  /** Waits for the sign-in that was begun. Whoever does not want to wait any more only stops waiting: see `cancelSignIn`. */
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
