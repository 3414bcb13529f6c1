import { SatchelError } from '../platform/errors.ts'
import { createOneAtATime } from '../platform/one-at-a-time.ts'
import type { StateService } from '../state/types.ts'
import type { Database } from '../storage/index.ts'
import { agreedReview, refuseBlocked } from './agreed.ts'
import type { Authors } from './authors.ts'
import type { Candidate, Candidates } from './candidate.ts'
import type { Grants } from './grants.ts'
import type { Consent, Install, Records } from './records.ts'
import { createRepair } from './repair.ts'
import { appsAskedFor } from './document/schema-section.ts'
import type { Shown } from './shown.ts'
import type { PackageStore } from './store.ts'
import type { PackagesService } from './types.ts'
import type { Handover, InstalledPackage } from '../contract/packages.ts'

export interface ChangesDeps {
  readonly db: Database
  readonly records: Records
  readonly authors: Pick<Authors, 'remember' | 'passOn' | 'markListed' | 'forgetName' | 'ownerOf'>
  readonly store: PackageStore
  readonly candidates: Candidates
  readonly grants: Grants
  readonly shown: Pick<Shown, 'review' | 'installed'>
  readonly state: Pick<StateService, 'registerSchema' | 'purgeOwner'>
  /** Called after each committed change. */
  readonly announce: () => void
  readonly log: { warn(data: object, message: string): void }
}

type Changes = Pick<
  PackagesService,
  'install' | 'rollback' | 'setEnabled' | 'remove' | 'verifyStore' | 'renewAuthorizations'
>

/**
 * Every change of what is installed (acp.md 4). Each is one transaction. The authorization is issued before
 * it, because signing is asynchronous and a transaction is not; if the transaction fails, the authorization
 * is restored to what is installed.
 */
export const createChanges = (deps: ChangesDeps): Changes => {
  const { db, records, authors, store, candidates, grants, shown, state, announce, log } = deps
  const oneAtATime = createOneAtATime()
  const { disable, ...repair } = createRepair({ ...deps, oneAtATime })

  const install: Changes['install'] = async (input) => {
    const candidate = await candidates.open(input.source)
    return oneAtATime(() => {
      const { permissions, handover } = agreedReview(deps, candidate, input)
      const consent = { permissions, warningsAccepted: input.acceptWarnings, via: input.via }
      return putInPlace(candidate, consent, handover)
    })
  }

  const rollback: Changes['rollback'] = ({ name, acceptBlocked, via }) =>
    oneAtATime(() => {
      const candidate = candidates.previousOf(name)
      const review = shown.review(candidate.entry)
      refuseBlocked(review, acceptBlocked)
      const { permissions, warnings } = review
      const consent = { permissions, warningsAccepted: warnings.length > 0, via: `${via}:rollback` }
      return putInPlace(candidate, consent)
    })

  /** Installs a file. A failure at any step leaves no trace. */
  const putInPlace = async (
    candidate: Candidate,
    consent: Consent,
    handover: Handover | null = null,
  ): Promise<InstalledPackage> => {
    const { entry } = candidate
    const { name } = entry.package
    const isSwitchedOff = (records.install(name)?.switchedOffAt ?? null) !== null
    if (isSwitchedOff) keep(candidate, consent, handover)
    else {
      await grants.issueWith(entry.package, () => {
        keep(candidate, consent, handover)
      })
    }
    announce()
    // If this version requests no verbs, the previous version's grant ends here.
    await grants.settle(name)
    return shown.installed(installOf(name))
  }

  /** File first, then one transaction: what the database names always exists. */
  const keep = (
    { entry, bytes, checkedNow, fetched }: Candidate,
    consent: Consent,
    handover: Handover | null,
  ): void => {
    const { package: acp } = entry
    const isNew = store.put(acp.sha256, bytes)
    try {
      const unused = db.transaction(() => {
        const { capUri: owner, memoryScope: scope, title, schema } = acp
        const grants = consent.permissions.some(({ key }) => key === 'state.app') ? appsAskedFor(schema) : []
        state.registerSchema({ owner, scope, title, schema, grants })
        records.add(entry, consent)
        authors.remember(acp)
        if (handover !== null) authors.passOn(acp.name, handover.to)
        if (checkedNow) authors.markListed(acp.author)
        fetched?.installed()
        return records.removeUnused()
      })()
      removeFiles(unused)
    } catch (thrown) {
      if (isNew && !records.hashes().includes(acp.sha256)) store.remove(acp.sha256)
      throw thrown
    }
  }

  const setEnabled: Changes['setEnabled'] = ({ name, enabled }) =>
    oneAtATime(async () => {
      const found = installOf(name)
      if (enabled) await switchOn(found)
      else switchOff(found)
      announce()
      return shown.installed(installOf(name))
    })

  const switchOff = ({ name, switchedOffAt }: Install): void => {
    db.transaction(() => {
      if (switchedOffAt === null) records.setSwitchedOff(name, true)
      grants.revoke(name)
    })()
  }

  /** Also restores an authorization that the owner had revoked by hand. */
  const switchOn = async (found: Install): Promise<void> => {
    const { name, sha256 } = found
    if (store.read(sha256) === null) {
      if (found.disabledReason === null) {
        disable(found)
        announce()
      }
      throw new SatchelError('package_file_damaged', { params: { name } })
    }
    await grants.issueWith(
      records.file(sha256).package,
      db.transaction(() => {
        records.setSwitchedOff(name, false)
        records.setDisabled(name, null)
      }),
    )
  }

  const remove: Changes['remove'] = (name, { purge = false } = {}) => {
    const isKept = records.install(name) === null && authors.ownerOf(name) !== null
    if (!(purge && isKept)) installOf(name)
    const unused = db.transaction(() => {
      records.remove(name)
      if (purge) {
        state.purgeOwner(`did:nuwa:cap:${name}`)
        authors.forgetName(name)
      }
      grants.revoke(name)
      grants.endShares(name, { purged: purge })
      return records.removeUnused()
    })()
    removeFiles(unused)
    announce()
  }

  /** Runs after the commit: a file that cannot be removed now is removed at the next start. */
  const removeFiles = (hashes: readonly string[]): void => {
    for (const sha256 of hashes) {
      try {
        store.remove(sha256)
      } catch (thrown) {
        log.warn({ sha256, err: thrown }, 'a package file that nothing needs could not be removed')
      }
    }
  }

  const installOf = (name: string): Install => {
    const found = records.install(name)
    if (found === null) throw new SatchelError('package_not_installed', { params: { name } })
    return found
  }

  return { install, rollback, setEnabled, remove, ...repair }
}
