import { z } from 'zod'
import { bundleLookSchema } from '../../contract/server-bundles.ts'
import { importedServerSchema } from '../../contract/server-import.ts'
import { registryPageSchema, registryServerSchema } from '../../contract/server-registry.ts'
import { setupValuesSchema } from '../../contract/server-setup.ts'
import { byOwner, router } from '../core/trpc.ts'

const name = z.string().min(1).max(310)
const version = z.string().min(1).max(255)
const way = z.object({ name, version, way: z.string().max(40) })

/** The configured registry of MCP servers. Reads are mutations because they may take long. */
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

  /** What would be connected this way with these values, for the user to review; then passed to `servers.add`. */
  plan: byOwner
    .input(way.extend({ values: setupValuesSchema }))
    .output(importedServerSchema)
    .meta({ readsOnly: true })
    .mutation(({ ctx, input }) => ctx.daemon.mcpRegistry.plan(input)),

  /** Downloads a bundle and unpacks it; from then on it is like one from a file. */
  bundle: byOwner
    .input(way)
    .output(bundleLookSchema)
    .mutation(({ ctx, input }) => ctx.daemon.mcpRegistry.bundle(input)),
})
