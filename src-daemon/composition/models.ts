import { homedir } from 'node:os'
import { packageIndex } from '../mcp/index.ts'
import { watchMemory } from '../sandbox/index.ts'
import { createModels } from '../models/index.ts'
import { createCorrections } from '../router/index.ts'
import { closedBy } from './closing.ts'
import type { Ground } from './ground.ts'
import type { Installed } from './installed.ts'
import type { Owner } from './owner.ts'

export type Models = ReturnType<typeof wireModels>

/** The models, and the owner's corrections of the router. */
export const wireModels = (
  { db, guard, identity, now, input: { log, paths } }: Ground,
  { settings, language }: Owner,
  { catalog }: Installed,
  stack: AsyncDisposableStack,
) => ({
  models: closedBy(
    stack,
    createModels({
      ...{ db, settings, secrets: identity.secrets, guard, language, now, log },
      inside: { folder: paths.modelsDir, registry: npmRegistry, watchMemory },
    }),
  ),
  corrections: createCorrections({ db, packages: catalog, now }),
})

/** Where the owner gets npm packages. */
const npmRegistry = (): string =>
  packageIndex('npm', { env: process.env, home: homedir(), named: null })?.url ?? PUBLIC_REGISTRY

const PUBLIC_REGISTRY = 'https://registry.npmjs.org/'
