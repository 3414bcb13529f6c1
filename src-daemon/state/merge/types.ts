import type { Json, JsonObject } from '../base/json.ts'
import type { Op } from '../log/types.ts'
import type { FieldOp, Write } from '../policies/types.ts'

/** A change as needed for replaying; null ops were purged and are ignored. */
export interface ReplayedChange {
  readonly write: Write
  readonly ops: readonly Op[] | null
}

/** The result of all changes of an object. */
export interface Replayed {
  /** Null if it was never created, or deleted for good. A soft-deleted object keeps its content. */
  readonly object: JsonObject | null
  readonly deleted: boolean
  /** JSON pointer of a field to all its concurrent values; the object holds one of them. */
  readonly conflicts: Readonly<Record<string, readonly Json[]>>
}

/** How `diff` describes an edit of a text or list; it needs the document, which the caller has. */
export type EditSequence = (path: readonly string[], after: Json) => FieldOp
