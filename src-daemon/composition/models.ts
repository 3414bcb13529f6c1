import { createModels } from '../models/index.ts'
import { createCorrections } from '../router/index.ts'
import { closedBy } from './closing.ts'
import type { Ground } from './ground.ts'
import type { Installed } from './installed.ts'
import type { Owner } from './owner.ts'

export type Models = ReturnType<typeof wireModels>

/** The models, and the owner's corrections of the router. */
export const wireModels = (
  { db, guard, identity, now, input: { log } }: Ground,
  { settings, language }: Owner,
  { catalog }: Installed,
  stack: AsyncDisposableStack,
) => ({
  models: closedBy(
    stack,
    createModels({ db, settings, secrets: identity.secrets, guard, language, now, log }),
  ),
  corrections: createCorrections({ db, packages: catalog, now }),
})
