import { homedir } from 'node:os'
import { createNpmRegistry } from '../mcp/index.ts'
import { builtNpmRegistry } from '../platform/app.ts'
import { watchTree } from '../sandbox/index.ts'
import { createModels } from '../models/index.ts'
import { createCorrections } from '../router/index.ts'
import { closedBy } from './closing.ts'
import type { Ground } from './ground.ts'
import type { Installed } from './installed.ts'
import type { Owner } from './owner.ts'
import type { Servers } from './servers.ts'

export type Models = ReturnType<typeof wireModels>

/** The models, and the owner's corrections of the router. */
export const wireModels = (
  { db, guard, identity, now, input: { log, paths } }: Ground,
  { settings, language }: Owner,
  { sandbox: { locate } }: Servers,
  { catalog }: Installed,
  stack: AsyncDisposableStack,
) => {
  const registry = createNpmRegistry({
    ...{ env: process.env, home: homedir(), locate },
    otherwise: builtNpmRegistry,
  })
  return {
    models: closedBy(
      stack,
      createModels({
        ...{ db, settings, secrets: identity.secrets, guard, language, now, log },
        inside: { folder: paths.modelsDir, registry: () => registry({}), watchTree },
      }),
    ),
    corrections: createCorrections({ db, packages: catalog, now }),
  }
}
