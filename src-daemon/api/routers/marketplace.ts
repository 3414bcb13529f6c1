import { z } from 'zod'
import { marketUpdatesSchema } from '../../contract/market-updates.ts'
import {
  glanceInputSchema,
  glancesSchema,
  marketDetailInputSchema,
  marketDetailSchema,
  marketPictureSchema,
  marketResultsSchema,
  marketReviewSchema,
  marketSearchInputSchema,
  marketWantedSchema,
  provenanceSchema,
  reviewEventSchema,
  sourceChangeSchema,
  sourceViewSchema,
  staticRegistrySchema,
  type ReviewEvent,
} from '../../contract/marketplace.ts'
import { catalogueSchema } from '../../contract/settings.ts'
import { byOwner, router } from '../core/trpc.ts'

const views = z.array(sourceViewSchema)

const sourcesRouter = router({
  list: byOwner.output(views).query(({ ctx }) => [...ctx.daemon.marketplace.sources()]),

  add: byOwner
    .input(catalogueSchema)
    .output(views)
    .mutation(async ({ ctx, input, signal }) => {
      await ctx.daemon.marketplace.addSource(input, { signal })
      return [...ctx.daemon.marketplace.sources()]
    }),

  /** Who publishes a static registry, for its source. A mutation only because it may take long. */
  look: byOwner
    .input(z.object({ place: z.string().min(1).max(1000) }))
    .output(staticRegistrySchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.marketplace.lookAtStatic(input.place, { signal })),

  set: byOwner
    .input(sourceChangeSchema)
    .output(views)
    .mutation(({ ctx, input }) => {
      ctx.daemon.marketplace.setSource(input)
      return [...ctx.daemon.marketplace.sources()]
    }),

  remove: byOwner
    .input(z.object({ name: z.string().max(40) }))
    .output(views)
    .mutation(({ ctx, input }) => {
      ctx.daemon.marketplace.removeSource(input.name)
      return [...ctx.daemon.marketplace.sources()]
    }),
})

/**
 * Capabilities from all sources: searching, verifying, updating. Some reads are mutations because they may take long.
 */
export const marketplaceRouter = router({
  sources: sourcesRouter,

  search: byOwner
    .input(marketSearchInputSchema)
    .output(marketResultsSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.marketplace.search(input, { signal })),

  /** The facts of cards on screen from their files, as far as these are available. */
  glance: byOwner
    .input(glanceInputSchema)
    .output(glancesSchema)
    .meta({ readsOnly: true })
    .mutation(async ({ ctx, input, signal }) => [
      ...(await ctx.daemon.marketplace.glance(input, { signal })),
    ]),

  detail: byOwner
    .input(marketDetailInputSchema)
    .output(marketDetailSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.marketplace.detail(input, { signal })),

  /** A picture of a package that is looked at; `source`: where. */
  picture: byOwner
    .input(z.object({ cid: z.string().max(100), source: z.string().max(40) }))
    .output(marketPictureSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.marketplace.picture(input, { signal })),

  /** Fetches and verifies a file; `packages.install` then takes its `candidate`. */
  review: byOwner
    .input(marketWantedSchema)
    .output(marketReviewSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.marketplace.review(input, { signal })),

  /** The same, with an event for each step. Unsubscribing cancels it. */
  reviewing: byOwner.input(marketWantedSchema).subscription(async function* ({
    ctx,
    input,
    signal = AbortSignal.timeout(0),
  }): AsyncGenerator<ReviewEvent> {
    for await (const event of ctx.daemon.marketplace.reviewing(input, signal))
      yield reviewEventSchema.parse(event)
  }),

  readLink: byOwner
    .input(z.object({ link: z.string().max(32 * 1024) }))
    .output(marketWantedSchema)
    .query(({ ctx, input }) => ctx.daemon.marketplace.readLink(input.link)),

  /** What a user's text refers to: a capability URI, a CID, a URL, a link; null for anything else. */
  read: byOwner
    .input(z.object({ text: z.string().max(32 * 1024) }))
    .output(marketWantedSchema.nullable())
    .query(({ ctx, input }) => ctx.daemon.marketplace.read(input.text)),

  updates: byOwner.output(marketUpdatesSchema).query(({ ctx }) => ctx.daemon.marketplace.updates()),

  check: byOwner
    .output(marketUpdatesSchema)
    .mutation(({ ctx, signal }) => ctx.daemon.marketplace.check({ signal })),

  /** Where an installed capability came from; null if unknown. */
  provenance: byOwner
    .input(z.object({ name: z.string().max(100) }))
    .output(provenanceSchema.nullable())
    .query(({ ctx, input }) => ctx.daemon.marketplace.provenance(input.name)),
})
