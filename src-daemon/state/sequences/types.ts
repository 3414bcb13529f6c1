import type { Json } from '../base/json.ts'

/** What becomes an Automerge document once it is edited: a text by characters, a list by elements. */
export type SequenceKind = 'text' | 'list'

/** A text or list as it was written, and its edits since, in an order that respects causality. */
export interface Sequence {
  readonly kind: SequenceKind
  readonly base: Json
  readonly changes: readonly Uint8Array[]
  /** The result of `save`; `changes` are then those made since. */
  readonly saved?: Uint8Array
}

/** A sequence's field and version. */
export interface SequencePlace {
  /** Identifies the field of an object. */
  readonly key: string
  /** The field's version; unique for every content, including that of a transaction that was rolled back. */
  readonly version: string
  /** Called only if the sequence isn't loaded at that version. */
  readonly load: () => Sequence
}

/** Automerge isn't loaded, and the caller didn't want to wait for it. */
export class SequencesNotLoaded extends Error {
  override readonly name = 'SequencesNotLoaded'
}

/**
 * Automerge, in a separate worker that can be ended (its memory never shrinks). Calls are synchronous, as parts of a
 * transaction; until the worker has loaded, some half a second, they wait for that too. A loaded document is reused. Errors of each: `sequence_invalid` (edits that don't belong to this base,
 * or are damaged), `sequence_too_slow`, `sequence_out_of_memory`, `sequence_worker_failed`; nothing has changed then.
 */
export interface Sequences {
  /**
   * The edit that turns the sequence into `after`, as small as possible, made by the replica `actor`; its version is
   * `nextVersion` then. Null if the change is so large that editing would take seconds: then `after` has to be `set`,
   * as a new text or list.
   */
  edit(
    input: SequencePlace & {
      readonly nextVersion: string
      readonly actor: string
      readonly after: Json
    },
  ): Uint8Array | null
  /** The merged value. The base is the same document on every replica. */
  read(sequence: Sequence): Json
  /** The whole document in one piece, which loads faster than its base and edits; null if it can't be in one piece. */
  save(place: SequencePlace): Uint8Array | null
  /** Runs `work`, in which a call that would have to wait for loading throws `SequencesNotLoaded` instead. */
  ifLoaded<T>(work: () => T): T
  /** Starts the worker and resolves when it has loaded, or failed to, which the next call reports. */
  load(): Promise<void>
  /** Ends the worker; the next call starts a new one. */
  close(): void
}

/** The text or list at a path according to the log: the write that created it, and its edits. */
export interface LoggedSequence extends Sequence {
  /** `stampKey` of that write. */
  readonly on: string
}
