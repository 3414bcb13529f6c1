import { z } from 'zod'
import { bundleLookSchema, bundleOriginSchema } from '../../contract/server-bundles.ts'
import { importedServerSchema } from '../../contract/server-import.ts'
import { setupValuesSchema } from '../../contract/server-setup.ts'
import { serverUriSchema } from '../../contract/servers.ts'
import { byOwner, router } from '../core/trpc.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** Servers that come as one file (`.mcpb`, `.dxt`). */
export const bundlesRouter = router({
  /** Unpacks a bundle and describes it. Nothing of it runs. */
  look: byOwner
    .input(bundleOriginSchema)
    .output(bundleLookSchema)
    .mutation(({ ctx, input }) => ctx.daemon.bundles.look(input)),

  /**
   * What would be connected with these values, for the user to review; then passed to `servers.add`, or with `uri` to
   * `servers.change`.
   */
  plan: byOwner
    .input(z.object({ sha256, values: setupValuesSchema, uri: serverUriSchema.optional() }))
    .output(importedServerSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.bundles.plan(input)),

  /** For a bundle that isn't connected after all: deletes its files, unless a server uses them. */
  forget: byOwner.input(z.object({ sha256 })).mutation(({ ctx, input }) => {
    ctx.daemon.bundles.forget(input.sha256)
  }),
})
