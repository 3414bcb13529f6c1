/** The shapes of `registry/publish/`. */
import type { Publication, PublishPlan } from '../../contract/publishing.ts'
import type { ChainCost } from '../../contract/registry-chain.ts'

export interface PublishInput {
  /** May be left out if there is only one registry. */
  readonly registry?: string | undefined
  readonly fileName: string
  readonly bytes: Uint8Array
}

/**
 * Publishes packages: each publication is a row that is written before each step that others can see, so that
 * whatever is interrupted, the same file is published once, and resuming finishes it. Every change is emitted
 * to `onChange` listeners.
 */
export interface PublishService {
  /**
   * What publishing would do and cost. Errors: `package_rejected` with `details.problems`, `author_is_other`, `file_too_large`,
   * `registry_missing`, `chain_account_missing`, `publication_file_changed`, what the contract refuses (`registry_name_owned`,
   * `registry_version_exists` for other bytes, `registry_other_author`, `registry_input_invalid`), what every index would refuse (`registry_schema_changed`), `chain_wrong` and the other `chain_*`.
   */
  plan(input: PublishInput): Promise<PublishPlan>
  /**
   * Begins a publication, or resumes the one of this file, and returns at once; it continues without a
   * window. Errors: those of `plan`, `chain_funds`.
   */
  start(input: PublishInput & { readonly requester: string }): Promise<Publication>
  /**
   * Resumes it where it stopped. `dearer`: a pending transaction is sent again with the same nonce and a fee
   * an eighth higher, or the current fee if that is higher. Errors: `publication_unknown`.
   */
  resume(input: {
    readonly id: string
    readonly requester: string
    readonly dearer?: boolean | undefined
  }): Publication
  /**
   * The most that would cost, instead of its cost so far; null if no transaction is pending, or it is
   * running. Errors: `publication_unknown`, `chain_*`.
   */
  dearer(id: string): Promise<ChainCost | null>
  /** The newest first. */
  list(): readonly Publication[]
  /** The same, with the current answers of the stores in `places`. */
  listPinned(): Promise<readonly Publication[]>
  /** Errors: `publication_unknown`. */
  get(id: string): Publication
  /** Waits until it is no longer running. Errors: `publication_unknown`, the error it failed with. */
  settled(id: string): Promise<Publication>
  /** The file as it is published, and those of its pictures that are here. Errors: `publication_unknown`, `publication_not_signed`. */
  signedFile(id: string): {
    readonly fileName: string
    readonly bytes: Uint8Array
    readonly pictures: readonly Uint8Array[]
  }
  /**
   * Cancels a publication that was not sent yet, and deletes its file. Errors: `publication_unknown`,
   * `publication_submitted`, `publication_running`.
   */
  cancel(id: string): Promise<void>
  onChange(listener: () => void): () => void
  /** Stops what is running; the next start can resume it. */
  close(): Promise<void>
}
