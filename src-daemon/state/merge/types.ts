import type { Json, JsonObject } from '../base/json.ts'
import type { Op } from '../log/types.ts'
import type { FieldOp, Write } from '../policies/types.ts'

/** A change as replaying needs it; null ops were purged and count as nothing. */
export interface ReplayedChange {
  readonly write: Write
  readonly ops: readonly Op[] | null
}

/** What all changes of an object come to. */
export interface Replayed {
  /** Null when it was never made, or deleted for good. A soft-deleted object keeps its content. */
  readonly object: JsonObject | null
  readonly deleted: boolean
  /** JSON pointer of a field to all its concurrent values; the object holds one of them. */
  readonly conflicts: Readonly<Record<string, readonly Json[]>>
}

/** How `diff` says what was done to a text or list; it needs the document, which the caller has. */
export type EditSequence = (path: readonly string[], after: Json) => FieldOp
