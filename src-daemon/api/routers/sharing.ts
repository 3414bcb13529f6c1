import { z } from 'zod'
import { shareEndpointSchema } from '../../contract/settings.ts'
import {
  clientNameSchema,
  grantSchema,
  setupSnippetSchema,
  shareableOffersSchema,
  shareableSchema,
  sharedClientViewSchema,
  sharingStatusSchema,
} from '../../contract/sharing.ts'
import { byOwner, router } from '../core/trpc.ts'

const named = z.object({ name: clientNameSchema })

/**
 * Other programs: which may see and call what, and where they reach it. Only the owner has access; a program can't
 * change its own grants.
 */
export const sharingRouter = router({
  status: byOwner.output(sharingStatusSchema).query(({ ctx }) => ctx.daemon.sharing.status()),

  setEndpoint: byOwner
    .input(shareEndpointSchema)
    .output(sharingStatusSchema)
    .mutation(({ ctx, input }) => ctx.daemon.sharing.setEndpoint(input)),

  clients: byOwner
    .output(z.array(sharedClientViewSchema))
    .query(({ ctx }) => [...ctx.daemon.sharing.clients()]),

  shareable: byOwner.output(z.array(shareableSchema)).query(({ ctx }) => [...ctx.daemon.sharing.shareable()]),

  /** Starts the server if it doesn't run. */
  offers: byOwner
    .input(z.object({ source: z.string().max(2200) }))
    .output(shareableOffersSchema)
    .mutation(({ ctx, input }) => ctx.daemon.sharing.offers(input.source)),

  allow: byOwner
    .input(grantSchema)
    .output(sharedClientViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.sharing.allow(input)),

  refuse: byOwner
    .input(named)
    .output(sharedClientViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.sharing.refuse(input.name)),

  /** The token is only in this response. */
  issueToken: byOwner
    .input(named)
    .output(z.object({ client: sharedClientViewSchema, token: z.string() }))
    .mutation(({ ctx, input }) => ctx.daemon.sharing.issueToken(input.name)),

  revokeToken: byOwner
    .input(named)
    .output(sharedClientViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.sharing.revokeToken(input.name)),

  remove: byOwner.input(named).mutation(({ ctx, input }) => {
    const by = ctx.caller === 'renderer' ? 'renderer' : 'cli'
    ctx.daemon.sharing.remove({ name: input.name, by })
  }),

  snippets: byOwner
    .input(named)
    .output(z.array(setupSnippetSchema))
    .query(({ ctx, input }) => [...ctx.daemon.sharing.snippets(input.name)]),
})
