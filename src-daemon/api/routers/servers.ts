import { z } from 'zod'
import { type BundlesService, secretNamesOf, withSecrets } from '../../mcp/index.ts'
import { importableFileSchema, importedServerSchema } from '../../contract/server-import.ts'
import { movedGrantSchema, sandboxStatusSchema } from '../../contract/sandbox.ts'
import {
  serverChatSchema,
  serverDefinitionSchema,
  serverLogLineSchema,
  serverSecretNameSchema,
  serverSecretSchema,
  serverTestSchema,
  serverUriSchema,
  type ServerView,
  serverViewSchema,
} from '../../contract/servers.ts'
import { serverOffersProcedures } from './server-offers.ts'
import { serverSignInProcedures } from './server-sign-in.ts'
import { newId } from '../../platform/ids.ts'
import { bundlesRouter } from './server-bundles.ts'
import { serverRegistryRouter } from './server-registry.ts'
import { byOwner, router } from '../core/trpc.ts'
import { serverAllowanceSchema } from '../../contract/server-allowance.ts'
import { serverFetchSchema, serverUnpinnedSchema } from '../../contract/server-pins.ts'

/** What servers run: what a command downloads before its start, and accepting what it would run now. */
const serverPackageProcedures = {
  /** Null if it downloads nothing. */
  fetches: byOwner
    .input(z.object({ definition: serverDefinitionSchema }))
    .output(z.union([serverUnpinnedSchema, serverFetchSchema]).nullable())
    .query(({ ctx, input }) => ctx.daemon.connectedServers.fetches(input.definition)),

  /** `sha256` identifies what the user reviewed (`package.found`). */
  acceptPackage: byOwner
    .input(z.object({ uri: serverUriSchema, sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
    .output(serverViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.acceptPackage(input)),

  /** Grants the place a granted path now leads to; both identify what was reviewed. */
  acceptMove: byOwner
    .input(z.object({ uri: serverUriSchema, ...movedGrantSchema.shape }))
    .output(serverViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.acceptMove(input)),
}

/** What the owner allows a connected server. */
const serverAllowanceProcedures = {
  allow: byOwner
    .input(z.object({ uri: serverUriSchema, ...serverAllowanceSchema.partial().shape }))
    .output(serverViewSchema)
    .mutation(({ ctx, input: { uri, sampling, logLevel, timeoutSeconds, appOrigins } }) =>
      ctx.daemon.connectedServers.allow({
        uri,
        ...(sampling === undefined ? {} : { sampling }),
        ...(logLevel === undefined ? {} : { logLevel }),
        ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
        ...(appOrigins === undefined ? {} : { appOrigins }),
      }),
    ),
}

const uriInput = z.object({ uri: serverUriSchema })
const secretsInput = z.record(z.string().min(1).max(100), z.string().min(1).max(10_000)).default({})
const described = z.object({ uri: serverUriSchema, definition: serverDefinitionSchema })

/** The connected MCP servers, local and remote (acp.md 8, `mcp_service`). */
export const serversRouter = router({
  ...serverOffersProcedures,
  ...serverAllowanceProcedures,
  ...serverSignInProcedures,
  ...serverPackageProcedures,

  list: byOwner.output(z.array(serverViewSchema)).query(({ ctx }) => [...ctx.daemon.connectedServers.list()]),

  /** One server; null if there is none of that name. */
  get: byOwner
    .input(uriInput)
    .output(serverViewSchema.nullable())
    .query(({ ctx, input }) => ctx.daemon.connectedServers.get(input.uri)),

  /** Whether programs can run in a sandbox here, and if not, why. */
  sandbox: byOwner.output(sandboxStatusSchema).query(({ ctx }) => ctx.daemon.connectedServers.sandbox()),

  /** URL of the MCP server a DID document names. */
  endpoint: byOwner
    .input(z.object({ did: z.string().startsWith('did:').max(2000) }))
    .output(z.object({ url: z.string() }))
    .query(async ({ ctx, input }) => ({ url: await ctx.daemon.connectedServers.endpoint(input.did) })),

  /**
   * Connects a server. `secrets` are values of variables or headers to seal under names of the server's own; they are
   * deleted again if it isn't kept.
   */
  add: byOwner
    .input(
      described.extend({
        secrets: secretsInput,
        keep: z.boolean().default(false),
        timeoutSeconds: serverAllowanceSchema.shape.timeoutSeconds.optional(),
      }),
    )
    .output(serverViewSchema)
    .mutation(async ({ ctx, input: { uri, secrets, keep, timeoutSeconds, ...input }, signal }) => {
      const { connectedServers, serverSecrets } = ctx.daemon
      const { definition, values } = withSecrets(uri, input.definition, secrets)
      try {
        for (const [name, value] of values) await serverSecrets.set(name, value)
        return await connectedServers.add({ uri, definition, keep, timeoutSeconds, signal })
      } catch (thrown) {
        serverSecrets.forgetUnused([...values.keys()])
        throw thrown
      }
    }),

  /** Changes how it is reached. The definition names secrets that stay; `secrets` are new ones. */
  change: byOwner
    .input(described.extend({ secrets: secretsInput }))
    .output(serverViewSchema)
    .mutation(async ({ ctx, input: { uri, secrets, ...input }, signal }) => {
      const { connectedServers, serverSecrets, bundles } = ctx.daemon
      const before = connectedServers.get(uri)
      // New names, so that if it doesn't answer, the old secrets are still there.
      const { definition, values } = withSecrets(uri, input.definition, secrets, newId())
      try {
        for (const [name, value] of values) await serverSecrets.set(name, value)
        const view = await connectedServers.change({ uri, definition, signal })
        if (before !== null) serverSecrets.forgetUnused(secretNamesOf(before.definition))
        forgetBundle(bundles, before)
        return view
      } catch (thrown) {
        serverSecrets.forgetUnused([...values.keys()])
        throw thrown
      }
    }),

  remove: byOwner
    .input(uriInput)
    .output(z.object({ removed: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { connectedServers, serverSecrets, bundles } = ctx.daemon
      const before = connectedServers.get(input.uri)
      await connectedServers.remove(input.uri)
      // Deletes the secrets it used before, unless another server needs them.
      if (before !== null) serverSecrets.forgetUnused(secretNamesOf(before.definition))
      forgetBundle(bundles, before)
      return { removed: input.uri }
    }),

  test: byOwner
    .input(uriInput)
    .output(serverTestSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.connectedServers.test(input.uri, { signal })),

  accept: byOwner
    .input(
      z.object({
        uri: serverUriSchema,
        tools: z.array(z.object({ name: z.string(), sha256: z.string() })).min(1),
      }),
    )
    .output(serverViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.accept(input)),

  trust: byOwner
    .input(uriInput.extend({ trusted: z.boolean() }))
    .output(serverViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.trust(input.uri, input.trusted)),

  /** Whether messages are routed to it, and what it is for in the owner's words. */
  setChat: byOwner
    .input(uriInput.extend(serverChatSchema.partial().shape))
    .output(serverViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.setChat(input)),

  /** Switches a tool off or on, for models and for calls. */
  setToolEnabled: byOwner
    .input(uriInput.extend({ tool: z.string().min(1).max(1000), enabled: z.boolean() }))
    .output(serverViewSchema)
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.setToolEnabled(input)),

  stop: byOwner
    .input(uriInput)
    .output(serverViewSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.connectedServers.stop(input.uri)),

  restart: byOwner
    .input(uriInput)
    .output(serverViewSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input, signal }) => ctx.daemon.connectedServers.restart(input.uri, { signal })),

  /** The secrets servers can use by name, without their values. */
  secrets: byOwner
    .output(z.array(serverSecretSchema))
    .query(({ ctx }) => [...ctx.daemon.serverSecrets.list()]),

  setSecret: byOwner
    .input(z.object({ name: serverSecretNameSchema, value: z.string().max(10_000) }))
    .mutation(({ ctx, input }) => ctx.daemon.serverSecrets.set(input.name, input.value)),

  forgetSecret: byOwner.input(z.object({ name: serverSecretNameSchema })).mutation(({ ctx, input }) => {
    ctx.daemon.serverSecrets.forget(input.name)
  }),

  bundles: bundlesRouter,

  registry: serverRegistryRouter,

  /** Servers configured in other apps on this computer. */
  importable: byOwner
    .output(z.array(importableFileSchema))
    .query(async ({ ctx }) => [...(await ctx.daemon.serverImporter.files())]),

  /** The servers in another app's configuration, given as text. Nothing is connected. */
  readConfig: byOwner
    .input(z.object({ text: z.string().max(16 * 1024 * 1024) }))
    .output(z.array(importedServerSchema))
    .meta({ readsOnly: true })
    .mutation(async ({ ctx, input }) => [...(await ctx.daemon.serverImporter.read(input.text))]),

  logs: byOwner
    .input(uriInput)
    .output(z.array(serverLogLineSchema))
    .query(({ ctx, input }) => [...ctx.daemon.connectedServers.logs(input.uri)]),
})

/** Deletes the files of a server's bundle, unless another server uses them. */
const forgetBundle = (bundles: BundlesService, before: ServerView | null): void => {
  if (before?.definition.kind === 'command' && before.definition.bundle !== undefined)
    bundles.forget(before.definition.bundle.sha256)
}
