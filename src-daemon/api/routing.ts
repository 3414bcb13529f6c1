import { z } from 'zod'
import { routeWhySchema } from '../chat/types.ts'
import { byOwner, router } from './trpc.ts'

/** Which capability a message is for, and why. */
export const routingRouter = router({
  /** How a text would be routed now, with nothing in use or with a capability on top. Nothing is recorded. */
  explain: byOwner
    .input(z.object({ text: z.string().max(100_000), activeCapability: z.string().nullable().default(null) }))
    .output(routeWhySchema)
    .query(({ ctx, input }) => ctx.services.routing.ofText(input)),

  /** How a message was routed, as it was recorded then. */
  why: byOwner
    .input(z.object({ messageId: z.string() }))
    .output(routeWhySchema)
    .query(({ ctx, input }) => ctx.services.routing.ofMessage(input.messageId)),
})
