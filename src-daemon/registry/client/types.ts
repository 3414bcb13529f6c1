/** The shapes of the marketplace, for the API and its clients. What sources say is data of strangers: cut to size, and free of control characters. */
import type {
  Glance,
  MarketDetail,
  MarketDetailInput,
  MarketResults,
  MarketReview,
  MarketSearchInput,
  MarketUpdates,
  MarketWanted,
  Provenance,
  ReviewEvent,
  SourceChange,
  SourceView,
  glanceInputSchema,
} from '../../contract/marketplace.ts'
import type { catalogueSchema } from '../../contract/settings.ts'
import type { z } from 'zod'

/** Capabilities as they are found, looked at, and kept up to date; every file is verified on this machine, whoever told of it. */
export interface MarketplaceService {
  sources(): readonly SourceView[]
  /** Adds a source after it answered. Errors: `registry_source_exists`, `registry_source_unusable`, `registry_missing`, those of the source. */
  addSource(
    catalogue: z.infer<typeof catalogueSchema>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<void>
  /** Errors: `registry_source_missing`. */
  setSource(change: SourceChange): void
  /** Errors: `registry_source_missing`. */
  removeSource(name: string): void
  /**
   * Searches all sources at once. One that does not answer is told in `sources`, never thrown.
   * Errors: `index_query_too_long`, `index_cursor_invalid`.
   */
  search(input: MarketSearchInput, options?: { signal?: AbortSignal | undefined }): Promise<MarketResults>
  /** Looks at files as far as they can be had, for the cards on screen. */
  glance(
    input: z.infer<typeof glanceInputSchema>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<readonly Glance[]>
  /** Errors: `registry_capability_unknown`, `registry_capability_unheard`, `registry_source_missing`. What fails while verifying stands in the answer. */
  detail(input: MarketDetailInput, options?: { signal?: AbortSignal | undefined }): Promise<MarketDetail>
  /**
   * Fetches and verifies what is to be installed. Errors: those of `detail`; the failed step of the verification: `registry_index_differs`,
   * `registry_record_missing`, `registry_file_differs`, `registry_author_differs`, `cid_sha256_differ`, `ipfs_*`; `network_*`; those of `packages.review`.
   */
  review(input: MarketWanted, options?: { signal?: AbortSignal | undefined }): Promise<MarketReview>
  /** The same, told as it goes on. Who stops listening ends it. Errors: those of `review`. */
  reviewing(input: MarketWanted, signal: AbortSignal): AsyncIterable<ReviewEvent>
  /** What a `satchel://install?…` link asks for. Errors: `registry_link_invalid`. */
  readLink(link: string): MarketWanted
  /** What a text written by a person names: a capability, a CID, an address, a link; null for anything else, such as a bare name. */
  read(text: string): MarketWanted | null
  /** What was found at the last check. */
  updates(): MarketUpdates
  /** Asks the sources now. */
  check(options?: { signal?: AbortSignal | undefined }): Promise<MarketUpdates>
  /** Where an installed capability came from; null where that is not known. */
  provenance(name: string): Provenance | null
  onChange(listener: () => void): () => void
  close(): Promise<void>
}
