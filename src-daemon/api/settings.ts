import { z } from 'zod'
import { modelProviderStatusSchema } from '../models/types.ts'
import { settingsChangeSchema, settingsSchema } from '../settings/types.ts'
import { byOwner, router } from './trpc.ts'

/** What a person can set, and the models there are to choose from. */
export const settingsRouter = router({
  get: byOwner.output(settingsSchema).query(({ ctx }) => ctx.services.settings.get()),

  set: byOwner
    .input(settingsChangeSchema)
    .output(settingsSchema)
    .mutation(({ ctx, input }) => ctx.services.settings.set(input)),

  models: byOwner
    .output(z.array(modelProviderStatusSchema))
    .query(async ({ ctx }) => [...(await ctx.services.models.providers())]),
})
