import { setupFieldSchema } from './server-setup.ts'
import { z } from 'zod'

/** A server as a registry lists it. Its words are its publisher's. */
export const registryEntrySchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  status: z.enum(['active', 'deprecated', 'deleted']),
  /** What the registry says of the status; empty where it says nothing. */
  statusMessage: z.string(),
})
export type RegistryEntry = z.infer<typeof registryEntrySchema>

/** One way to have a server: at an address, or as a package that is run here. */
export const registryWaySchema = z.object({
  /** `remote:0`, `package:1` */
  id: z.string(),
  kind: z.enum(['remote', 'npm', 'pypi', 'bundle', 'other']),
  /** The address, or the package with its version. */
  target: z.string(),
  /** What it wants to be told before it can be connected. */
  fields: z.array(setupFieldSchema),
  /** Why it cannot be had this way. */
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

/** One page of what a search found; `next` leads to the next one. */
export const registryPageSchema = z.object({
  entries: z.array(registryEntrySchema),
  next: z.string().nullable(),
})
export type RegistryPage = z.infer<typeof registryPageSchema>
