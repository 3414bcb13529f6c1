import type { ViewCheck } from '../../contract/state-sync.ts'
import type { Engine } from '../objects/engine.ts'
import { type ChangeSetExport, createChangeSetExport } from './export.ts'
import { createDeviceCalls, type DeviceCalls } from './devices.ts'
import { createFileImport, type FileImport } from './import-file.ts'
import { createChangeSetImport } from './import.ts'

/** Change sets between two data directories of one owner. */
export interface StateSync extends ChangeSetExport, FileImport {
  readonly devices: DeviceCalls
  /** Rebuilds every view from the logs, with the same result. */
  rebuild(): ViewCheck
  /** Compares every view with the logs, and changes nothing. */
  check(): ViewCheck
  /** Rewrites the view of these objects from the log. */
  mend(objects: readonly { readonly schemaUri: string; readonly objectId: string }[]): void
}

/** Change sets between two data directories of one owner, and checks of views against the logs. */
export const createSync = (engine: Engine): StateSync => ({
  ...createChangeSetExport(engine),
  devices: createDeviceCalls(engine),
  ...createFileImport(engine, createChangeSetImport(engine)),
  rebuild: engine.views.rebuild,
  check: engine.views.check,
  mend: engine.views.mend,
})
