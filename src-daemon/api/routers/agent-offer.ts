import { z } from 'zod'
import {
  agentOfferSchema,
  offerChangeSchema,
  offerPreviewSchema,
  publishedOfferSchema,
} from '../../contract/agent-offer.ts'
import { byOwner, router } from '../core/trpc.ts'

/** What the owner says of their agent to others: edited, looked at, published. */
export const agentOfferRouter = router({
  get: byOwner.output(agentOfferSchema).query(({ ctx }) => ctx.daemon.agentOffer.get()),

  set: byOwner
    .input(offerChangeSchema)
    .output(agentOfferSchema)
    .mutation(({ ctx, input }) => ctx.daemon.agentOffer.set(input)),

  preview: byOwner.output(offerPreviewSchema).query(({ ctx }) => ctx.daemon.agentOffer.preview()),

  publish: byOwner.output(publishedOfferSchema).mutation(({ ctx }) => ctx.daemon.agentOffer.publish()),

  published: byOwner
    .output(publishedOfferSchema.nullable())
    .query(({ ctx }) => ctx.daemon.agentOffer.published()),

  /** Newest first. */
  versions: byOwner
    .output(z.array(publishedOfferSchema.omit({ document: true, files: true })))
    .query(({ ctx }) => [...ctx.daemon.agentOffer.versions()]),
})
