import { toPointer } from '../json.ts'
import type { Op } from '../log/types.ts'

/** JSON pointers of what the ops touch; `''` is the whole object. */
export const touchedPaths = (ops: readonly Op[]): string[] =>
  ops.flatMap((op) => {
    if (op.op === 'create') return Object.keys(op.object).map((name) => toPointer([name]))
    return op.op === 'delete' ? [''] : [toPointer(op.path)]
  })
