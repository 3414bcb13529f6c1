/** Opens the data directory and what lies in it. Only the daemon's start imports this. */
import { createNetworkGuard, fetchDidDocument } from './network/index.ts'
import { createDidResolver, openIdentity } from './identity/index.ts'
import type { IdentityService } from './identity/types.ts'
import type { Opened } from './lifecycle/index.ts'
import { SatchelError } from './platform/errors.ts'
import type { DataPaths } from './platform/paths.ts'
import { readConfig } from './settings/index.ts'
import { newerFormat, openDatabase, type Database } from './storage/index.ts'
import type { ErrorCode } from './text/index.ts'
import { wire, type ServicesInput } from './wiring.ts'

const now = () => new Date()

/** Opens the data directory. Errors: whatever keeps it from opening, with nothing changed. */
export const openServices = async (input: ServicesInput): Promise<Opened> => {
  // Read before anything is opened: a damaged settings file must not leave a half-started daemon behind.
  readConfig(input.paths.config)
  const db = openDatabase({ path: input.paths.database, log: input.log })
  try {
    /** Read from the settings once they are open: none before. */
    let developmentHosts = (): readonly string[] => []
    const guard = createNetworkGuard({
      developmentHosts: () => developmentHosts(),
      log: (event) => {
        input.log.debug(event, 'network')
      },
    })
    const dids = createDidResolver({ now, fetch: fetchDidDocument(guard, () => developmentHosts()) })
    const opening = await openIdentity({
      db,
      dataDir: input.paths.dataDir,
      vaultPassphrase: input.vaultPassphrase,
      dids,
      now,
      warn: (problem, message) => {
        input.log.warn({ err: problem, code: problem.code }, message)
      },
    })
    const ready = (identity: IdentityService): Opened =>
      wire(input, {
        db,
        guard,
        dids,
        identity,
        readOnly: readOnlyRefusal(db, input.paths),
        allowDevelopment: (hosts) => {
          developmentHosts = hosts
        },
      })
    if (opening.unlockProblem !== null)
      input.log.warn({ code: opening.unlockProblem.code }, 'SATCHEL_VAULT_PASSPHRASE did not open the vault')
    if (opening.kind === 'ready') return ready(opening.identity)
    return {
      kind: 'needs_vault',
      reason: opening.reason,
      vaultExists: opening.vaultExists,
      createVault: async (passphrase) => ready(await opening.createVault(passphrase)),
      close: async () => {
        await guard.close()
        db.close()
      },
    }
  } catch (error) {
    const refusal = readOnlyRefusal(db, input.paths)
    db.close()
    // What this program does not understand of newer data keeps it from being opened at all; anything else says so itself.
    if (refusal !== null && !(error instanceof SatchelError))
      throw new SatchelError<ErrorCode>('database_newer', { params: refusal.params, cause: error })
    throw error
  }
}

/** What every change is refused with while a newer Satchel's data is open for reading only; else null. */
const readOnlyRefusal = (db: Database, paths: DataPaths): SatchelError | null => {
  const format = newerFormat(db)
  // With what `database_newer` says, too.
  return (
    format &&
    new SatchelError<ErrorCode>('database_read_only', { params: { ...format, path: paths.database } })
  )
}
