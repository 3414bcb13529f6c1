/**
 * The shapes of the marketplace, for the API and its clients. Data of sources is untrusted: cut to size, and
 * free of control characters.
 */
import type { MarketUpdates } from '../../contract/market-updates.ts'
import type {
  Glance,
  MarketDetail,
  MarketDetailInput,
  MarketPicture,
  MarketResults,
  MarketReview,
  MarketSearchInput,
  MarketWanted,
  Provenance,
  ReviewEvent,
  SourceChange,
  SourceView,
  StaticRegistry,
  glanceInputSchema,
} from '../../contract/marketplace.ts'
import type { catalogueSchema } from '../../contract/settings.ts'
import type { CollectionInput, CollectionPage, CollectionSummary } from '../../contract/trust.ts'
import type { IndexWord } from '../../contract/publishing.ts'
import type { PublishedVersion } from './standings.ts'
import type { PackageWithSchema, WantedPackage } from './schema-search.ts'
import type { z } from 'zod'

/**
 * Finding, reviewing and updating capabilities; every file is verified on this machine, whichever source
 * named it.
 */
export interface MarketplaceService {
  sources(): readonly SourceView[]
  /**
   * Adds a source once it has answered. Errors: `registry_source_exists`, `registry_source_unusable`,
   * `registry_missing`, those of the source.
   */
  addSource(
    catalogue: z.infer<typeof catalogueSchema>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<void>
  /**
   * Who publishes a static registry, before it is added; adding it pins that. Errors: `registry_list_invalid`, `network_*`,
   * `registry_folder_unreadable`, `server_address_refused`.
   */
  lookAtStatic(place: string, options?: { signal?: AbortSignal | undefined }): Promise<StaticRegistry>
  /** Errors: `registry_source_missing`. */
  setSource(change: SourceChange): void
  /** Errors: `registry_source_missing`; `registry_source_builtin`, as what comes with Satchel is switched off instead. */
  removeSource(name: string): void
  /**
   * Searches all sources at once. One that does not answer is listed in `sources`; its error is not thrown.
   * Errors: `index_query_too_long`, `index_cursor_invalid`.
   */
  search(input: MarketSearchInput, options?: { signal?: AbortSignal | undefined }): Promise<MarketResults>
  /** Fetches and verifies files where possible, for the cards on screen. */
  glance(
    input: z.infer<typeof glanceInputSchema>,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<readonly Glance[]>
  /**
   * Errors: `registry_capability_unknown`, `registry_capability_unheard`, `registry_source_missing`. Failures
   * of the verification are part of the answer.
   */
  detail(input: MarketDetailInput, options?: { signal?: AbortSignal | undefined }): Promise<MarketDetail>
  /**
   * A picture of a package, verified by its CID, from that source or by the CID alone. Errors: `cid_invalid`, `picture_refused`,
   * `ipfs_*`, `file_too_large`.
   */
  picture(
    input: { readonly cid: string; readonly source: string },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<MarketPicture>
  /**
   * Fetches and verifies what is to be installed. Errors: those of `detail`; the failed step of the verification: `registry_index_differs`,
   * `registry_record_missing`, `registry_file_differs`, `registry_author_differs`, `cid_sha256_differ`, `ipfs_*`; `network_*`; those of `packages.review`.
   */
  review(input: MarketWanted, options?: { signal?: AbortSignal | undefined }): Promise<MarketReview>
  /**
   * The same with its progress as events. It ends when the consumer stops iterating. Errors: those of
   * `review`.
   */
  reviewing(input: MarketWanted, signal: AbortSignal): AsyncIterable<ReviewEvent>
  /**
   * The verified package that has a schema, from the sources or from one index instead; null if none has it. Errors: why
   * a file is refused (`registry_*`, `package_rejected`, `schema_wrong_id`), else the failure of a source.
   */
  packageWithSchema(
    wanted: WantedPackage,
    options?: {
      signal?: AbortSignal | undefined
      index?: { readonly name: string; readonly indexer: string }
    },
  ): Promise<PackageWithSchema | null>
  /** The DID of a capability's author, as the sources say; unverified. Errors: those of `detail`. */
  authorListed(capUri: string, options?: { signal?: AbortSignal | undefined }): Promise<string>
  /** What a `satchel://install?…` link asks for. Errors: `registry_link_invalid`. */
  readLink(link: string): MarketWanted
  /**
   * Reads what a person typed: a capability, a CID, an address, a link; null for anything else, such as a
   * bare name.
   */
  read(text: string): MarketWanted | null
  /** The collections of the lists that the owner follows. */
  collections(): readonly CollectionSummary[]
  /** A page of a collection, each package as the sources have it. Errors: `trust_list_missing`, `trust_collection_missing`. */
  collection(input: CollectionInput, options?: { signal?: AbortSignal | undefined }): Promise<CollectionPage>
  /** What was found at the last check. */
  updates(): MarketUpdates
  /** Checks the sources now. */
  check(options?: { signal?: AbortSignal | undefined }): Promise<MarketUpdates>
  /** What each index does with a published version. Throws nothing but the signal's reason. */
  standings(
    published: PublishedVersion,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<readonly IndexWord[]>
  /** Where an installed capability came from; null if unknown. */
  provenance(name: string): Provenance | null
  onChange(listener: () => void): () => void
  close(): Promise<void>
}
