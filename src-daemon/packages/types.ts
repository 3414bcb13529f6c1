import type {
  AcpPackage,
  AuthorTrust,
  CatalogueEntry,
  InstalledPackage,
  KnownAuthor,
  PackageSource,
  Handover,
  PermissionReview,
} from '../contract/packages.ts'
import type { Advisory, Recommendation } from '../contract/advisories.ts'
import type { SatchelError } from '../platform/errors.ts'

/** A file that was fetched and verified by another room, as it was reviewed. */
export interface CandidateFile {
  readonly fileName: string
  readonly bytes: Uint8Array
  /** A problem with its source that must be accepted with the install; null if there is none. */
  readonly objection: SatchelError | null
  /** That the name was passed on to its author; null if no registry proves it. */
  readonly handover: Handover | null
  /** Call this inside the transaction of its install. */
  readonly installed: () => void
}

/** Files waiting for the user's decision, and what is known about the source of installed ones. */
export interface CandidateFiles {
  /** Errors: `registry_candidate_gone`. */
  open(id: string): CandidateFile
  /** Why its publisher withdrew the version with this hash; null if no source says so. */
  yankedFor(sha256: string): string | null
}

/** What lists that the owner follows say of packages and their authors. */
export interface Advice {
  /** The lists that block a version. `author`: its DID. */
  advisories(of: {
    readonly name: string
    readonly version: string
    readonly sha256: string
    readonly author: string
  }): readonly Advisory[]
  recommendations(author: string): readonly Recommendation[]
}

/**
 * The capabilities that messages are routed to and conversations use: the installed packages, and others in
 * the same form. `get` returns null for one that is missing or disabled.
 */
export interface CapabilityCatalog {
  installed(): readonly (Pick<AcpPackage, 'name' | 'examples'> & { readonly claim?: AcpPackage['claim'] })[]
  get(name: string): AcpPackage | null
  onChange(listener: () => void): () => void
}

/** The installed capabilities. Every change is announced to `onChange` listeners. */
export interface PackagesService {
  catalogue(): readonly CatalogueEntry[]
  installed(): readonly InstalledPackage[]
  /** The verified package installed as `name`; null if there is none or it is disabled. */
  get(name: string): AcpPackage | null
  /**
   * Runs all checks of an install except the user's consent; `handover` is what a registry proves of the name. Errors: `package_rejected` with
   * `details.problems`, `author_changed`, `version_exists`; for `previous` also `package_not_installed`,
   * `no_previous_version`, `package_file_damaged`.
   */
  review(source: PackageSource, options?: { handover?: Handover | null }): Promise<PermissionReview>
  /**
   * Installs what was reviewed: `sha256` must be the reviewed one. Warnings, a downgrade, a new key of a known author, a look-alike, the new author of a name that was passed on, a version that a list blocks and problems with the
   * source of a candidate must be accepted. Issues the authorization of the install. Errors: `package_rejected`, `package_changed`, `author_changed`,
   * `version_exists`, `warnings_not_accepted`, `downgrade_not_confirmed`, `author_key_not_accepted`, `look_alike_not_accepted`, `handover_not_accepted`, `package_blocked`, `registry_source_not_accepted`,
   * `registry_candidate_gone`, and those of signing.
   */
  install(input: {
    source: PackageSource
    sha256: string
    acceptWarnings: boolean
    acceptDowngrade?: boolean | undefined
    acceptAuthorKey?: boolean | undefined
    acceptLookAlike?: boolean | undefined
    acceptHandover?: boolean | undefined
    acceptBlocked?: boolean | undefined
    acceptSource?: boolean | undefined
    via: 'renderer' | 'cli' | 'internal'
  }): Promise<InstalledPackage>
  /**
   * Returns to the previously installed version, which the user had agreed to; the current one becomes the
   * previous. One that a list blocks by now must be accepted.
   * Errors: `package_not_installed`, `no_previous_version`, `package_file_damaged`, `package_blocked`, and those of signing.
   */
  rollback(input: {
    name: string
    acceptBlocked?: boolean | undefined
    via: 'renderer' | 'cli' | 'internal'
  }): Promise<InstalledPackage>
  /**
   * Disables a capability (models see nothing of it, its authorization is revoked) or enables it again.
   * Errors: `package_not_installed`, `package_file_damaged`, those of signing.
   */
  setEnabled(input: { name: string; enabled: boolean }): Promise<InstalledPackage>
  /** The owner's trust in the author who signs with this key. */
  authorTrust(author: AcpPackage['author']): AuthorTrust
  /** Every author whose packages were ever installed. */
  authors(): readonly KnownAuthor[]
  /**
   * Fetches the documents of authors whose keys can change (`did:web`, `did:wba`) again, and marks keys they
   * no longer list.
   */
  refreshAuthors(options?: { signal?: AbortSignal | undefined }): Promise<void>
  /**
   * Makes the authorizations match what is installed: none with other verbs than its version was granted, none for a capability that is
   * off or removed, even after a crash. A damaged file that is intact again is enabled again. Errors: those of signing; completed steps stay.
   */
  renewAuthorizations(options?: { signal?: AbortSignal | undefined }): Promise<void>
  /**
   * Signs a package of the owner: fills in author and key if empty or missing, and the signature; no other
   * byte changes.
   * Errors: `package_rejected`, `author_is_other` unless `takeAuthorship`, `signature_place_missing`, those
   * of signing.
   */
  sign(input: {
    fileName: string
    bytes: Uint8Array
    keyId?: string | undefined
    takeAuthorship?: boolean | undefined
    requester: string
  }): Promise<{ bytes: Uint8Array; sha256: string; did: string; keyId: string }>
  /** Objects, schemas and history of a capability, installed or not, as one JSON document. Errors: `package_not_installed`. */
  exportState(name: string): Readonly<Record<string, unknown>>
  /**
   * Its state stays readable, and its name stays with its author, unless `purge` is set: that also removes its objects and frees the name
   * (acp.md 4.5), even for one that was removed before. All or nothing. Errors: `package_not_installed`.
   */
  remove(name: string, options?: { purge?: boolean }): void
  /**
   * The YAML as stored, and the position of the signature token in it, as UTF-16 offsets for `slice`.
   * Errors: `package_not_installed`, `package_file_damaged`.
   */
  source(name: string): { yaml: string; signatureRange: { start: number; end: number } }
  /** Re-checks every stored file against its hash; a mismatch disables the capability with the reason. */
  verifyStore(): void
  onChange(listener: () => void): () => void
}

/** The pictures of packages that the owner makes and publishes, by their hash: for the maker, for publishing and for exports. */
export interface OwnPictures {
  /**
   * Keeps a picture without what it says beside what it shows; its CID is of what is kept. Errors: `picture_refused` for
   * another kind, a damaged one, and more than 1 MiB.
   */
  attach(bytes: Uint8Array): string
  /** Keeps one as it is, which a signed package names. Errors: `picture_refused`. */
  keep(bytes: Uint8Array): string
  /** Null if it isn't kept. */
  read(sha256: string): Uint8Array | null
}
