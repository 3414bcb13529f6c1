import { z } from 'zod'
import {
  sandboxStatusSchema,
  serviceDefinitionSchema,
  serviceLogLineSchema,
  serviceSecretNameSchema,
  serviceSecretSchema,
  serviceTestSchema,
  serviceUriSchema,
  serviceViewSchema,
} from '../bindings/types.ts'
import { secretNamesOf } from '../bindings/index.ts'
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
      const { connectedServices, serviceSecrets } = ctx.services
      const before = connectedServices.get(input.uri)
      await connectedServices.remove(input.uri)
      // What it was let in with elsewhere goes with it, unless another one needs it too.
      if (before !== null) serviceSecrets.forgetUnused(secretNamesOf(before.definition))
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

  /** The secrets services can be given by name, without their values. */
  secrets: byOwner
    .output(z.array(serviceSecretSchema))
    .query(({ ctx }) => [...ctx.services.serviceSecrets.list()]),

  setSecret: byOwner
    .input(z.object({ name: serviceSecretNameSchema, value: z.string().max(10_000) }))
    .mutation(({ ctx, input }) => ctx.services.serviceSecrets.set(input.name, input.value)),

  forgetSecret: byOwner.input(z.object({ name: serviceSecretNameSchema })).mutation(({ ctx, input }) => {
    ctx.services.serviceSecrets.forget(input.name)
  }),

  /** What was given for a service that was not connected after all. */
  dropSecrets: byOwner
    .input(z.object({ names: z.array(serviceSecretNameSchema).max(400) }))
    .mutation(({ ctx, input }) => {
      ctx.services.serviceSecrets.forgetUnused(input.names)
    }),

  logs: byOwner
    .input(uriInput)
    .output(z.array(serviceLogLineSchema))
    .query(({ ctx, input }) => [...ctx.services.connectedServices.logs(input.uri)]),
})
