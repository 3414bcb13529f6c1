import type { Authorizations, IdentityService } from '../identity/types.ts'
import type { VerificationKey } from '../contract/identity.ts'
import { SatchelError } from '../platform/errors.ts'
import { sha256Hex } from '../platform/sha256.ts'
import { createEmitter } from '../platform/emitter.ts'
import type { StateService } from '../state/types.ts'
import type { Database } from '../storage/index.ts'
import type { Language } from '../contract/language.ts'
import { createAuthors } from './authors.ts'
import { signPackage } from './authoring/sign.ts'
import { createCandidates } from './candidate.ts'
import { createCatalogue } from './catalogue.ts'
import { createChanges } from './changes.ts'
import { createGrants, isOn } from './grants.ts'
import { createRecords } from './records.ts'
import { createShown } from './shown.ts'
import { createPackageStore } from './store.ts'
import type { Advice, CandidateFiles, PackagesService } from './types.ts'

export interface PackagesDeps {
  readonly db: Database
  /** Folder of installed files, one per hash. Created on first use. */
  readonly packagesDir: string
  /** The files that come with Satchel. */
  readonly catalogueDir: string
  readonly state: Pick<StateService, 'registerSchema' | 'checkSchema' | 'purgeOwner' | 'exportOwner'>
  readonly identity: Pick<IdentityService, 'ownerDid' | 'isOwn' | 'signer' | 'keys'>
  /**
   * The public key of a key id that its DID lists under `assertionMethod`. Errors: `key_not_authorized`,
   * `did_*`.
   */
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly authorizations: Pick<Authorizations, 'issue' | 'current' | 'revoke' | 'revokeFormer' | 'list'>
  readonly now: () => Date
  readonly language: () => Language
  /** Whether the service of an `mcp_service` binding can be called. */
  readonly isServerConnected: (serverUri: string) => boolean
  /** Whether the file of a module that a package names by CID was given. */
  readonly hasModule: (packageName: string, cid: string) => boolean
  /** The author whose packages count as built in; the pinned one by default. */
  readonly catalogueAuthor?: string
  /** Files of the marketplace; null if there is none. */
  readonly candidateFiles: CandidateFiles | null
  /** The lists that the owner follows. */
  readonly advice: Advice
  readonly log: { warn(data: object, message: string): void }
}

/**
 * The installed capabilities (acp.md 4): reviewed, consented to by hash, stored read-only under that hash.
 */
export const createPackages = (deps: PackagesDeps): PackagesService => {
  const { db, state, identity, keyOf, language, now, log } = deps
  const { isServerConnected, hasModule, candidateFiles, advice } = deps
  const records = createRecords({ db, now })
  const authors = createAuthors(deps)
  const store = createPackageStore(deps)
  const shipped = createCatalogue(deps)
  const grants = createGrants({ authorizations: deps.authorizations, records, log })
  const yankedFor = (sha256: string): string | null => candidateFiles?.yankedFor(sha256) ?? null
  const isOwn = (did: string): boolean => identity.isOwn(did)
  const shown = createShown({
    records,
    authors,
    isOwn,
    shipped,
    language,
    isServerConnected,
    hasModule,
    yankedFor,
    advice,
    log,
  })
  const candidates = createCandidates({
    records,
    authors,
    store,
    shipped,
    candidateFiles,
    state,
    isOwn,
    keyOf,
    language,
  })
  const { listen: onChange, emit: announce } = createEmitter()
  const changes = createChanges({
    db,
    records,
    authors,
    store,
    candidates,
    grants,
    shown,
    state,
    announce,
    log,
  })

  const refreshAuthors: PackagesService['refreshAuthors'] = async ({ signal } = {}) => {
    const installed = records.installs().map(({ sha256 }) => records.file(sha256).package.author)
    if (await authors.refresh(installed, signal)) announce()
  }

  const sign: PackagesService['sign'] = async ({ fileName, bytes, keyId, takeAuthorship, requester }) => {
    const signer = identity.signer({ keyId, purpose: 'package', requester })
    const checkSchema = (input: Parameters<StateService['checkSchema']>[0]): void => {
      state.checkSchema(input)
    }
    const signed = await signPackage(bytes, fileName, signer, {
      takeAuthorship,
      checkSchema,
      language: language(),
    })
    return { bytes: signed, sha256: sha256Hex(signed), did: signer.did, keyId: signer.keyId }
  }

  const source: PackagesService['source'] = (name) => {
    const { sha256 } = installOf(name)
    const bytes = store.read(sha256)
    if (bytes === null) throw new SatchelError('package_file_damaged', { params: { name } })
    return {
      yaml: Buffer.from(bytes).toString('utf8'),
      signatureRange: { ...records.file(sha256).signature },
    }
  }

  const exportState: PackagesService['exportState'] = (name) => {
    // A removed capability keeps its name for as long as its state may still exist.
    if (authors.ownerOf(name) === null) installOf(name)
    const capability = `did:nuwa:cap:${name}`
    return {
      format: 'satchel-state',
      version: 1,
      capability,
      exportedAt: now().toISOString(),
      ...state.exportOwner(capability),
    }
  }

  const installOf = (name: string) => {
    const found = records.install(name)
    if (found === null) throw new SatchelError('package_not_installed', { params: { name } })
    return found
  }

  return {
    ...changes,
    catalogue: shown.catalogue,
    installed: () => records.installs().map(shown.installed),
    get: (name) => {
      const found = records.install(name)
      return found !== null && isOn(found) ? records.file(found.sha256).package : null
    },
    review: async (from, { handover = null } = {}) => {
      const { entry, fetched } = await candidates.open(from)
      return shown.review(entry, candidates.refuseTaken(entry.package, fetched?.handover ?? handover))
    },
    authors: authors.all,
    authorTrust: authors.trustOf,
    refreshAuthors,
    sign,
    exportState,
    source,
    onChange,
  }
}
