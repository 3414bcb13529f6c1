/** Accepts changes of other replicas. */
import { type SatchelError, toSatchelError } from '../../platform/errors.ts'
import type { Devices, IdentityService } from '../../identity/types.ts'
import type { Schema } from '../schema/schema.ts'
import { decodeOps } from '../log/codec.ts'
import { createPending } from '../log/pending.ts'
import { type Back, createMergeTouched, type MergeTouchedDeps, note, type Touched } from './merge-touched.ts'
import { createReturning } from './returning.ts'
import { deliverEarly, type Turn, turnOf } from './delivery.ts'
import { refuseMalformed, refuseOthers, refuseUnfit } from './refusals.ts'
import type { IncomingChange, Integrated, OpLog } from '../log/types.ts'
import type { Statements } from '../base/statements.ts'
import type { Schemas } from './schemas.ts'
import type { Transactions } from './transactions.ts'

interface Place {
  readonly log: number
  readonly schema: Schema
}

type PlaceOf = (change: IncomingChange) => Place | null

/**
 * Accepts changes of other replicas in any order: verifies each hash, stores those that have to wait, and merges the
 * rest. `former`: the owner's earlier DIDs, whose changes are accepted as well. `hashesChecked`: the hashes were
 * verified already. Runs in one transaction, or in the caller's (`isWithin`), which must fail if this fails. Errors:
 * `change_set_invalid`, `change_set_other_owner`.
 */
export type Integrate = (
  changes: Iterable<IncomingChange>,
  options?: {
    readonly former?: readonly string[]
    readonly hashesChecked?: boolean
    readonly isWithin?: boolean
  },
) => Integrated

export interface IntegrateDeps extends MergeTouchedDeps {
  readonly statement: Statements
  readonly schemas: Schemas
  readonly log: OpLog
  readonly transactions: Transactions
  readonly rotations: IdentityService['rotations']
  readonly devices: Pick<Devices, 'limit'>
  /** Called after changes were merged: see `createRetracted`. */
  readonly settle: () => void
  /** Receives waiting changes that turned out to be wrong. */
  readonly report: (problem: SatchelError) => void
}

/**
 * Accepts changes of other replicas. Each is verified by its hash and delivered once, after the same replica's previous
 * one and after everything its writer had seen; early ones wait in the database. Then every object they touch is merged
 * or replayed. In whatever order, and however often, the same changes arrive, the views end up the same (asm.md 2).
 */
export const createIntegrate = ({ report, ...engine }: IntegrateDeps): Integrate => {
  const { log } = engine
  const pending = createPending(engine.statement)
  const merge = createMergeTouched(engine)

  const integrate: Integrate = (given, options = {}) => {
    const changes = [...given]
    for (const change of changes) refuseMalformed(change, options.hashesChecked === true)
    refuseOthers(engine, changes, options.former ?? [])
    // A savepoint would keep every page as it was.
    return options.isWithin === true
      ? deliver(changes)
      : engine.transactions.atomically(() => deliver(changes))
  }

  const deliver = (given: readonly IncomingChange[]): Integrated => {
    const placeOf = createPlaces(engine)
    const touched: Touched = new Map()
    const back: Back = new Map()
    let applied = 0
    let said = 0

    const returning = createReturning({ log, pending, devices: engine.devices }, (change) => {
      const place = placeOf(change)
      return place && { log: place.log, schema: place.schema.row }
    })
    const lost = new Set(given.filter(returning.isLost))
    const changes = lost.size === 0 ? given : given.filter((change) => !lost.has(change))
    for (const change of lost) pending.keep(change)

    /** @returns whether any lost ones came back */
    const bringBack = (): boolean => {
      const { taken, touched: replayed } = returning.takeBack()
      for (const change of replayed) {
        const schema = engine.schemas.get(change.schemaUri)
        note(touched, schema, change)
        back.set(schema, (back.get(schema) ?? new Set()).add(change.objectId))
      }
      applied += taken.length
      return taken.length > 0
    }

    const take = (change: IncomingChange): Turn => {
      const place = placeOf(change)
      const turn = place === null ? 'later' : turnOf(log, change, place.log)
      if (place === null || turn !== 'now') return turn
      const accepted = log.accept(change, { log: place.log, schema: place.schema.row })
      applied += 1
      said += change.ops?.length ?? 0
      refuseUnfit(place.schema, accepted.ops, change)
      note(touched, place.schema, accepted)
      return 'now'
    }

    expectObjects(log, changes, placeOf)
    const early: IncomingChange[] = []
    const behind: Behind[] = []
    for (const change of changes) {
      const place = placeOf(change)
      if (place !== null && change.seq <= log.last(place.log, change.actor))
        behind.push({ change, log: place.log })
      else if (take(change) === 'later') early.push(change)
    }
    const others = unknownOf(log, behind)
    const known = behind.length - others.length
    early.push(...others)
    /**
     * A waiting change was stored before its predecessor was known. If that is another one, it is dropped, and
     * everything else is accepted: the file with the right one is still good.
     */
    const mayCome = (change: IncomingChange): boolean => {
      try {
        const place = placeOf(change)
        if (place !== null && turnOf(log, change, place.log) === 'now')
          refuseUnfit(place.schema, change.ops && decodeOps(change.ops), change)
        return true
      } catch (thrown) {
        const error = toSatchelError(thrown)
        if (error.code !== 'change_set_invalid') throw thrown
        pending.drop(change)
        report(error)
        return false
      }
    }

    bringBack()
    let left = deliverEarly({ log, pending }, early, take, mayCome)
    while (bringBack()) left = deliverEarly({ log, pending }, left, take, mayCome)
    for (const change of left) pending.keep(change)
    log.flush()
    const merged = merge(touched, said, back)
    engine.settle()
    const waiting = left.length + [...lost].filter(returning.isLost).length
    return { applied, known, waiting, ...merged }
  }

  return integrate
}

/** A change with a number its replica has used here. */
interface Behind {
  readonly change: IncomingChange
  readonly log: number
}

/**
 * Those that aren't here belong to another branch. Each change names the one before it, so if the last one is here,
 * all are, and only that one has to be looked up.
 */
const unknownOf = (log: OpLog, behind: readonly Behind[]): readonly IncomingChange[] => {
  const here = new Set<string>()
  const textOf = (hash: Uint8Array): string => Buffer.from(hash).toString('latin1')
  return behind
    .toReversed()
    .filter(({ change, log: of }) => {
      if (!here.has(textOf(change.hash)) && !log.has(of, change)) return true
      if (change.previous !== null) here.add(textOf(change.previous))
      return false
    })
    .map(({ change }) => change)
}

/** The log and the schema of a change; null if the schema isn't here, or belongs to someone else. */
const createPlaces = ({
  statement,
  schemas,
  log,
}: Pick<IntegrateDeps, 'statement' | 'schemas' | 'log'>): PlaceOf => {
  const found = new Map<string, Place | null>()
  let last: { readonly change: IncomingChange; readonly place: Place | null } | null = null

  const find = ({ space, scope, schema: uri }: IncomingChange): Place | null => {
    const isHere = statement('SELECT 1 FROM state_schemas WHERE schema_uri = ?').get(uri) !== undefined
    const schema = isHere ? schemas.get(uri) : null
    return schema?.owner === space ? { log: log.open({ owner: space, scope }), schema } : null
  }

  return (change: IncomingChange): Place | null => {
    const { space, scope, schema: uri } = change
    // Mostly they are of one schema.
    if (last?.change.schema === uri && last.change.space === space && last.change.scope === scope)
      return last.place
    const key = `${space}\n${scope}\n${uri}`
    const known = found.get(key)
    const place = known === undefined ? find(change) : known
    found.set(key, place)
    last = { change, place }
    return place
  }
}

/** The objects of these changes are looked up together. */
const expectObjects = (log: OpLog, changes: readonly IncomingChange[], placeOf: PlaceOf): void => {
  const objects = new Map<Schema, Set<string>>()
  let last: IncomingChange | null = null
  for (const change of changes) {
    // Those of one object mostly come one after the other.
    if (last?.object === change.object && last.schema === change.schema) continue
    last = change
    const schema = placeOf(change)?.schema
    if (schema === undefined) continue
    const known = objects.get(schema)
    if (known === undefined) objects.set(schema, new Set([change.object]))
    else known.add(change.object)
  }
  // A single one is found when it is asked for.
  for (const [schema, ids] of objects) if (ids.size > 1) log.expect(schema.row, ids)
}
