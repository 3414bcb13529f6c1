import { z } from 'zod'
import { draftCheckSchema, draftSchema } from '../../contract/drafts.ts'
import { byOwner, router } from '../core/trpc.ts'

const content = draftSchema.pick({ form: true, text: true })
const idInput = draftSchema.pick({ id: true })

/** Capabilities in the making; the event `drafts` reports their changes. */
export const draftsRouter = router({
  /** The one changed last comes first. */
  list: byOwner.output(z.array(draftSchema)).query(({ ctx }) => [...ctx.daemon.drafts.list()]),

  save: byOwner
    .input(content.extend(idInput.shape))
    .output(draftSchema)
    .mutation(({ ctx, input }) => ctx.daemon.drafts.save(input)),

  remove: byOwner.input(idInput).mutation(({ ctx, input }) => {
    ctx.daemon.drafts.remove(input.id)
  }),

  /** What it would be as a package, and what is wrong with it. Changes nothing. */
  check: byOwner
    .input(content)
    .output(draftCheckSchema)
    .query(({ ctx, input }) => ctx.daemon.drafts.check(input)),
})
