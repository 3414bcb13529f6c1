/** Salvages state: from the change log of a damaged database, as far as its hashes hold. */
import canonicalize from 'canonicalize'
import type { SalvageReport } from '../../contract/salvage.ts'
import type { Database, DamagedStore } from '../../storage/index.ts'
import type { Engine } from '../objects/engine.ts'
import { coreModels } from '../schema/core-models.ts'
import { checkChains, spreadOut } from './chains.ts'
import { takeCopies } from './copies.ts'
import { type KnownSchema, refillFoundations } from './foundations.ts'
import { createLoneEngine } from './lone-engine.ts'
import { hasOpenEnd, lostHashes, objectsWithLosses } from './losses.ts'
import { restorePositions } from './positions.ts'
import { repeatUnverified } from './unverified.ts'

export type StateSalvage = Pick<
  SalvageReport,
  'changes' | 'objects' | 'fromCopies' | 'incomplete' | 'lostSchemas'
>

export interface SalvageStateInput {
  /** With the rows of the log that could be copied, and nothing that follows from them. */
  readonly db: Database
  readonly damaged: DamagedStore
  /** Whose changes those are that complete objects by their copies. */
  readonly ownerDid: string
  readonly now: () => number
  /** A schema by its URI, if its row is lost. */
  readonly schemaOf: (uri: string) => KnownSchema | null
  /** The log holds; the objects follow. */
  readonly onObjects: () => void
}

/**
 * Rebuilds state from the log that was copied into `db`: the rows it refers to, the valid part of its chains, the
 * views. Objects that lost changes are completed from the damaged database's own views.
 */
export const salvageState = (input: SalvageStateInput): StateSalvage => {
  const { db, damaged, ownerDid, now, onObjects } = input
  const openEnd = hasOpenEnd(damaged)
  const { lastMs, unverified, ...changes } = db.transaction(() => {
    refillFoundations(db, damaged, (uri) => coreSchema(uri) ?? input.schemaOf(uri))
    const misplaced = restorePositions(db, damaged)
    const checked = checkChains(db, lostHashes(db, damaged))
    return { ...checked, wrong: checked.wrong + misplaced }
  })()
  const losses = objectsWithLosses(db, damaged, changes.lost)
  spreadOut(db)
  onObjects()
  const { engine, close } = createLoneEngine(db, ownerDid, now)
  try {
    engine.transactions.atomically(() => {
      // Changes under the current name may be lost, and their numbers must not be reused.
      engine.meta.replica.rename('copied', null)
      engine.log.forget()
    })
    engine.views.fillMissing()
    const { isSettled, ...copies } = takeCopies(engine, damaged, {
      ...losses,
      hasLosses: changes.lost > 0 || openEnd,
    })
    const isLatest = (object: number, position: number): boolean =>
      losses.isAllKnown && losses.lostObjects.get(object) === position
    repeatUnverified(engine, unverified, { isSettled, isLatest })
    const last = lastMs === null ? {} : { last: new Date(lastMs).toISOString() }
    return {
      changes: { ...changes, ...last, ...(openEnd && { openEnd }) },
      objects: countObjects(engine),
      ...copies,
      lostSchemas: lostSchemas(engine, damaged),
    }
  } finally {
    close()
  }
}

const coreSchema = (uri: string): KnownSchema | null => {
  const model = coreModels.find((one) => one.uri === uri)
  return model === undefined ? null : { title: model.title, body: canonicalize(model.schema) ?? '' }
}

const countObjects = ({ schemas, statement }: Engine): number =>
  schemas
    .all()
    .map(({ view }) => Number(statement(`SELECT count(*) FROM ${view} WHERE deleted = 0`).pluck().get()))
    .reduce((sum, count) => sum + count, 0)

const lostSchemas = ({ schemas }: Engine, damaged: DamagedStore): string[] => {
  const there = new Set(schemas.all().map(({ uri }) => uri))
  const uris = [...damaged.indexed('sqlite_autoindex_state_schemas_1')].map(({ values }) => values[0])
  return uris.filter((uri) => typeof uri === 'string' && !there.has(uri)) as string[]
}
