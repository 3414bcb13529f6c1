/** The sources of packages and servers before the owner chose any; their addresses are data (`resources/registry.json`). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Catalogue } from '../contract/settings.ts'
import { appRoot } from '../platform/app.ts'

const addressesSchema = z.object({
  /** Where the project's own static registry is, and who signs it; both empty until there is one. */
  place: z.string(),
  did: z.string(),
  /** The official registry of MCP servers, which is asked only when somebody opens it; empty for none. */
  servers: z.string(),
})

const readAddresses = (text = readFileSync(join(appRoot, 'resources', 'registry.json'), 'utf8')) =>
  addressesSchema.parse(JSON.parse(text))

/** The sources of packages: what comes with Satchel, and the project's registry. */
export const firstCatalogues = (text?: string): Catalogue[] => {
  const { place, did } = readAddresses(text)
  const builtin: Catalogue = { kind: 'builtin', name: 'builtin', trust: 'trusted' }
  return place === '' ? [builtin] : [builtin, { kind: 'static', name: 'satchel', trust: 'ask', place, did }]
}

/** The address of the registry of MCP servers; empty for none. */
export const firstServerRegistry = (text?: string): string => readAddresses(text).servers
