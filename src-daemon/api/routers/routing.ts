import { z } from 'zod'
import { routeChoiceSchema, routeWhySchema } from '../../contract/chat.ts'
import { routeCorrectionSchema } from '../../contract/router.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Base64 length of 1 MiB, the largest package. */
const MAX_PACKAGE = Math.ceil((1024 * 1024) / 3) * 4

/** Which capability a message is for, and why. */
export const routingRouter = router({
  /** Everything a message can be addressed to by name. */
  choices: byOwner.output(z.array(routeChoiceSchema)).query(({ ctx }) => [...ctx.daemon.routing.choices()]),

  /** How a text would be routed now, with no current capability or with a given one. Nothing is recorded. */
  explain: byOwner
    .input(z.object({ text: z.string().max(100_000), activeCapability: z.string().nullable().default(null) }))
    .output(routeWhySchema)
    .query(({ ctx, input }) => ctx.daemon.routing.ofText(input)),

  /** How texts would be routed if a package file, signed or not, were installed. Errors: `package_rejected`. */
  trial: byOwner
    .input(
      z.object({
        fileName: z.string().max(1000),
        bytesBase64: z.base64().max(MAX_PACKAGE + 4),
        texts: z.array(z.string().max(2000)).max(100),
      }),
    )
    .output(z.array(routeWhySchema))
    .query(async ({ ctx, input: { fileName, bytesBase64, texts } }) => {
      const draft = ctx.daemon.drafts.read({ fileName, bytes: Buffer.from(bytesBase64, 'base64') })
      return [...(await ctx.daemon.routing.ofDraft(draft, texts))]
    }),

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
