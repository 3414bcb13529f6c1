import { setupFieldSchema } from './server-setup.ts'
import { z } from 'zod'

/** A server as listed in a registry. Its text is its publisher's. */
export const registryEntrySchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  status: z.enum(['active', 'deprecated', 'deleted']),
  /** The registry's explanation of the status; empty if there is none. */
  statusMessage: z.string(),
})
export type RegistryEntry = z.infer<typeof registryEntrySchema>

/** One way to connect a server: at a URL, or as a package that runs here. */
export const registryWaySchema = z.object({
  /** `remote:0`, `package:1` */
  id: z.string(),
  kind: z.enum(['remote', 'npm', 'pypi', 'bundle', 'other']),
  /** The URL, or the package with its version. */
  target: z.string(),
  /** Settings it needs before it can be connected. */
  fields: z.array(setupFieldSchema),
  /** Why it can't be connected this way. */
  problem: z.string().nullable(),
})
export type RegistryWay = z.infer<typeof registryWaySchema>

export const registryServerSchema = registryEntrySchema.extend({
  repository: z.string().nullable(),
  website: z.string().nullable(),
  /** Newest first, as the registry says. */
  versions: z.array(registryEntrySchema.pick({ version: true, status: true })),
  ways: z.array(registryWaySchema),
})
export type RegistryServer = z.infer<typeof registryServerSchema>

/** One page of search results; `next` leads to the next one. */
export const registryPageSchema = z.object({
  entries: z.array(registryEntrySchema),
  next: z.string().nullable(),
})
export type RegistryPage = z.infer<typeof registryPageSchema>
