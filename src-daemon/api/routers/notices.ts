import { z } from 'zod'
import { dataNoticeSchema, noticeKindSchema } from '../../contract/notices.ts'
import { pastSalvageSchema } from '../../contract/salvage.ts'
import { byOwner, router } from '../core/trpc.ts'

/** What happened to the data and wants looking after. */
export const noticesRouter = router({
  /** The most pressing first. */
  list: byOwner
    .output(z.array(dataNoticeSchema))
    .query(({ ctx }) => [...ctx.daemon.notices.list(ctx.core.language())]),

  /** Until it happens again. */
  dismiss: byOwner.input(z.object({ kind: noticeKindSchema })).mutation(({ ctx, input }) => {
    ctx.daemon.notices.dismiss(input.kind)
  }),

  /** What earlier salvages saved and lost, newest first. */
  salvages: byOwner.output(z.array(pastSalvageSchema)).query(({ ctx }) => [...ctx.daemon.notices.salvages()]),
})
