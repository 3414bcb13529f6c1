import type {
  AcpPackage,
  AuthorTrust,
  CatalogueEntry,
  InstalledPackage,
  KnownAuthor,
  PackageSource,
  PermissionReview,
} from '../contract/packages.ts'
import type { SatchelError } from '../platform/errors.ts'

/** A file that was fetched and verified elsewhere, as it was reviewed. */
export interface CandidateFile {
  readonly fileName: string
  readonly bytes: Uint8Array
  /** What speaks against where it came from, and must be accepted with the install; null where nothing does. */
  readonly objection: SatchelError | null
  /** To be called inside the transaction of its install. */
  readonly installed: () => void
}

/** Files that wait for the user's word, and what is known of where installed ones came from. */
export interface CandidateFiles {
  /** Errors: `registry_candidate_gone`. */
  open(id: string): CandidateFile
  /** Why the version of this hash was withdrawn by its publisher; null where nobody says so. */
  yankedFor(sha256: string): string | null
}

/**
 * What messages are routed to and conversations use: the installed packages, and whatever else is told of in their form. `get` gives null
 * for what is not there, or is off.
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
  /** The verified package installed as `name`; null when none is, or when it is disabled. */
  get(name: string): AcpPackage | null
  /**
   * Runs the whole chain of an install except the user's consent. Errors: `package_rejected` with `details.problems`, `author_changed`,
   * `version_exists`; for `previous` also `package_not_installed`, `no_previous_version`, `package_file_damaged`.
   */
  review(source: PackageSource): Promise<PermissionReview>
  /**
   * Installs what was reviewed: `sha256` must be the reviewed one. Warnings, a downgrade, a new key of a known author and what speaks against the
   * source of a candidate must be accepted. Issues the authorization of the install. Errors: `package_rejected`, `package_changed`, `author_changed`,
   * `version_exists`, `warnings_not_accepted`, `downgrade_not_confirmed`, `author_key_not_accepted`, `registry_source_not_accepted`,
   * `registry_candidate_gone`, and those of signing.
   */
  install(input: {
    source: PackageSource
    sha256: string
    acceptWarnings: boolean
    acceptDowngrade?: boolean | undefined
    acceptAuthorKey?: boolean | undefined
    acceptSource?: boolean | undefined
    via: 'renderer' | 'cli' | 'internal'
  }): Promise<InstalledPackage>
  /**
   * Returns to the version that was installed before, which the user had agreed to; the present one becomes the previous.
   * Errors: `package_not_installed`, `no_previous_version`, `package_file_damaged`, and those of signing.
   */
  rollback(input: { name: string; via: 'renderer' | 'cli' | 'internal' }): Promise<InstalledPackage>
  /** Switches a capability off (nothing of it reaches a model, its authorization is taken back) or on again. Errors: `package_not_installed`, `package_file_damaged`, those of signing. */
  setEnabled(input: { name: string; enabled: boolean }): Promise<InstalledPackage>
  /** How whoever signs with this key stands with the owner. */
  authorTrust(author: AcpPackage['author']): AuthorTrust
  /** Everyone whose packages were ever installed. */
  authors(): readonly KnownAuthor[]
  /** Asks again for the documents of authors whose keys can change (`did:web`, `did:wba`), and marks what they no longer list. */
  refreshAuthors(options?: { signal?: AbortSignal | undefined }): Promise<void>
  /**
   * Brings the authorizations to what is installed: none that lists other verbs than its version was granted, none for a capability that is
   * off or gone, whatever a crash left. A damaged file that is whole again is let in again. Errors: those of signing; what was done stays.
   */
  renewAuthorizations(options?: { signal?: AbortSignal | undefined }): Promise<void>
  /**
   * Signs a package of the owner's: writes author and key where they are empty or missing, and the signature; no other byte changes.
   * Errors: `package_rejected`, `author_is_other` unless `takeAuthorship`, `signature_place_missing`, those of signing.
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
   * Its state stays readable, and its name its author's, unless `purge` is set: that removes its objects too and gives the name
   * free (acp.md 4.5), also for one that was removed before. All of it or nothing. Errors: `package_not_installed`.
   */
  remove(name: string, options?: { purge?: boolean }): void
  /**
   * The YAML as stored, and where the signature token stands in it, as UTF-16 offsets (what `slice` takes).
   * Errors: `package_not_installed`, `package_file_damaged`.
   */
  source(name: string): { yaml: string; signatureRange: { start: number; end: number } }
  /** Re-checks every stored file against its hash; a mismatch disables the capability with the reason. */
  verifyStore(): void
  onChange(listener: () => void): () => void
}
