import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Catalogue } from '../contract/settings.ts'
import { appRoot } from '../platform/app.ts'

/** Where the project's own static registry is, and who signs it; both empty until there is one. */
const ownSchema = z.object({ place: z.string(), did: z.string() })

/** The sources of packages before the owner chose any: what comes with Satchel, and the project's registry. */
export const firstCatalogues = (
  ownRegistry = readFileSync(join(appRoot, 'resources', 'registry.json'), 'utf8'),
): Catalogue[] => {
  const { place, did } = ownSchema.parse(JSON.parse(ownRegistry))
  const builtin: Catalogue = { kind: 'builtin', name: 'builtin', trust: 'trusted' }
  return place === '' ? [builtin] : [builtin, { kind: 'static', name: 'satchel', trust: 'ask', place, did }]
}
