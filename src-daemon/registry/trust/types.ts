import type { FoundTrustList, TrustListContents, TrustListView, TrustUpdate } from '../../contract/trust.ts'
import type { Collection } from './format.ts'
import type { Lookup } from './lookup.ts'

interface Options {
  readonly signal?: AbortSignal | undefined
}

/** A collection, and the owner's name for the list that has it. */
export interface ListedCollection {
  readonly list: string
  readonly collection: Collection
}

/**
 * The signed lists that the owner follows. What was taken holds until a newer one of the same publisher is; what a place
 * gives instead is refused and said.
 */
export interface TrustService extends Lookup {
  lists(): readonly TrustListView[]
  /** Errors: `trust_list_missing`. */
  show(name: string): TrustListContents
  /** What is at a place, and who signed it; nothing is followed yet. Errors: those of `fetchList`. */
  look(place: string, options?: Options): Promise<FoundTrustList>
  /**
   * Follows the list at a place, as signed by `did` and by nobody else. Without a name it gets the publisher's. Errors:
   * `trust_list_exists`, `trust_too_many`, those of `fetchList`.
   */
  follow(
    wanted: { readonly place: string; readonly did: string; readonly name?: string | undefined },
    options?: Options,
  ): Promise<TrustListView>
  /** Asks for lists again, all of them by default, and waits for each for `patienceMs` at most. One that fails keeps no other from being asked. Errors: `trust_list_missing`. */
  update(
    names?: readonly string[],
    options?: Options & { readonly patienceMs?: number },
  ): Promise<readonly TrustUpdate[]>
  /** Errors: `trust_list_missing`. */
  unfollow(name: string): void
  collections(): readonly ListedCollection[]
  /** Errors: `trust_collection_missing`. */
  collection(list: string, id: string): ListedCollection
  onChange(listener: () => void): () => void
  close(): Promise<void>
}
