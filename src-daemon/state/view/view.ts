/** The door of the view: what the other rooms of state read and write of it. */
export { createViewTable, dropViewTable, viewNameOf } from './tables.ts'
export {
  isCounted,
  isHidden,
  putRow,
  readRow,
  removeRow,
  rowOf,
  VIEW_COLUMNS,
  type Conflicts,
  type ViewRow,
  type WriteRow,
} from './rows.ts'
export { readRows, TOGETHER } from './several.ts'
export { createScopeNames, toStateObject } from './objects.ts'
