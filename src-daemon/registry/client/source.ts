import type { SourceAbout } from '../../contract/marketplace.ts'
import type { Catalogue } from '../../contract/settings.ts'
import type { SatchelError } from '../../platform/errors.ts'
import type { Filters } from '../indexer/types.ts'
import type { Listing } from './listing.ts'

/** A question to one source. */
export interface SourceQuery {
  readonly query: string
  readonly filters: Filters
  /** `next` of the previous page; null for the first. */
  readonly cursor: string | null
}

export interface SourcePage {
  /** The best first, at most one version of each capability. */
  readonly listings: readonly Listing[]
  readonly next: string | null
  /** How many invalid entries were left out. */
  readonly dropped: number
  /** Whether it has more that match than it ever lists. */
  readonly isCut?: boolean
}

/** Versions that may have a schema. */
export interface WithSchema {
  readonly listings: readonly Listing[]
  readonly isExact: boolean
}

interface Options {
  readonly signal: AbortSignal
}

interface DownloadOptions extends Options {
  readonly onBytes?: ((fetched: number) => void) | undefined
}

/** A name's author passed it on to another. */
export interface PassedOn {
  readonly from: string
  readonly to: string
}

/** Why an index lacks a version, as far as it says (`Absence` of the indexer's service). */
export interface Lack {
  /** `null`: it can't say. */
  readonly state: 'unknown' | 'waiting' | 'refused' | null
  readonly reason: { readonly code: string; readonly text: string } | null
  /** `chain:contract`. */
  readonly registry: string | null
}

/** A place that lists capabilities. Nothing it says is trusted until the file has been verified. */
export interface Source {
  readonly catalogue: Catalogue
  /**
   * Errors: those of the transport (`network_*`, `registry_index_failed`, `registry_folder_unreadable`); the
   * signal's reason.
   */
  search(query: SourceQuery, options: Options): Promise<SourcePage>
  /** A version, or the latest one; null if the source does not have it. Errors: as `search`. */
  resolve(
    wanted: { readonly capUri: string; readonly version: string | null },
    options: Options,
  ): Promise<Listing | null>
  /** A version, or why it isn't there; null if this source isn't an index of a registry. Errors: as `search`. */
  standing(
    wanted: { readonly capUri: string; readonly version: string },
    options: Options,
  ): Promise<{ readonly listing: Listing } | { readonly lack: Lack } | null>
  /** Every version it can name, in no order. Errors: as `search`. */
  versions(capUri: string, options: Options): Promise<readonly Listing[]>
  /**
   * Versions whose package may have this schema, the best first: `isExact` if the source says that they have it, else they
   * are those of the capability that the URI names. Errors: as `search`.
   */
  withSchema(schemaUri: string, options: Options): Promise<WithSchema>
  /** The bytes of a version if they are on this machine; null if they have to be fetched. */
  bytes(listing: Pick<Listing, 'sha256'>): Promise<Uint8Array | null>
  /**
   * The bytes from the source's own files; null if it has none of that hash. Absent where files are found by their CID alone.
   * Errors: `registry_file_missing`, those of the transport.
   */
  download?(listing: Pick<Listing, 'sha256'>, options: DownloadOptions): Promise<Uint8Array | null>
  /** A picture of one of its packages, unverified; null if it has none of that hash. Absent where pictures are found by their CID alone. */
  picture?(sha256: string, options: Options): Promise<Uint8Array | null>
  /** What it said before, for while it doesn't answer. Absent where its answers are kept one by one, or always at hand. */
  readonly earlier?: Pick<Source, 'search' | 'resolve' | 'versions'> & {
    /** When it last answered (milliseconds since 1970); null if it never did. */
    at(): number | null
  }
  /**
   * Who signed the list that is used now, and when; `time` is null where each package is signed by itself. Null if there is no
   * list yet; absent where there never is one.
   */
  signedBy?(): { readonly did: string; readonly time: string | null } | null
  /** Its publisher, and what it has, as far as that is known without asking it. Absent where nobody vouches for the whole. */
  about?(): SourceAbout
  /** What is to be said of an answer, even though it holds. */
  warning?(): SatchelError | null
  /** Names passed on, each by a signed statement that holds. Absent where a chain says so, or nothing can. */
  handovers?(capUri: string): Promise<readonly PassedOn[]>
  close(): Promise<void>
}
