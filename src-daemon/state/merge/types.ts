import type { Json, JsonObject } from '../json.ts'
import type { Op } from '../log/types.ts'
import type { FieldOp, Write } from '../policies/types.ts'
import type { Sequence } from '../sequences/types.ts'

/** A change as folding needs it; null ops were purged and count as nothing. */
export interface FoldedChange {
  readonly write: Write
  readonly ops: readonly Op[] | null
}

/** What all changes of an object come to. */
export interface Folded {
  /** Null when it was never made, or deleted for good. A soft-deleted object keeps its content. */
  readonly object: JsonObject | null
  readonly deleted: boolean
  /** JSON pointer of a field to all its concurrent values; the object holds one of them. */
  readonly conflicts: Readonly<Record<string, readonly Json[]>>
}

/** The text or list at a path as the log has it: which write put it there, and its edits. */
export interface LoggedSequence extends Sequence {
  /** `stampKey` of that write. */
  readonly on: string
}

/** How `diff` says what was done to a text or list; it needs the document, which the caller has. */
export type EditSequence = (path: readonly string[], after: Json) => FieldOp
