import { z } from 'zod'
import { type BundlesService, secretNamesOf, withSecrets } from '../../mcp/index.ts'
import { importableFileSchema, importedServerSchema } from '../../contract/server-import.ts'
import { sandboxStatusSchema } from '../../contract/sandbox.ts'
import {
  serviceChatSchema,
  serviceDefinitionSchema,
  serviceLogLineSchema,
  serviceSecretNameSchema,
  serviceSecretSchema,
  serviceTestSchema,
  serviceUriSchema,
  type ServiceView,
  serviceViewSchema,
} from '../../contract/servers.ts'
import { serviceOffersProcedures } from './service-offers.ts'
import { serviceSignInProcedures } from './service-sign-in.ts'
import { newId } from '../../platform/ids.ts'
import { bundlesRouter } from './service-bundles.ts'
import { serviceRegistryRouter } from './service-registry.ts'
import { byOwner, router } from '../core/trpc.ts'
import { serviceAllowanceSchema } from '../../contract/server-allowance.ts'
import { serviceFetchSchema } from '../../contract/server-pins.ts'

/** What services run: what a command fetches before that, and accepting what it would run by now. */
const servicePackageProcedures = {
  /** Null where it fetches nothing. */
  fetches: byOwner
    .input(z.object({ definition: serviceDefinitionSchema }))
    .output(serviceFetchSchema.nullable())
    .query(({ ctx, input }) => ctx.services.connectedServices.fetches(input.definition)),

  /** `sha256` says what was looked at (`package.found`). */
  acceptPackage: byOwner
    .input(z.object({ uri: serviceUriSchema, sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .output(serviceViewSchema)
    .mutation(({ ctx, input }) => ctx.services.connectedServices.acceptPackage(input)),
}

/** What the owner lets a connected server have. */
const serviceAllowanceProcedures = {
  allow: byOwner
    .input(z.object({ uri: serviceUriSchema, ...serviceAllowanceSchema.partial().shape }))
    .output(serviceViewSchema)
    .mutation(({ ctx, input: { uri, sampling, logLevel } }) =>
      ctx.services.connectedServices.allow({
        uri,
        ...(sampling === undefined ? {} : { sampling }),
        ...(logLevel === undefined ? {} : { logLevel }),
      }),
    ),
}

const uriInput = z.object({ uri: serviceUriSchema })
const secretsInput = z.record(z.string().min(1).max(100), z.string().min(1).max(10_000)).default({})
const described = z.object({ uri: serviceUriSchema, definition: serviceDefinitionSchema })

/** The services a person connected (acp.md 8, `mcp_service`): MCP servers on this machine and elsewhere. */
export const servicesRouter = router({
  ...serviceOffersProcedures,
  ...serviceAllowanceProcedures,
  ...serviceSignInProcedures,
  ...servicePackageProcedures,

  list: byOwner
    .output(z.array(serviceViewSchema))
    .query(({ ctx }) => [...ctx.services.connectedServices.list()]),

  /** One of them; null where there is none of that name. */
  get: byOwner
    .input(uriInput)
    .output(serviceViewSchema.nullable())
    .query(({ ctx, input }) => ctx.services.connectedServices.get(input.uri)),

  /** Whether programs can be held in a sandbox here, and if not, why. */
  sandbox: byOwner.output(sandboxStatusSchema).query(({ ctx }) => ctx.services.connectedServices.sandbox()),

  /** The address of the MCP server a DID document names. */
  endpoint: byOwner
    .input(z.object({ did: z.string().startsWith('did:').max(2000) }))
    .output(z.object({ url: z.string() }))
    .query(async ({ ctx, input }) => ({ url: await ctx.services.connectedServices.endpoint(input.did) })),

  /**
   * Connects a service. `secrets` are values of variables or headers that are kept sealed, under names of its own; they are forgotten
   * when it is not kept.
   */
  add: byOwner
    .input(
      described.extend({
        secrets: secretsInput,
        keep: z.boolean().default(false),
      }),
    )
    .output(serviceViewSchema)
    .mutation(async ({ ctx, input: { uri, secrets, keep, ...input }, signal }) => {
      const { connectedServices, serviceSecrets } = ctx.services
      const { definition, values } = withSecrets(uri, input.definition, secrets)
      try {
        for (const [name, value] of values) await serviceSecrets.set(name, value)
        return await connectedServices.add({ uri, definition, keep, signal })
      } catch (thrown) {
        serviceSecrets.forgetUnused([...values.keys()])
        throw thrown
      }
    }),

  /** Changes how it is reached. A secret that stays is named in the definition; `secrets` are new ones. */
  change: byOwner
    .input(described.extend({ secrets: secretsInput }))
    .output(serviceViewSchema)
    .mutation(async ({ ctx, input: { uri, secrets, ...input }, signal }) => {
      const { connectedServices, serviceSecrets, bundles } = ctx.services
      const before = connectedServices.get(uri)
      // Under names of their own: should it not answer, what it had is still there.
      const { definition, values } = withSecrets(uri, input.definition, secrets, newId())
      try {
        for (const [name, value] of values) await serviceSecrets.set(name, value)
        const view = await connectedServices.change({ uri, definition, signal })
        if (before !== null) serviceSecrets.forgetUnused(secretNamesOf(before.definition))
        forgetBundle(bundles, before)
        return view
      } catch (thrown) {
        serviceSecrets.forgetUnused([...values.keys()])
        throw thrown
      }
    }),

  remove: byOwner
    .input(uriInput)
    .output(z.object({ removed: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { connectedServices, serviceSecrets, bundles } = ctx.services
      const before = connectedServices.get(input.uri)
      await connectedServices.remove(input.uri)
      // What it was let in with elsewhere goes with it, unless another one needs it too.
      if (before !== null) serviceSecrets.forgetUnused(secretNamesOf(before.definition))
      forgetBundle(bundles, before)
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

  /** Whether messages go to it by themselves, and what it is for in the owner's words. */
  setChat: byOwner
    .input(uriInput.extend(serviceChatSchema.partial().shape))
    .output(serviceViewSchema)
    .mutation(({ ctx, input }) => ctx.services.connectedServices.setChat(input)),

  /** Switches a tool off for models and for calls, or on again. */
  setToolEnabled: byOwner
    .input(uriInput.extend({ tool: z.string().min(1).max(1000), enabled: z.boolean() }))
    .output(serviceViewSchema)
    .mutation(({ ctx, input }) => ctx.services.connectedServices.setToolEnabled(input)),

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

  bundles: bundlesRouter,

  registry: serviceRegistryRouter,

  /** The servers other apps on this machine know of. */
  importable: byOwner
    .output(z.array(importableFileSchema))
    .query(async ({ ctx }) => [...(await ctx.services.serviceImporter.files())]),

  /** The servers in a configuration of another app, as text. Nothing is connected. */
  readConfig: byOwner
    .input(z.object({ text: z.string().max(1024 * 1024) }))
    .output(z.array(importedServerSchema))
    .meta({ readsOnly: true })
    .mutation(async ({ ctx, input }) => [...(await ctx.services.serviceImporter.read(input.text))]),

  logs: byOwner
    .input(uriInput)
    .output(z.array(serviceLogLineSchema))
    .query(({ ctx, input }) => [...ctx.services.connectedServices.logs(input.uri)]),
})

/** The files of the bundle a service ran go with it, unless another one runs them too. */
const forgetBundle = (bundles: BundlesService, before: ServiceView | null): void => {
  if (before?.definition.kind === 'command' && before.definition.bundle !== undefined)
    bundles.forget(before.definition.bundle.sha256)
}
