import type { Json } from '../base/json.ts'

/** What is kept as an Automerge document once it is edited: a text by characters, a list by elements. */
export type SequenceKind = 'text' | 'list'

/** A text or list as it was put there, and the edits made to it since, in an order that respects what each had seen. */
export interface Sequence {
  readonly kind: SequenceKind
  readonly base: Json
  readonly changes: readonly Uint8Array[]
  /** What `save` gave; `changes` are then those made since. */
  readonly saved?: Uint8Array
}

/** Where a sequence stands. */
export interface SequencePlace {
  /** Names the field of an object. */
  readonly key: string
  /** What the field stands at; never used for two contents, not even of a transaction that was undone. */
  readonly version: string
  /** Asked for the sequence only when it is not loaded at that version. */
  readonly load: () => Sequence
}

/**
 * Automerge, in a worker of its own that can be ended (its memory never shrinks). Calls are synchronous: they are parts of
 * a transaction. A document already loaded is used again.
 * Errors of each: `sequence_invalid` (edits that do not belong to this base, or are damaged), `sequence_too_slow`, `sequence_out_of_memory`,
 * `sequence_worker_failed`; nothing is half done then.
 */
export interface Sequences {
  /**
   * The edit that turns the sequence into `after`, as small as possible, made by the replica `actor`; it stands at
   * `nextVersion` then. Null when so much would change that editing took seconds: then `after` is to be `set`, as a new
   * text or list.
   */
  edit(
    input: SequencePlace & {
      readonly nextVersion: string
      readonly actor: string
      readonly after: Json
    },
  ): Uint8Array | null
  /** The merged value. The base is the same document on every replica, whoever makes it. */
  read(sequence: Sequence): Json
  /** The whole document in one piece, from which it is loaded faster than from its base and edits. */
  save(place: SequencePlace): Uint8Array
  /** Ends the worker; the next call starts a new one. */
  close(): void
}

/** The text or list at a path as the log has it: which write put it there, and its edits. */
export interface LoggedSequence extends Sequence {
  /** `stampKey` of that write. */
  readonly on: string
}
