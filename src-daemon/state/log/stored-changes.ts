/** Changes as they were hashed, read from a database with an otherwise closed log, to check them. */
import type { Statements } from '../base/statements.ts'
import { createCausality } from './causality.ts'
import { createInternTable } from './intern-table.ts'
import { createOpsStore } from './stored-ops.ts'
import { createIncoming } from './outgoing.ts'
import { createOwnClock } from './own-clock.ts'
import type { Row } from './reading.ts'
import type { IncomingChange } from './types.ts'
import { createRetractions } from './retractions.ts'
import { createWriters, type Writer } from './writers.ts'

export interface StoredChanges {
  writer(id: number): Writer
  /** `previous`: the hash of the change it follows. Throws if it can't be read. */
  change(row: Row, previous: Buffer | null): IncomingChange
}

/** It writes nothing, so it has no name of its own. */
const NO_REPLICA = ''

export const createStoredChanges = (statement: Statements): StoredChanges => {
  const writers = createWriters({
    statement,
    replica: { name: NO_REPLICA },
    now: () => 0,
    ownClock: createOwnClock(
      statement,
      () => NO_REPLICA,
      () => 0,
    ),
    retractions: createRetractions(statement),
  })
  return {
    writer: writers.byId,
    change: createIncoming({
      numbers: createInternTable(statement),
      writers,
      causality: createCausality(statement, writers),
      opsStore: createOpsStore(statement),
    }),
  }
}
