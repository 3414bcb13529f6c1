import { z } from 'zod'
import {
  sandboxStatusSchema,
  serviceDefinitionSchema,
  serviceLogLineSchema,
  serviceTestSchema,
  serviceUriSchema,
  serviceViewSchema,
} from '../bindings/types.ts'
import { byOwner, router } from './trpc.ts'

const uriInput = z.object({ uri: serviceUriSchema })
const described = z.object({ uri: serviceUriSchema, definition: serviceDefinitionSchema })

/** The services a person connected (acp.md 8, `mcp_service`): MCP servers on this machine and elsewhere. */
export const servicesRouter = router({
  list: byOwner
    .output(z.array(serviceViewSchema))
    .query(({ ctx }) => [...ctx.services.connectedServices.list()]),

  /** Whether programs can be held in a sandbox here, and if not, why. */
  sandbox: byOwner.output(sandboxStatusSchema).query(({ ctx }) => ctx.services.connectedServices.sandbox()),

  /** The address of the MCP server a DID document names. */
  endpoint: byOwner
    .input(z.object({ did: z.string().startsWith('did:').max(2000) }))
    .output(z.object({ url: z.string() }))
    .query(async ({ ctx, input }) => ({ url: await ctx.services.connectedServices.endpoint(input.did) })),

  add: byOwner
    .input(described)
    .output(serviceViewSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.connectedServices.add({ ...input, signal })),

  change: byOwner
    .input(described)
    .output(serviceViewSchema)
    .mutation(({ ctx, input, signal }) => ctx.services.connectedServices.change({ ...input, signal })),

  remove: byOwner
    .input(uriInput)
    .output(z.object({ removed: z.string() }))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.connectedServices.remove(input.uri)
      return { removed: input.uri }
    }),

  test: byOwner
    .input(uriInput)
    .output(serviceTestSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.services.connectedServices.test(input.uri, { signal })),

  accept: byOwner
    .input(
      z.object({
        uri: serviceUriSchema,
        tools: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
      }),
    )
    .output(serviceViewSchema)
    .mutation(({ ctx, input }) => ctx.services.connectedServices.accept(input)),

  trust: byOwner
    .input(uriInput.extend({ trusted: z.boolean() }))
    .output(serviceViewSchema)
    .mutation(({ ctx, input }) => ctx.services.connectedServices.trust(input.uri, input.trusted)),

  stop: byOwner
    .input(uriInput)
    .output(serviceViewSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.services.connectedServices.stop(input.uri)),

  restart: byOwner
    .input(uriInput)
    .output(serviceViewSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.services.connectedServices.restart(input.uri, { signal })),

  logs: byOwner
    .input(uriInput)
    .output(z.array(serviceLogLineSchema))
    .query(({ ctx, input }) => [...ctx.services.connectedServices.logs(input.uri)]),
})
