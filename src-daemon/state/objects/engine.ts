/** Assembles the parts used by the upper layers. */
import type { Devices, IdentityService } from '../../identity/types.ts'
import { createAppGrants, type AppGrants } from './app-grants.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { Database, Place } from '../../storage/index.ts'
import { type ConfirmedTime, createConfirmedTime } from '../base/confirmed-time.ts'
import { createStatements, type Statements } from '../base/statements.ts'
import { createOpLog } from '../log/log.ts'
import { lastChangeOf } from '../log/own-clock.ts'
import { type Meta, openMeta } from '../log/meta.ts'
import type { Replica } from '../log/replica.ts'
import { settlePlace, type PlaceKeeper } from '../log/settle-place.ts'
import type { OpLog } from '../log/types.ts'
import { createPolicies } from '../policies/index.ts'
import { createSnapshots } from '../sequences/snapshots.ts'
import type { Sequences } from '../sequences/types.ts'
import { createVisibility, type Visibility } from '../view/expiry.ts'
import { createEditing } from './editing.ts'
import { createIntegrate, type Integrate } from './integrate.ts'
import { createMerging, type Merging } from './merging.ts'
import { createQuotas, type Quotas } from './quotas.ts'
import { createRetracted } from './retracted.ts'
import { createSavedSequences } from './saved-sequences.ts'
import { createSchemas, type Schemas } from './schemas.ts'
import { createTransactions, type Transactions } from './transactions.ts'
import { createViews, type Views } from './views.ts'
import { createObjects, type Objects } from './writing.ts'

/** The parts the upper layers use: each member is a concept with a file of its own. */
export interface Engine {
  readonly db: Database
  readonly statement: Statements
  readonly meta: Meta
  readonly ownerDid: () => string
  readonly rotations: IdentityService['rotations']
  readonly devices: Devices
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The time by which data is removed for good. */
  readonly confirmed: ConfirmedTime
  readonly schemas: Schemas
  readonly apps: AppGrants
  readonly quotas: Quotas
  readonly sequences: Sequences
  readonly transactions: Transactions
  readonly log: OpLog
  readonly objects: Objects
  readonly merge: Merging
  readonly views: Views
  readonly visibility: Visibility
  readonly integrate: Integrate
  /** Null if the place isn't tracked: the data is only read, or temporary. */
  readonly keepPlace: PlaceKeeper | null
}

export interface EngineDeps {
  readonly db: Database
  readonly ownerDid: () => string
  readonly rotations: IdentityService['rotations']
  readonly devices: Devices
  readonly now: () => number
  readonly sequences: Sequences
  /** The place of the database. Without it, copies go unnoticed. */
  readonly place?: Place | undefined
  /** Receives damage that was found and repaired, for a log. */
  readonly report: (problem: SatchelError) => void
}

/** Notices that the database was copied, before anything is written. */
const watchPlace = (replica: Replica, { db, place, report }: EngineDeps): PlaceKeeper | null =>
  place === undefined
    ? null
    : settlePlace({ db, replica, place }, ({ name, from }) => {
        report(new SatchelError('data_copied', { params: { from: from ?? '?' }, details: { name } }))
      })

export const createEngine = (deps: EngineDeps): Engine => {
  const { db, ownerDid, now, sequences, report, rotations, devices } = deps
  const statement = createStatements(db)
  const meta = openMeta(db, now)
  const keepPlace = db.readonly ? null : watchPlace(meta.replica, deps)
  const lastChange = () => lastChangeOf(statement, meta.replica.name)
  const confirmed = createConfirmedTime({ statement, now, lastChange }, db.readonly)
  const log = createOpLog({ db, statement, meta, ownerDid, now, latest: confirmed.latest })
  const apps = createAppGrants({ statement, now })
  const schemas = createSchemas({ db, statement, log, ownerDids: rotations.dids, apps })
  const merge = createMerging({ statement, log, policies: createPolicies(sequences) })
  const snapshots = createSnapshots({ statement, report })
  const saved = createSavedSequences({ log, snapshots })
  const editing = createEditing({ log, sequences, saved })
  const transactions = createTransactions({
    db,
    forget: () => {
      log.forget()
      editing.forget()
      confirmed.forget()
    },
    leave: log.keepFewUnindexed,
  })
  const settle = createRetracted({ statement, log, schemas, merge, editing, transactions })
  const parts = {
    db,
    statement,
    meta,
    ownerDid,
    rotations,
    devices,
    now,
    confirmed,
    schemas,
    apps,
    quotas: createQuotas({ statement, schemas }),
    sequences,
    transactions,
    log,
    objects: createObjects({ statement, log, merge, editing, settle }),
    merge,
    visibility: createVisibility({ statement, log, now }),
    views: createViews({ db, statement, schemas, log, transactions, merge }),
  }
  const integrate = createIntegrate({ ...parts, settle, forgetEdited: editing.forget, report })
  return { ...parts, integrate, keepPlace }
}
