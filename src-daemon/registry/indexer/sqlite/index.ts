import type { StorageLog } from '../../../storage/index.ts'
import { createIndexStore } from '../store/store.ts'
import type { WritableIndex } from '../core/types.ts'
import { openSqlite } from './driver.ts'
import { electWriter } from './elect.ts'

export { INDEX_FILE } from './driver.ts'

/**
 * An index in one file of this machine.
 *
 * @throws SatchelError those of `openDatabase`
 */
export const openSqliteIndex = (input: { path: string; log?: StorageLog | undefined }): WritableIndex => ({
  ...createIndexStore(openSqlite(input)),
  elect: () => Promise.resolve(electWriter(input.path)),
})
