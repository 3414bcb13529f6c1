import type { Catalogue } from '../../contract/settings.ts'
import type { Filters } from '../indexer/types.ts'
import type { Told } from './told.ts'

/** A question to one source. */
export interface SourceQuery {
  readonly query: string
  readonly filters: Filters
  /** `next` of the page before; null for the first. */
  readonly cursor: string | null
}

export interface SourcePage {
  /** The best first, at most one version of each capability. */
  readonly told: readonly Told[]
  readonly next: string | null
  /** Entries that were none, and were left out. */
  readonly dropped: number
}

interface Options {
  readonly signal: AbortSignal
}

/** Somebody who tells of capabilities. Nothing of it is believed before the file was looked at. */
export interface Source {
  readonly catalogue: Catalogue
  /** Errors: those of the way there (`network_*`, `registry_index_failed`, `registry_folder_unreadable`); the signal's reason. */
  search(query: SourceQuery, options: Options): Promise<SourcePage>
  /** A version, or the latest; null where it has none. Errors: as `search`. */
  resolve(
    wanted: { readonly capUri: string; readonly version: string | null },
    options: Options,
  ): Promise<Told | null>
  /** Every version it can name, in no order. Errors: as `search`. */
  versions(capUri: string, options: Options): Promise<readonly Told[]>
  /** The bytes of a version where they are on this machine; null where they are to be had by their CID. */
  bytes(told: Pick<Told, 'sha256'>): Promise<Uint8Array | null>
  close(): Promise<void>
}
