import type { ExportReport, ImportReport, ViewCheck } from '../../contract/state-sync.ts'
import type { Engine } from '../objects/engine.ts'
import { createChangeSetExport } from './export.ts'
import { createChangeSetImport } from './import.ts'

/** Change sets between two data directories of one owner. */
export interface StateSync {
  /**
   * Writes what `since` (a version vector per log, from `vectors`) lacks; everything when null. `after` null: the first part of
   * that, which is small enough not to keep others waiting; `next` of a part: the part after it. Each part is a change set, and
   * so are they all, one after the other. Left out: everything as one part. Errors: `change_set_too_large`, `scope_unknown`,
   * `change_set_other_owner`.
   */
  export(input: { scopes: readonly string[] | null; since: unknown; after?: string | null | undefined }): {
    readonly bytes: Uint8Array
    readonly report: ExportReport
    /** Null with the last part. */
    readonly next: string | null
  }
  /**
   * Reads a change set, checks every hash, and merges it; all or nothing.
   * Errors: `change_set_invalid`, `change_set_other_owner`, `schema_changed_without_version`, `quota_exceeded`.
   */
  import(bytes: Uint8Array): ImportReport
  /** What is here of each log, as JSON for `export` elsewhere. */
  vectors(): unknown
  /** Makes every view again from the logs, with the same result. */
  rebuild(): ViewCheck
  /** Compares every view with what the logs say, and changes nothing. */
  check(): ViewCheck
}

/** Change sets between two data directories of one owner, and views that are what the logs say. */
export const createSync = (engine: Engine): StateSync => ({
  ...createChangeSetExport(engine),
  import: createChangeSetImport(engine),
  rebuild: engine.views.rebuild,
  check: engine.views.check,
})
