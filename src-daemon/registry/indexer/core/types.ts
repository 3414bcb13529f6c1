/** The shapes of the indexer: its input from chain and files, and what it stores (acp.md 5). */

/** Where an event is on the chain. Events are ordered by block, then by log index. */
export interface EventPlace {
  readonly block: number
  readonly logIndex: number
}

interface EventOrigin extends EventPlace {
  readonly blockHash: string
  readonly tx: string
}

/** A version was published. `capUri` is without the version, `sha256` is hex without prefix. */
export interface PublishedEvent extends EventOrigin {
  readonly kind: 'published'
  readonly capUri: string
  readonly semver: string
  readonly cid: string
  readonly sha256: string
  readonly publisher: string
  readonly authorDid: string
}

export interface YankedEvent extends EventOrigin {
  readonly kind: 'yanked'
  readonly capUri: string
  readonly semver: string
  readonly reason: string
}

/** The vote of one address, which replaces its earlier one; 0 withdraws it. */
export interface VotedEvent extends EventOrigin {
  readonly kind: 'voted'
  readonly capUri: string
  readonly voter: string
  readonly vote: number
}

export type ChainEvent = PublishedEvent | YankedEvent | VotedEvent

export interface BlockRef {
  readonly number: number
  readonly hash: string
}

/** All events of the blocks `from` to `to.number`, in order. */
export interface EventPage {
  readonly from: number
  readonly to: BlockRef
  readonly events: readonly ChainEvent[]
}

/**
 * The registry's events. `pages` ends at the newest block there is now. Every event carries the hash of its block, so a reorganisation
 * between two pages shows.
 */
export interface ChainEvents {
  pages(input: { readonly from: number; readonly signal: AbortSignal }): AsyncIterable<EventPage>
  /** The hash of a block of the current chain; null if the chain isn't that long. */
  blockHash(number: number, options: { readonly signal: AbortSignal }): Promise<string | null>
}

/** The bytes of a file by its CID. Throws if no source has it now. */
export type FetchFile = (cid: string, options: { readonly signal: AbortSignal }) => Promise<Uint8Array>

/** Why a file is not in the index. `code` is stable; `text` is English, for a log and for other programs. */
export interface Refusal {
  readonly code: string
  readonly text: string
}

/** A version's own metadata, and the words the index searches. Only for verified files. */
export interface VerifiedFile {
  /** The `metadata` section as the author wrote it, as JSON text. */
  readonly metadata: string
  /** `$id` of the schema, and without its version: the state path (acp.md 5.4). */
  readonly schemaUri: string
  readonly statePath: string
  /** SHA-256 of the canonical schema. */
  readonly schemaHash: string
  readonly bytes: number
  /** Words of tools and examples, which `metadata` lacks in part. */
  readonly words: string
}

/** The outcome for a waiting version. `retry` keeps it waiting until `at` (milliseconds since 1970). */
export type Outcome = {
  /** The version as it was handed out: the outcome counts only while that version is still the same. */
  readonly place: EventPlace
  readonly sha256: string
} & (
  | { readonly kind: 'verified'; readonly file: VerifiedFile }
  | { readonly kind: 'refused'; readonly reason: Refusal }
  | { readonly kind: 'retry'; readonly reason: Refusal; readonly at: number }
)

export interface WaitingVersion extends EventPlace {
  readonly capUri: string
  readonly semver: string
  readonly cid: string
  readonly sha256: string
  readonly authorDid: string
  readonly attempts: number
}

export type VersionState = 'waiting' | 'verified' | 'refused'

/** One published version as the index knows it. */
export interface VersionRecord extends EventPlace {
  readonly capUri: string
  readonly semver: string
  readonly cid: string
  readonly sha256: string
  readonly publisher: string
  readonly authorDid: string
  readonly tx: string
  readonly state: VersionState
  readonly reason: Refusal | null
  readonly attempts: number
  /** Milliseconds since 1970; null unless it waits. */
  readonly nextTry: number | null
  readonly yanked: string | null
  /** The `metadata` section; null unless verified. */
  readonly metadata: Readonly<Record<string, unknown>> | null
}

export interface IndexStatistics {
  readonly capabilities: number
  readonly versions: Readonly<Record<VersionState, number>>
  readonly yanked: number
  readonly authors: number
  readonly vectors: number
  /** The last block whose events are in; null before the first. */
  readonly block: BlockRef | null
}

/** The filters beside words. A filter with several values requires all of them. */
export const FILTERS = ['tags', 'author_did', 'model_family', 'permissions'] as const
export type FilterName = (typeof FILTERS)[number]
export type Filters = Readonly<Partial<Record<FilterName, readonly string[]>>>

/** What ranking needs of one capability. `id` grows with every change of the document. */
export interface SearchDocument {
  readonly id: number
  readonly capUri: string
  /** Words of each field, as `wordsOf` gives them. */
  readonly name: readonly string[]
  readonly title: readonly string[]
  readonly tags: readonly string[]
  readonly description: readonly string[]
  readonly more: readonly string[]
  readonly votes: number
  /** Block of the version that is shown. */
  readonly block: number
}

/** A condition over terms: at least one of each group. */
export type TermGroups = readonly (readonly string[])[]

/** The inverted index that both stores offer: sets of documents, without ranking. */
export interface TermIndex {
  /** Number of documents, and the blocks between which they were published. */
  extent(): Promise<{ readonly documents: number; readonly firstBlock: number; readonly lastBlock: number }>
  /** In how many documents each term occurs; a term that occurs nowhere is left out. */
  frequencies(terms: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * The nearest other terms to a word as written, all at the same distance: one typo, or two if there are none at one;
   * never more than `most`. A plural counts like its term.
   */
  similar(
    written: string,
    most: number,
  ): Promise<readonly { readonly term: string; readonly distance: number }[]>
  /** The most frequent terms with this prefix. */
  beginning(prefix: string, limit: number): Promise<readonly string[]>
  /** Ids of the documents that have a term of each group, newest first. */
  match(groups: TermGroups, limit: number): Promise<readonly number[]>
  /** Ids of the newest documents. */
  newest(limit: number): Promise<readonly number[]>
  /** The documents that still exist, in no order. */
  documents(ids: readonly number[]): Promise<readonly SearchDocument[]>
}

/** Vectors of documents, of one embedding model. */
export interface VectorRow {
  readonly id: number
  readonly vector: Float32Array
}

/**
 * The storage of an index. Each writing call is one transaction: after a crash it is done completely or not
 * at all.
 */
export interface IndexStore extends TermIndex {
  /** The last block whose events are in. */
  position(): Promise<BlockRef | null>
  /** The registry it belongs to, as `claim` took it; null before that. */
  registry(): Promise<string | null>
  /** Blocks whose hashes are known, at or below a number, the newest first. */
  blocks(atMost: number, limit: number): Promise<readonly BlockRef[]>
  /**
   * Stores a page. Events already stored are left as they are. Errors: `index_gap` if the page does not
   * follow the last one.
   */
  append(page: EventPage): Promise<void>
  /** Removes exactly what came after a block, and what was derived from it; -1 removes everything. */
  rollback(block: BlockRef | null): Promise<void>
  /** Versions whose file is to be fetched now, in chain order. */
  due(now: number, limit: number, besides?: readonly EventPlace[]): Promise<readonly WaitingVersion[]>
  /** When the next waiting version is due; null if none is waiting. */
  nextDue(): Promise<number | null>
  settle(outcomes: readonly Outcome[]): Promise<void>

  /** A version, or the latest: the highest that is neither a pre-release nor yanked. Verified ones only. */
  resolve(capUri: string, semver: string | null): Promise<VersionRecord | null>
  /** All versions of a capability, whatever their state, in chain order. */
  versions(capUri: string): Promise<readonly VersionRecord[]>
  /**
   * Verified versions with this `$id` of their schema, in the state path of its first author: those that are not yanked
   * first, the newest first.
   */
  withSchema(schemaUri: string, limit: number): Promise<readonly VersionRecord[]>
  /** The versions to show for these documents, by id. */
  shown(ids: readonly number[]): Promise<ReadonlyMap<number, VersionRecord>>
  votes(capUri: string): Promise<number>
  /** How often each value of a facet occurs, the most frequent first. */
  facetValues(
    name: FilterName,
    limit: number,
  ): Promise<readonly { readonly value: string; readonly count: number }[]>
  statistics(): Promise<IndexStatistics>

  /** Documents without a vector of this model, with the text to make it from. */
  withoutVector(
    model: string,
    limit: number,
  ): Promise<readonly { readonly id: number; readonly text: string }[]>
  keepVectors(model: string, rows: readonly VectorRow[]): Promise<void>
  /** Vectors of this model with higher ids, in the order of ids. */
  vectors(model: string, above: number, limit: number): Promise<readonly VectorRow[]>
  close(): Promise<void>
}

/** This process's role as the only one that writes an index. */
export interface Election {
  /** Fires when the role is lost without having been released: another process may hold it already. */
  readonly lost: AbortSignal
  release(): Promise<void>
}

/** An index for the process that writes it. */
export interface WritableIndex extends IndexStore {
  /**
   * Takes the role of the writer. For an index that several machines share, it waits; for a file, the other
   * process has to end first. Errors: `index_other_writer`, `index_unreachable`; the signal's reason.
   */
  elect(signal: AbortSignal): Promise<Election>
  /**
   * Binds the index to this registry for good: two registries in one index could not be told apart. Errors:
   * `index_other_registry`.
   */
  claim(registry: string): Promise<void>
}
