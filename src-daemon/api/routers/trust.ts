import { z } from 'zod'
import {
  collectionInputSchema,
  collectionPageSchema,
  collectionSummarySchema,
  foundTrustListSchema,
  trustListContentsSchema,
  trustListNameSchema,
  trustListViewSchema,
  trustPlaceSchema,
  trustUpdateSchema,
} from '../../contract/trust.ts'
import { trustBytes, trustContentSchema } from '../../registry/trust/index.ts'
import { byOwner, router } from '../core/trpc.ts'

const named = z.object({ name: z.string().max(60) })

/** Signed lists that the owner follows, and signing one's own. Some reads are mutations because they may take long. */
export const trustRouter = router({
  lists: byOwner.output(z.array(trustListViewSchema)).query(({ ctx }) => [...ctx.daemon.trust.lists()]),

  show: byOwner
    .input(named)
    .output(trustListContentsSchema)
    .query(({ ctx, input }) => ctx.daemon.trust.show(input.name)),

  /** What is at a place, and who signed it, before it is followed. */
  look: byOwner
    .input(z.object({ place: trustPlaceSchema }))
    .output(foundTrustListSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.trust.look(input.place, { signal })),

  follow: byOwner
    .input(
      z.object({
        place: trustPlaceSchema,
        did: z.string().max(256),
        name: trustListNameSchema.optional(),
      }),
    )
    .output(trustListViewSchema)
    .mutation(({ ctx, input, signal }) => ctx.daemon.trust.follow(input, { signal })),

  /** Asks for the lists again; without names, for all. */
  update: byOwner
    .input(z.object({ names: z.array(z.string().max(60)).max(20).optional() }))
    .output(z.array(trustUpdateSchema))
    .mutation(async ({ ctx, input, signal }) => [
      ...(await ctx.daemon.trust.update(input.names, { ...(signal === undefined ? {} : { signal }) })),
    ]),

  unfollow: byOwner.input(named).mutation(({ ctx, input }) => {
    ctx.daemon.trust.unfollow(input.name)
  }),

  /** The DIDs of the authors that any list recommends. */
  recommended: byOwner.output(z.array(z.string())).query(({ ctx }) => [...ctx.daemon.trust.recommended]),

  collections: byOwner
    .output(z.array(collectionSummarySchema))
    .query(({ ctx }) => [...ctx.daemon.marketplace.collections()]),

  /** A page of a collection, each package as the sources have it. */
  collection: byOwner
    .input(collectionInputSchema)
    .output(collectionPageSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.marketplace.collection(input, { signal })),

  /** Who a list would be signed by. */
  publisher: byOwner.output(z.object({ did: z.string() })).query(({ ctx }) => ({
    did: ctx.daemon.identity.signer({ purpose: 'trust list', requester: ctx.caller }).did,
  })),

  /** Signs a list with the owner's default key. */
  sign: byOwner
    .input(trustContentSchema.omit({ did: true }))
    .output(z.object({ signed: trustContentSchema, key_id: z.string(), signature: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const signer = ctx.daemon.identity.signer({ purpose: 'trust list', requester: ctx.caller })
      const content = { ...input, did: signer.did }
      const signature = await signer.sign(trustBytes(content))
      return {
        signed: content,
        key_id: signer.keyId,
        signature: Buffer.from(signature).toString('base64url'),
      }
    }),
})
