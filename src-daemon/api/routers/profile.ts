import { profileChangeSchema, profileSchema } from '../../contract/profile.ts'
import { byOwner, router } from '../core/trpc.ts'

/** What the owner wrote about themselves, to fill in forms with. */
export const profileRouter = router({
  get: byOwner.output(profileSchema).query(({ ctx }) => ctx.daemon.profile.get()),

  change: byOwner
    .input(profileChangeSchema)
    .output(profileSchema)
    .mutation(({ ctx, input }) => ctx.daemon.profile.change(input)),
})
