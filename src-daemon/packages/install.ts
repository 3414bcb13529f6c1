import semver from 'semver'
import { SatchelError } from '../platform/errors.ts'
import type { StateService } from '../state/types.ts'
import type { Database } from '../storage/index.ts'
import { sayError, type Language } from '../text/index.ts'
import { createCatalogue } from './catalogue.ts'
import { CATALOGUE_AUTHOR } from './catalogue-author.ts'
import { problemOf } from './findings.ts'
import { createRecords, type Install, type PackageFile } from './records.ts'
import { reviewOf } from './review.ts'
import { createPackageStore } from './store.ts'
import type {
  AuthorTrust,
  InstalledPackage,
  PackagesService,
  PackageSource,
  PermissionReview,
} from './types.ts'
import { validatePackage } from './validate.ts'

export interface PackagesDeps {
  readonly db: Database
  /** Where installed files lie, one per hash. Made when needed. */
  readonly packagesDir: string
  /** The files that come with Satchel. */
  readonly catalogueDir: string
  readonly state: Pick<StateService, 'registerSchema' | 'checkSchema' | 'purgeOwner'>
  readonly ownerDid: string
  readonly now: () => Date
  readonly language: () => Language
  /** Whether the service of an `mcp_service` binding can be called; none can unless told. */
  readonly isServiceConnected?: (serviceUri: string) => boolean
  /** The author whose packages count as built in; the pinned one unless told. */
  readonly catalogueAuthor?: string
  readonly log?: { warn(data: object, message: string): void } | undefined
}

/** The installed capabilities (acp.md 4): reviewed, consented to by hash, stored read-only under that hash. */
export const createPackages = (deps: PackagesDeps): PackagesService => {
  const { db, state, ownerDid, language, now, isServiceConnected = () => false, log } = deps
  const builtInAuthor = deps.catalogueAuthor ?? CATALOGUE_AUTHOR
  const records = createRecords({ db, now })
  const store = createPackageStore(deps)
  const shipped = createCatalogue(deps)
  const listeners = new Set<() => void>()

  const install: PackagesService['install'] = async ({
    source,
    sha256,
    acceptWarnings,
    acceptDowngrade,
    via,
  }) => {
    await Promise.resolve()
    const { entry, bytes } = open(source)
    const { package: acp } = entry
    if (acp.sha256 !== sha256) {
      throw new SatchelError('package_changed', { details: { reviewed: sha256, found: acp.sha256 } })
    }
    refuseTaken(entry)
    const review = reviewFile(entry)
    const { title, version } = acp
    if (review.warnings.length > 0 && !acceptWarnings) {
      const params = { title, count: review.warnings.length }
      throw new SatchelError('warnings_not_accepted', { params, details: { warnings: review.warnings } })
    }
    const installed = review.installedVersion
    if (installed !== null && semver.lt(version, installed) && acceptDowngrade !== true) {
      throw new SatchelError('downgrade_not_confirmed', { params: { title, installed, version } })
    }
    keep(entry, bytes, { permissions: review.permissions, warningsAccepted: acceptWarnings, via })
    announce()
    return installedPackage(installOf(acp.name))
  }

  /** File first, then one transaction: what the database names is always there. A failure leaves no trace. */
  const keep = (entry: PackageFile, bytes: Uint8Array, consent: Parameters<typeof records.add>[1]): void => {
    const { package: acp } = entry
    const isNew = store.put(acp.sha256, bytes)
    try {
      const unused = db.transaction(() => {
        const { capUri: owner, memoryScope: scope, title, schema } = acp
        state.registerSchema({ owner, scope, title, schema })
        records.add(entry, consent)
        return records.removeUnused()
      })()
      for (const hash of unused) store.remove(hash)
    } catch (thrown) {
      if (isNew && records.install(acp.name)?.sha256 !== acp.sha256) store.remove(acp.sha256)
      throw thrown
    }
  }

  /** Everything an installer checks before it asks the user. */
  const open = (source: PackageSource): { entry: PackageFile; bytes: Uint8Array } => {
    const { fileName, bytes } = read(source)
    const validated = validatePackage(bytes, fileName, {
      checkSchema: (input) => {
        state.checkSchema(input)
      },
      signature: 'required',
    })
    const { package: acp, findings, signature } = validated
    if (acp === null || signature === null) {
      const problems = findings.map((one) => problemOf(one, language()))
      const first = problems.find(({ severity }) => severity === 'error')
      throw new SatchelError('package_rejected', {
        params: { file: fileName, problem: first?.message ?? '' },
        details: { problems },
      })
    }
    return { entry: { package: acp, findings, signature }, bytes }
  }

  const read = (source: PackageSource): { fileName: string; bytes: Uint8Array } => {
    if (source.kind === 'catalogue') return shipped.file(source.id)
    return { fileName: source.fileName, bytes: new Uint8Array(Buffer.from(source.bytesBase64, 'base64')) }
  }

  /**
   * A name belongs to its first author, also after it was removed: its state may still be there (acp.md 4.4, 5.1). A version is
   * immutable (cap.md 4); only the owner's own drafts may change under one number (acp.md 2.6).
   */
  const refuseTaken = ({ package: acp }: PackageFile): void => {
    const { name, version, title, author, sha256 } = acp
    const known = records.author(name)
    if (known !== null && known !== author.did) {
      throw new SatchelError('author_changed', {
        params: { name, known, found: author.did },
        details: { known, found: author.did },
      })
    }
    const other = author.did === ownerDid ? null : records.otherBytesOf(acp)
    if (other === null) return
    throw new SatchelError('version_exists', {
      params: { title, version },
      details: { name, version, known: other, found: sha256 },
    })
  }

  const reviewFile = ({ package: acp, findings }: PackageFile): PermissionReview => {
    const installed = records.install(acp.name)
    return reviewOf({
      package: acp,
      findings,
      trust: trustOf(acp.author.did),
      installedVersion: installed === null ? null : records.file(installed.sha256).package.version,
      language: language(),
      isServiceConnected,
    })
  }

  const trustOf = (did: string): AuthorTrust => {
    if (did === ownerDid) return 'own'
    if (did === builtInAuthor) return 'built_in'
    return records.isKnownAuthor(did) ? 'known' : 'new'
  }

  const installedPackage = ({ name, sha256, installedAt, disabledReason }: Install): InstalledPackage => {
    const file = records.file(sha256)
    return {
      name,
      version: file.package.version,
      sha256,
      review: reviewFile(file),
      examples: [...file.package.examples],
      installedAt,
      status: disabledReason === null ? 'ready' : 'disabled',
      statusReason:
        disabledReason === null ? null : sayError(language(), 'package_file_damaged', { name }).message,
    }
  }

  const installOf = (name: string): Install => {
    const found = records.install(name)
    if (found === null) throw new SatchelError('package_not_installed', { params: { name } })
    return found
  }

  const catalogue: PackagesService['catalogue'] = () =>
    shipped.files().flatMap(({ id, fileName, validated: { package: acp, findings, signature } }) => {
      if (acp === null || signature === null) {
        log?.warn({ fileName, findings }, 'a file of the built-in catalogue is not valid and is not offered')
        return []
      }
      const review = reviewFile({ package: acp, findings, signature })
      const installed = records.install(acp.name)?.sha256 === acp.sha256
      return [{ id, review, examples: [...acp.examples], installed }]
    })

  const verifyStore = (): void => {
    let changed = false
    for (const { name, sha256, disabledReason } of records.installs()) {
      const reason = store.read(sha256) === null ? 'changed' : null
      if (reason === disabledReason) continue
      records.setDisabled(name, reason)
      if (reason !== null) log?.warn({ name, sha256 }, 'a stored package file no longer matches its hash')
      changed = true
    }
    if (changed) announce()
  }

  const announce = (): void => {
    for (const listener of listeners) listener()
  }

  return {
    catalogue,
    installed: () => records.installs().map(installedPackage),
    get: (name) => {
      const found = records.install(name)
      return found === null || found.disabledReason !== null ? null : records.file(found.sha256).package
    },
    review: async (source) => {
      await Promise.resolve()
      const { entry } = open(source)
      refuseTaken(entry)
      return reviewFile(entry)
    },
    install,
    remove: (name, { purge = false } = {}) => {
      const { capUri } = records.file(installOf(name).sha256).package
      const unused = db.transaction(() => {
        if (purge) state.purgeOwner(capUri)
        return records.remove(name, purge)
      })()
      for (const hash of unused) store.remove(hash)
      announce()
    },
    source: (name) => {
      const { sha256 } = installOf(name)
      const bytes = store.read(sha256)
      if (bytes === null) throw new SatchelError('package_file_damaged', { params: { name } })
      return {
        yaml: Buffer.from(bytes).toString('utf8'),
        signatureRange: { ...records.file(sha256).signature },
      }
    },
    verifyStore,
    onChange: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
