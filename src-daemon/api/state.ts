import { z } from 'zod'
import {
  asmQuerySchema,
  changeRecordSchema,
  changeRefSchema,
  jsonObjectSchema,
  scopeSummarySchema,
  stateObjectSchema,
} from '../state/types.ts'
import { byOwner, router } from './trpc.ts'

const objectInput = z.object({ schemaUri: z.string(), id: z.string() })
const changedSchema = z.object({ object: stateObjectSchema, change: changeRefSchema })

/** The owner's state: read, edited by hand, explained. */
export const stateRouter = router({
  scopes: byOwner.output(z.array(scopeSummarySchema)).query(({ ctx }) => [...ctx.services.state.scopes()]),

  /** `from` is required here: the owner has no capability whose schema could be meant. */
  query: byOwner
    .input(asmQuerySchema.required({ from: true }))
    .output(z.object({ items: z.array(stateObjectSchema), cursor: z.string().nullable() }))
    .query(({ ctx, input }) => {
      const { items, cursor } = ctx.services.state.query(
        ctx.services.state.ownerAccess(input.from, ctx.caller),
        input,
      )
      return { items: [...items], cursor }
    }),

  get: byOwner
    .input(objectInput)
    .output(stateObjectSchema)
    .query(({ ctx, input }) => ctx.services.state.get(input)),

  /** Newest first. */
  history: byOwner
    .input(objectInput)
    .output(z.array(changeRecordSchema))
    .query(({ ctx, input }) => [...ctx.services.state.history(input)]),

  create: byOwner
    .input(z.object({ schemaUri: z.string(), object: jsonObjectSchema }))
    .output(changedSchema)
    .mutation(({ ctx, input }) =>
      ctx.services.state.create(ctx.services.state.ownerAccess(input.schemaUri, ctx.caller), input),
    ),

  update: byOwner
    .input(objectInput.extend({ patch: z.unknown(), ifVersion: z.string().optional() }))
    .output(changedSchema)
    .mutation(({ ctx, input }) =>
      ctx.services.state.update(ctx.services.state.ownerAccess(input.schemaUri, ctx.caller), input),
    ),

  delete: byOwner
    .input(objectInput.extend({ mode: z.enum(['soft', 'hard']).default('soft') }))
    .output(changeRefSchema)
    .mutation(({ ctx, input }) =>
      ctx.services.state.delete(ctx.services.state.ownerAccess(input.schemaUri, ctx.caller), input),
    ),
})
