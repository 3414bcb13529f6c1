import type { Engine } from '../engine.ts'
import type { StateSync } from '../types.ts'
import { createChangeSetExport } from './export.ts'
import { createChangeSetImport } from './import.ts'

/** Change sets between two data directories of one owner, and views that are what the logs say. */
export const createSync = (engine: Engine): StateSync => ({
  ...createChangeSetExport(engine),
  import: createChangeSetImport(engine),
  rebuild: engine.views.rebuild,
  check: engine.views.check,
})
