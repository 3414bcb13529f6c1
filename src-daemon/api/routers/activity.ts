import { z } from 'zod'
import { activityFilterSchema, activityFormatSchema } from '../../contract/activity.ts'
import { activityRecordSchema } from '../../contract/capabilities.ts'
import { decidedBy } from './approvals.ts'
import { byOwner, router } from '../core/trpc.ts'

/** The log of every call, and how each was allowed. */
export const activityRouter = router({
  /** Newest first; `before` is the id of the previous page's last line. */
  list: byOwner
    .input(
      activityFilterSchema.extend({
        limit: z.int().min(1).max(500).default(50),
        before: z.string().optional(),
      }),
    )
    .output(z.object({ records: z.array(activityRecordSchema), more: z.boolean() }))
    .query(({ ctx, input }) => {
      const { records, more } = ctx.daemon.capabilities.log.list(input)
      return { records: [...records], more }
    }),

  /** One chunk of the lines as text, oldest first; `next` is where to continue. */
  export: byOwner
    .input(activityFilterSchema.extend({ format: activityFormatSchema, after: z.string().optional() }))
    .output(z.object({ text: z.string(), lines: z.int(), next: z.string().nullable() }))
    .query(({ ctx, input }) => ctx.daemon.capabilities.log.export(input)),

  /** Deletes the lines before an instant for good. */
  clear: byOwner
    .input(z.object({ before: z.iso.datetime(), via: z.enum(['terminal', 'yes']).default('terminal') }))
    .output(z.object({ lines: z.int() }))
    .mutation(({ ctx, input: { before, via } }) => ({
      lines: ctx.daemon.capabilities.log.clear({ before, by: decidedBy(ctx.caller, via) }),
    })),
})
