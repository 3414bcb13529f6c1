/** The shapes of `registry/publish/`. */
import type { Publication, PublishPlan } from '../../contract/publishing.ts'
import type { ChainCost } from '../../contract/registry-chain.ts'

export interface PublishInput {
  /** The only registry there is unless named. */
  readonly registry?: string | undefined
  readonly fileName: string
  readonly bytes: Uint8Array
}

/**
 * Publishes packages: each publication is a row that is written before each step that others see, so that whatever ends in between, the same
 * file is published once, and going on finishes it. Every change is announced to `onChange` listeners.
 */
export interface PublishService {
  /**
   * What publishing would do and cost. Errors: `package_rejected` with `details.problems`, `author_is_other`, `file_too_large`,
   * `registry_missing`, `chain_account_missing`, `publication_file_changed`, what the contract refuses (`registry_name_owned`,
   * `registry_version_exists` for other bytes, `registry_other_author`, `registry_input_invalid`), `chain_wrong` and the other `chain_*`.
   */
  plan(input: PublishInput): Promise<PublishPlan>
  /**
   * Begins a publication, or goes on with the one of this file, and returns at once; it goes on without a window. Errors: those of `plan`,
   * `chain_funds`.
   */
  start(input: PublishInput & { readonly requester: string }): Promise<Publication>
  /**
   * Goes on where it stopped. `dearer`: a transaction that is still on its way is sent again with the same number and a fee an eighth higher,
   * or as is asked now where that is more. Errors: `publication_unknown`.
   */
  resume(input: {
    readonly id: string
    readonly requester: string
    readonly dearer?: boolean | undefined
  }): Publication
  /** What that would cost at most, instead of what it would have cost; null where nothing waits, or it runs. Errors: `publication_unknown`, `chain_*`. */
  dearer(id: string): Promise<ChainCost | null>
  /** The newest first. */
  list(): readonly Publication[]
  /** The same, with `places` as the stores say now. */
  listPinned(): Promise<readonly Publication[]>
  /** Errors: `publication_unknown`. */
  get(id: string): Publication
  /** Waits until it no longer runs. Errors: `publication_unknown`, what it failed with. */
  settled(id: string): Promise<Publication>
  /** The file as it is published. Errors: `publication_unknown`, `publication_not_signed`. */
  signedFile(id: string): { readonly fileName: string; readonly bytes: Uint8Array }
  /** Gives up what was not sent yet, and keeps its file no longer. Errors: `publication_unknown`, `publication_submitted`, `publication_running`. */
  cancel(id: string): Promise<void>
  onChange(listener: () => void): () => void
  /** Ends what runs; the next start can go on with it. */
  close(): Promise<void>
}
