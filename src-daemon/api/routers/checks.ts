import { checkStatusSchema } from '../../contract/check.ts'
import { byOwner, router } from '../core/trpc.ts'

/** The check of the whole database for damage by the disk. */
export const checksRouter = router({
  status: byOwner.output(checkStatusSchema).query(({ ctx }) => ctx.daemon.check.status()),

  /** Checks everything now; objects whose log is right are mended. */
  run: byOwner.output(checkStatusSchema).mutation(({ ctx }) => ctx.daemon.check.run()),
})
