import { z } from 'zod'
import { appPlaceSchema, appResultSchema, appViewSchema } from '../../contract/apps.ts'
import { resourceReadingSchema } from '../../contract/server-offers.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Characters of what an interface says in a conversation. */
const MAX_SAID = 20_000
const MAX_ARGUMENTS = 256 * 1024

/** The interfaces that servers show in conversations, and what those ask for. */
export const appsRouter = router({
  open: byOwner
    .input(appPlaceSchema)
    .output(appViewSchema)
    .query(({ ctx, input }) => {
      const view = ctx.daemon.chat.apps.open(input)
      const isShown = view.state !== 'ready' || ctx.core.readOnly() === null
      return isShown ? view : { ...view, state: 'read_only' as const, html: null }
    }),

  /** A call that was refused or failed is a result, as MCP has it. */
  callTool: byOwner
    .input(
      appPlaceSchema.extend({
        tool: z.string().min(1).max(200),
        arguments: z
          .record(z.string(), z.unknown())
          .refine((given) => JSON.stringify(given).length <= MAX_ARGUMENTS),
      }),
    )
    .output(appResultSchema)
    .mutation(({ ctx, input }) => ctx.daemon.chat.apps.call(input)),

  readResource: byOwner
    .input(appPlaceSchema.extend({ resource: z.string().min(1).max(2000) }))
    .output(resourceReadingSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.chat.apps.readResource(input)),

  /** What the owner has let an interface say: its words, and not theirs. */
  message: byOwner
    .input(appPlaceSchema.extend({ text: z.string().trim().min(1).max(MAX_SAID) }))
    .output(z.object({ turnId: z.string() }))
    .mutation(({ ctx, input }) => ctx.daemon.chat.apps.message(input)),

  close: byOwner
    .input(appPlaceSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => {
      ctx.daemon.chat.apps.close(input)
    }),
})
