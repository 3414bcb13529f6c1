import { z } from 'zod'
import {
  addedSchemaSchema,
  filledSchemasSchema,
  foundSchemaSchema,
  missingSchemaSchema,
  schemaSourceChangeSchema,
  schemaSourceListSchema,
} from '../../contract/schema-resolution.ts'
import { schemaSourceSchema } from '../../contract/settings.ts'
import { byOwner, router } from '../core/trpc.ts'

const uri = z.string().max(400)

/** Where schemas are looked for. Each change returns the list as it is then. */
const sourcesRouter = router({
  list: byOwner
    .output(schemaSourceListSchema)
    .query(({ ctx }) => [...ctx.daemon.schemaRegistry.sources.list()]),

  add: byOwner
    .input(schemaSourceSchema)
    .output(schemaSourceListSchema)
    .mutation(({ ctx, input }) => {
      const { sources } = ctx.daemon.schemaRegistry
      sources.add(input)
      return [...sources.list()]
    }),

  set: byOwner
    .input(schemaSourceChangeSchema)
    .output(schemaSourceListSchema)
    .mutation(({ ctx, input }) => {
      const { sources } = ctx.daemon.schemaRegistry
      sources.change(input)
      return [...sources.list()]
    }),

  remove: byOwner
    .input(z.object({ name: z.string().max(40) }))
    .output(schemaSourceListSchema)
    .mutation(({ ctx, input }) => {
      const { sources } = ctx.daemon.schemaRegistry
      sources.remove(input.name)
      return [...sources.list()]
    }),

  reset: byOwner.output(schemaSourceListSchema).mutation(({ ctx }) => {
    const { sources } = ctx.daemon.schemaRegistry
    sources.reset()
    return [...sources.list()]
  }),
})

/** Schemas that aren't here: which are missing, finding them, adding them. */
export const schemasRouter = router({
  sources: sourcesRouter,

  /** Those that changes of other devices wait for. */
  missing: byOwner
    .output(z.array(missingSchemaSchema))
    .query(({ ctx }) => [...ctx.daemon.state.schemas.missing()]),

  /** A mutation because it may take long; it changes nothing. */
  find: byOwner
    .input(z.object({ uri }))
    .output(foundSchemaSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.schemaRegistry.find(input.uri, { signal })),

  /** `hash` is what the owner agreed to. */
  add: byOwner
    .input(z.object({ uri, hash: z.string().regex(/^[0-9a-f]{64}$/) }))
    .output(addedSchemaSchema)
    .mutation(({ ctx, input }) => ctx.daemon.schemaRegistry.add(input)),

  /** After an import: does nothing unless the setting `findSchemas` allows it. */
  fill: byOwner
    .output(filledSchemasSchema)
    .mutation(({ ctx, signal }) => ctx.daemon.schemaRegistry.fill({ signal })),
})
