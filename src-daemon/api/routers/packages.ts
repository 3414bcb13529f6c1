import { z } from 'zod'
import { packageModuleSchema } from '../../contract/package-modules.ts'
import { packageSecretSchema } from '../../contract/package-secrets.ts'
import {
  catalogueEntrySchema,
  installedPackageSchema,
  knownAuthorSchema,
  packageSourceSchema,
  permissionReviewSchema,
} from '../../contract/packages.ts'
import { fetchModule } from '../../registry/ipfs/index.ts'
import { ipfsSourceSchema } from '../../contract/ipfs.ts'
import { byOwner, router } from '../core/trpc.ts'

/** Base64 length of a module of 16 MiB. */
const MAX_MODULE = Math.ceil((16 * 1024 * 1024) / 3) * 4

const nameInput = z.object({ name: z.string() })
const secretInput = nameInput.extend({ secret: z.string(), host: z.string().optional() })

/** Capability packages: available, installed, and the consent in between. */
export const packagesRouter = router({
  catalogue: byOwner
    .output(z.array(catalogueEntrySchema))
    .query(({ ctx }) => [...ctx.daemon.packages.catalogue()]),

  installed: byOwner
    .output(z.array(installedPackageSchema))
    .query(({ ctx }) => [...ctx.daemon.packages.installed()]),

  /** Everything an install checks, and what the user must know before agreeing. Changes nothing. */
  review: byOwner
    .input(packageSourceSchema)
    .output(permissionReviewSchema)
    .query(({ ctx, input }) => ctx.daemon.packages.review(input)),

  /** Installs exactly what was reviewed; sending `sha256` is the user's consent to that review. */
  install: byOwner
    .input(
      z.object({
        source: packageSourceSchema,
        sha256: z.string(),
        acceptWarnings: z.boolean().default(false),
        acceptDowngrade: z.boolean().default(false),
        /** The review reported that the author signs with a key not seen before. */
        acceptAuthorKey: z.boolean().default(false),
        /** The review reported an installed package of another author that this one could be taken for. */
        acceptLookAlike: z.boolean().default(false),
        /** The review reported that the name was passed on to another author. */
        acceptHandover: z.boolean().default(false),
        /** The review reported that a list the user follows blocks this version. */
        acceptBlocked: z.boolean().default(false),
        /** `marketplace.review` reported warnings. */
        acceptSource: z.boolean().default(false),
      }),
    )
    .output(installedPackageSchema)
    .mutation(({ ctx, input }) =>
      ctx.daemon.packages.install({ ...input, via: ctx.caller === 'cli' ? 'cli' : 'renderer' }),
    ),

  rollback: byOwner
    .input(nameInput.extend({ acceptBlocked: z.boolean().default(false) }))
    .output(installedPackageSchema)
    .mutation(({ ctx, input }) =>
      ctx.daemon.packages.rollback({ ...input, via: ctx.caller === 'cli' ? 'cli' : 'renderer' }),
    ),

  setEnabled: byOwner
    .input(nameInput.extend({ enabled: z.boolean() }))
    .output(installedPackageSchema)
    .mutation(({ ctx, input }) => ctx.daemon.packages.setEnabled(input)),

  authors: byOwner.output(z.array(knownAuthorSchema)).query(({ ctx }) => [...ctx.daemon.packages.authors()]),

  refreshAuthors: byOwner.mutation(({ ctx }) => ctx.daemon.packages.refreshAuthors()),

  /** Signs one of the owner's package files; returns the file and writes nothing. */
  sign: byOwner
    .input(
      z.object({
        fileName: z.string(),
        bytesBase64: z.base64(),
        keyId: z.string().optional(),
        takeAuthorship: z.boolean().default(false),
      }),
    )
    .output(z.object({ bytesBase64: z.string(), sha256: z.string(), did: z.string(), keyId: z.string() }))
    .mutation(async ({ ctx, input: { bytesBase64, ...input } }) => {
      const { bytes, ...signed } = await ctx.daemon.packages.sign({
        ...input,
        bytes: Buffer.from(bytesBase64, 'base64'),
        requester: ctx.caller,
      })
      return { ...signed, bytesBase64: Buffer.from(bytes).toString('base64') }
    }),

  /** All of a capability's data, to save before a purge. */
  exportState: byOwner
    .input(nameInput)
    .output(z.record(z.string(), z.unknown()))
    .query(({ ctx, input }) => ({ ...ctx.daemon.packages.exportState(input.name) })),

  /** `purge` also deletes the objects the capability created; `keep` leaves them readable. */
  remove: byOwner.input(nameInput.extend({ state: z.enum(['keep', 'purge']) })).mutation(({ ctx, input }) => {
    ctx.daemon.packages.remove(input.name, { purge: input.state === 'purge' })
  }),

  /** The secrets a capability needs, without their values. */
  secrets: byOwner
    .input(nameInput)
    .output(z.array(packageSecretSchema))
    .query(({ ctx, input }) => [...ctx.daemon.packageSecrets.list(input.name)]),

  /** The modules a capability names by CID instead of containing them, and whether their files are present. */
  modules: byOwner
    .input(nameInput)
    .output(z.array(packageModuleSchema))
    .query(({ ctx, input }) => [...ctx.daemon.packageModules.list(input.name)]),

  /** Stores the file of such a module. Errors: `wasm_module_not_asked`, whatever the file is called. */
  giveModule: byOwner
    .input(nameInput.extend({ bytesBase64: z.base64().max(MAX_MODULE) }))
    .output(z.array(packageModuleSchema))
    .mutation(({ ctx, input: { name: packageName, bytesBase64 } }) => [
      ...ctx.daemon.packageModules.give({ packageName, bytes: Buffer.from(bytesBase64, 'base64') }),
    ]),

  /** Gets the file of such a module from the sources the owner agreed to (`ipfs.askable`), verifies and stores it. */
  fetchModule: byOwner
    .input(nameInput.extend({ cid: z.string().max(200), from: z.array(ipfsSourceSchema).max(50) }))
    .output(z.array(packageModuleSchema))
    .mutation(async ({ ctx, signal, input: { name: packageName, cid, from } }) => [
      ...(await fetchModule(ctx.daemon, { packageName, cid, from, signal })),
    ]),

  setSecret: byOwner
    .input(secretInput.extend({ value: z.string().max(10_000) }))
    .output(z.array(packageSecretSchema))
    .mutation(async ({ ctx, input: { name: packageName, secret: name, host, value } }) => [
      ...(await ctx.daemon.packageSecrets.set({ packageName, name, host, value })),
    ]),

  forgetSecret: byOwner
    .input(secretInput)
    .output(z.array(packageSecretSchema))
    .mutation(({ ctx, input: { name: packageName, secret: name, host } }) => [
      ...ctx.daemon.packageSecrets.forget({ packageName, name, host }),
    ]),

  source: byOwner
    .input(nameInput)
    .output(z.object({ yaml: z.string(), signatureRange: z.object({ start: z.int(), end: z.int() }) }))
    .query(({ ctx, input }) => ctx.daemon.packages.source(input.name)),
})
