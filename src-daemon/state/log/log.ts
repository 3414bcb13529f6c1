/** Assembles the logs, and answers what needs several of their parts. */
import type { Database } from '../../storage/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Statements } from '../base/statements.ts'
import { createBranches } from './branches.ts'
import { createCausality } from './causality.ts'
import { createChangeTable } from './change-table.ts'
import { createDividing } from './dividing.ts'
import { createEarlier } from './earlier.ts'
import { createGaps } from './gaps.ts'
import { createHeads } from './heads.ts'
import { createInternTable } from './intern-table.ts'
import type { Meta } from './meta.ts'
import { createOutgoing } from './outgoing.ts'
import { createOwnClock } from './own-clock.ts'
import { createPurging } from './purging.ts'
import { createReading } from './reading.ts'
import { createRecording } from './recording.ts'
import { createRefill } from './refill.ts'
import { createRetractions } from './retractions.ts'
import { createOpsStore } from './stored-ops.ts'
import type { OpLog } from './types.ts'
import { createWriters } from './writers.ts'

export interface OpLogDeps {
  readonly db: Database
  readonly statement: Statements
  readonly meta: Meta
  readonly ownerDid: () => string
  readonly now: () => number
  /** The latest time that a clock may honestly have. */
  readonly latest: () => number
}

/**
 * The logs: what was changed, by whom, in an order that respects causality. A hash covers the header of a change, which
 * names the previous change and the hash of its ops (`headerBytes`).
 */
export const createOpLog = ({ db, statement, meta, ownerDid, now, latest }: OpLogDeps): OpLog => {
  const numbers = createInternTable(statement)
  const { replica } = meta
  const ownClock = createOwnClock(statement, () => replica.name, latest)
  const retractions = createRetractions(statement)
  const writers = createWriters({ statement, replica, now, ownClock, retractions })
  const causality = createCausality(statement, writers)
  const table = createChangeTable(db, statement, writers.flush)
  const opsStore = createOpsStore(statement)
  const gaps = createGaps(statement)
  const purging = createPurging({ statement, numbers, table, opsStore })

  const parts = { statement, numbers, writers, causality, opsStore, retractions }
  const { positionOf, forget: forgetRead, ...read } = createReading({ ...parts, table })

  const earlier = createEarlier({ statement, numbers, writers, table, opsStore, retractions })

  const flush = (): void => {
    table.flush()
    writers.flush()
  }

  const dividing = createDividing({
    statement,
    writers,
    retractions,
    flush,
    changed: () => {
      writers.forget()
      causality.forget()
      table.forget()
    },
  })
  const branches = createBranches({ statement, writers, gaps, divide: dividing.divide, flush })

  const recording = createRecording({
    ...parts,
    replica,
    branches,
    table,
    purging,
    flush,
    ownerDid,
    now,
  })
  const lost = createRefill({
    statement,
    writers,
    branches,
    gaps,
    compareAnew: dividing.compareAnew,
    write: recording.writeLost,
    move: (from, to) => {
      table.move(from, to)
      const moved = read.at(to)
      if (moved === null) throw new SatchelError('internal')
      statement(
        'DELETE FROM sequence_snapshots WHERE object = (SELECT object FROM changes WHERE position = ?)',
      ).run(to)
      return moved
    },
    flush,
    changed: () => {
      causality.forget()
      table.forget()
    },
  })

  const has: OpLog['has'] = (log, { actor, seq, hash }) =>
    branches.isDropped(log, actor, seq) ||
    branches.find(log, actor, seq, Buffer.from(hash).toString('hex')) !== null

  const versionVector: OpLog['versionVector'] = (log) =>
    Object.fromEntries(
      [...writers.all(log)].filter(({ seq, since }) => seq > since).map(({ actor, seq }) => [actor, seq]),
    )

  const expect: OpLog['expect'] = (schema, objectIds) => {
    for (const { object, isGone } of numbers.load(schema, objectIds)) purging.remember(object, isGone)
  }

  const forget = (): void => {
    replica.forget()
    numbers.forget()
    writers.forget()
    dividing.forget()
    causality.forget()
    table.forget()
    opsStore.forget()
    ownClock.forget()
    retractions.forget()
    forgetRead()
    gaps.forget()
    purging.forget()
  }

  return {
    ...read,
    ...earlier,
    ...createOutgoing({ ...parts, gaps }),
    get actor() {
      return replica.name
    },
    open: numbers.log,
    find: numbers.findLog,
    append: recording.append,
    expect,
    accept: recording.accept,
    has,
    keyOf: numbers.logOf,
    saw: causality.saw,
    retracted: retractions.taken,
    versionVector,
    last: branches.last,
    isDropped: branches.isDropped,
    follows: branches.follows,
    isHere: (hash) => positionOf(hash) !== null,
    sawAll: (log, seen) => branches.seenBy(log, seen) !== null,
    ...createHeads({ statement, writers, branches, gaps }),
    ...lost,
    takeDivided: dividing.takeDivided,
    plainOps: opsStore.plain,
    numberOf: numbers.findObject,
    purgeObject: purging.purgeObject,
    isGone: (schema, objectId) => {
      const object = numbers.findObject(schema, objectId)
      return object !== null && purging.isGone(object)
    },
    drop: (schema) => {
      purging.drop(schema)
      forget()
    },
    flush,
    indexAll: table.indexAll,
    keepFewUnindexed: table.keepFew,
    forget,
  }
}
