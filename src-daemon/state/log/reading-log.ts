import type { Database } from '../../storage/index.ts'
import { createStatements } from '../base/statements.ts'
import { createOpLog } from './log.ts'
import { openMeta } from './meta.ts'
import type { OpLog } from './types.ts'

/** The log of a connection that only reads, in a worker. */
export const openReadingLog = (db: Database): OpLog =>
  createOpLog({
    db,
    statement: createStatements(db),
    meta: openMeta(db, Date.now),
    ownerDid: () => '',
    now: Date.now,
    latest: Date.now,
  })
