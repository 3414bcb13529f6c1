import { z } from 'zod'
import { routeChoiceSchema, routeWhySchema } from '../../contract/chat.ts'
import { routeCorrectionSchema } from '../../contract/router.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Which capability a message is for, and why. */
export const routingRouter = router({
  /** Everything a message can be addressed to by name. */
  choices: byOwner.output(z.array(routeChoiceSchema)).query(({ ctx }) => [...ctx.daemon.routing.choices()]),

  /** How a text would be routed now, with no current capability or with a given one. Nothing is recorded. */
  explain: byOwner
    .input(z.object({ text: z.string().max(100_000), activeCapability: z.string().nullable().default(null) }))
    .output(routeWhySchema)
    .query(({ ctx, input }) => ctx.daemon.routing.ofText(input)),

  /** How a message was routed, as recorded then. */
  why: byOwner
    .input(z.object({ messageId: z.string() }))
    .output(routeWhySchema)
    .query(({ ctx, input }) => ctx.daemon.routing.ofMessage(input.messageId)),

  /** The user's corrections, newest first. */
  corrections: byOwner
    .output(z.array(routeCorrectionSchema))
    .query(({ ctx }) => [...ctx.daemon.corrections.list()]),

  /**
   * Remembers that a message, or a text, is for `capability`; null = it needs none. Errors: `message_not_found`,
   * `message_not_routed`, `capability_not_installed`, `correction_empty`.
   */
  correct: byOwner
    .input(
      z.union([
        z.object({ messageId: z.string(), capability: z.string().nullable() }),
        z.object({ text: z.string().max(100_000), capability: z.string().nullable() }),
      ]),
    )
    .output(routeCorrectionSchema)
    .mutation(({ ctx, input }) => {
      const text = 'text' in input ? input.text : ctx.daemon.routing.ofMessage(input.messageId).text
      return ctx.daemon.corrections.add({ text, capability: input.capability })
    }),

  /** Errors: `correction_not_found`. */
  forgetCorrection: byOwner
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => ctx.daemon.corrections.remove(input.id)),
})
