import { z } from 'zod'
import { revocationSchema, signInInputSchema, signInStartSchema } from '../../contract/server-sign-in.ts'
import { serviceUriSchema, serviceViewSchema } from '../../contract/servers.ts'
import { byOwner } from '../core/trpc.ts'

const uriInput = z.object({ uri: serviceUriSchema })

/** Signing in to connected services. The browser is the owner's: what opens it is the window or the person at the terminal. */
export const serviceSignInProcedures = {
  /** Begins a sign-in and says where to go; a client's secret is sealed once the sign-in has come to its end. */
  signIn: byOwner
    .input(signInInputSchema.extend({ uri: serviceUriSchema }))
    .output(signInStartSchema)
    .mutation(({ ctx, input }) => ctx.services.connectedServices.signIn(input)),

  /** Waits for the sign-in that was begun. Whoever does not want to wait any more only stops waiting: see `cancelSignIn`. */
  finishSignIn: byOwner
    .input(uriInput)
    .output(serviceViewSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.services.connectedServices.finishSignIn(input.uri)),

  cancelSignIn: byOwner
    .input(uriInput)
    .output(serviceViewSchema)
    .mutation(({ ctx, input }) => ctx.services.connectedServices.cancelSignIn(input.uri)),

  signOut: byOwner
    .input(uriInput)
    .output(z.object({ revoked: revocationSchema, service: serviceViewSchema }))
    .mutation(({ ctx, input }) => ctx.services.connectedServices.signOut(input.uri)),
}
