import { settingsChangeSchema, settingsSchema } from '../../contract/settings.ts'
import { z } from 'zod'
import { errorViewSchema } from '../../contract/errors.ts'
import { toErrorView } from '../../platform/errors.ts'
import { byOwner, router } from '../core/trpc.ts'

/** The user's settings. */
export const settingsRouter = router({
  get: byOwner.output(settingsSchema).query(({ ctx }) => ctx.daemon.settings.get()),

  set: byOwner
    .input(settingsChangeSchema)
    .output(settingsSchema)
    .mutation(({ ctx, input }) => ctx.daemon.settings.set(input)),

  /** What is set and can't be used now. */
  problems: byOwner
    .output(z.array(errorViewSchema))
    .query(({ ctx }) =>
      ctx.daemon.settings.problems().map((problem) => toErrorView(problem, ctx.core.language())),
    ),
})
