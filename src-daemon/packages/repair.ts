/** Brings what is installed back to what its records say, after a crash or a damaged file. */
import type { createOneAtATime } from '../platform/one-at-a-time.ts'
import type { Database } from '../storage/index.ts'
import type { Grants } from './grants.ts'
import type { Install, Records } from './records.ts'
import type { PackageStore } from './store.ts'
import type { PackagesService } from './types.ts'

export interface RepairDeps {
  readonly db: Database
  readonly records: Records
  readonly store: PackageStore
  readonly grants: Grants
  readonly oneAtATime: ReturnType<typeof createOneAtATime>
  /** Called after each committed change. */
  readonly announce: () => void
  readonly log: { warn(data: object, message: string): void }
}

export const createRepair = (deps: RepairDeps) => {
  const { db, records, store, grants, oneAtATime, announce, log } = deps

  const verifyStore: PackagesService['verifyStore'] = () => {
    let changed = false
    for (const found of records.installs()) {
      if (found.disabledReason !== null || store.read(found.sha256) !== null) continue
      disable(found)
      changed = true
    }
    const kept = new Set(records.hashes())
    for (const file of store.sweep(kept)) log.warn({ file }, 'a package file that nothing names was removed')
    if (changed) announce()
  }

  /** The stored file is not what was installed: none of it may be used. */
  const disable = ({ name, sha256 }: Install): void => {
    db.transaction(() => {
      records.setDisabled(name, 'changed')
      grants.revoke(name)
    })()
    log.warn({ name, sha256 }, 'a stored package file no longer matches its hash')
  }

  /** Repairs what a crash left, and enables capabilities whose damaged file is intact again. */
  const renewAuthorizations: PackagesService['renewAuthorizations'] = ({ signal } = {}) =>
    oneAtATime(async () => {
      await grants.settleAll(signal)
      for (const found of records.installs()) {
        if (signal?.aborted === true) return
        if (found.disabledReason === null || store.read(found.sha256) === null) continue
        const heal = (): void => {
          records.setDisabled(found.name, null)
        }
        if (found.switchedOffAt !== null) heal()
        else await grants.issueWith(records.file(found.sha256).package, heal)
        announce()
      }
    })

  return { verifyStore, renewAuthorizations, disable }
}
