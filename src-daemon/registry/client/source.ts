import type { Catalogue } from '../../contract/settings.ts'
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
}

/** Versions that may have a schema. */
export interface WithSchema {
  readonly listings: readonly Listing[]
  readonly isExact: boolean
}

interface Options {
  readonly signal: AbortSignal
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
  /** The bytes of a version if they are on this machine; null if they have to be fetched by CID. */
  bytes(listing: Pick<Listing, 'sha256'>): Promise<Uint8Array | null>
  close(): Promise<void>
}
