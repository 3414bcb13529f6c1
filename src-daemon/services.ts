/** Wires the rooms into the services the API offers. Only `main.ts` imports this. */
import { createNetworkGuard, runHttpBinding } from './bindings/index.ts'
import { createAcpSource, createCapabilities } from './capabilities/index.ts'
import { createChat } from './chat/index.ts'
import { openIdentity } from './identity/index.ts'
import type { IdentityService } from './identity/types.ts'
import type { Opened } from './lifecycle/index.ts'
import { createModels } from './models/index.ts'
import { createPackages } from './packages/index.ts'
import { catalogueDir } from './platform/app.ts'
import type { Logger } from './platform/log.ts'
import type { DataPaths } from './platform/paths.ts'
import { createRouter } from './router/index.ts'
import { createSettings, readConfig } from './settings/index.ts'
import { createState } from './state/index.ts'
import { openDatabase, type Database } from './storage/index.ts'
import type { Language } from './text/index.ts'

const now = () => new Date()

export interface ServicesInput {
  readonly paths: DataPaths
  readonly log: Logger
  readonly osLanguage: Language
  /** `SATCHEL_VAULT_PASSPHRASE`. */
  readonly vaultPassphrase: string | undefined
}

/** Opens the data directory. Errors: whatever keeps it from opening, with nothing changed. */
export const openServices = async (input: ServicesInput): Promise<Opened> => {
  // Read before anything is opened: a damaged settings file must not leave a half-started daemon behind.
  readConfig(input.paths.config)
  const db = openDatabase({ path: input.paths.database, log: input.log })
  try {
    const opening = await openIdentity({
      db,
      dataDir: input.paths.dataDir,
      vaultPassphrase: input.vaultPassphrase,
      now,
    })
    if (opening.unlockProblem !== null)
      input.log.warn({ code: opening.unlockProblem.code }, 'SATCHEL_VAULT_PASSPHRASE did not open the vault')
    if (opening.kind === 'ready') return ready(input, db, opening.identity)
    return {
      kind: 'needs_vault',
      reason: opening.reason,
      vaultExists: opening.vaultExists,
      createVault: async (passphrase) => ready(input, db, await opening.createVault(passphrase)),
      close: () => {
        db.close()
        return Promise.resolve()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

const ready = (
  { paths, log, osLanguage }: ServicesInput,
  db: Database,
  identity: IdentityService,
): Opened => {
  const state = createState({ db, ownerDid: identity.ownerDid })
  state.ensureCoreModels({ language: osLanguage })
  const settings = createSettings({ configPath: paths.config, state })
  const language = () => settings.get().language
  const packages = createPackages({
    db,
    packagesDir: paths.packagesDir,
    catalogueDir,
    state,
    ownerDid: identity.ownerDid,
    now,
    language,
    log,
  })
  packages.verifyStore()
  const guard = createNetworkGuard({
    log: (event) => {
      log.debug(event, 'network')
    },
  })
  const capabilities = createCapabilities({
    db,
    now,
    log,
    language,
    sources: [
      createAcpSource({ packages, state, language, runHttp: (call) => runHttpBinding({ ...call, guard }) }),
    ],
  })
  const models = createModels({ settings, guard, language })
  const router = createRouter({ packages })
  const chat = createChat({ db, router, capabilities, packages, state, models, settings, log })
  return {
    kind: 'ready',
    services: { identity, packages, state, settings, capabilities, models, chat },
    close: async () => {
      await chat.close()
      await guard.close()
      db.close()
    },
  }
}
