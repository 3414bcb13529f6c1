import { settingsChangeSchema, settingsSchema } from '../../contract/settings.ts'
import { byOwner, router } from '../core/trpc.ts'

/** The user's settings. */
export const settingsRouter = router({
  get: byOwner.output(settingsSchema).query(({ ctx }) => ctx.daemon.settings.get()),

  set: byOwner
    .input(settingsChangeSchema)
    .output(settingsSchema)
    .mutation(({ ctx, input }) => ctx.daemon.settings.set(input)),
})
