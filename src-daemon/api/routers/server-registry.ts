import { z } from 'zod'
import { bundleLookSchema } from '../../contract/server-bundles.ts'
import { importedServerSchema } from '../../contract/server-import.ts'
import { registryPageSchema, registryServerSchema } from '../../contract/server-registry.ts'
import { setupValuesSchema } from '../../contract/server-setup.ts'
import { byOwner, router } from '../core/trpc.ts'

const name = z.string().min(1).max(310)
const version = z.string().min(1).max(255)
const way = z.object({ name, version, way: z.string().max(40) })

/** The registry of MCP servers the owner set. They are mutations by their name only, as they may take long. */
export const serverRegistryRouter = router({
  search: byOwner
    .input(z.object({ text: z.string().max(200), cursor: z.string().max(2000).optional() }))
    .output(registryPageSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.mcpRegistry.search(input)),

  show: byOwner
    .input(z.object({ name, version: version.optional() }))
    .output(registryServerSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.mcpRegistry.show(input)),

  /** What would be connected this way with these values: to be read, and then given to `servers.add`. */
  plan: byOwner
    .input(way.extend({ values: setupValuesSchema }))
    .output(importedServerSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.mcpRegistry.plan(input)),

  /** Fetches a bundle and unpacks it; then as with a bundle from a file. */
  bundle: byOwner
    .input(way)
    .output(bundleLookSchema)
    .mutation(({ ctx, input }) => ctx.daemon.mcpRegistry.bundle(input)),
})
