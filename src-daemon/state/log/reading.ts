/** Reads changes back: of an object, a turn, a capability, or a log. */
import type { Statements } from '../base/statements.ts'
import { joined, labelled, type Label } from '../../contract/labels.ts'
import type { ChangeOrigin, ChangeRecord } from '../../contract/state.ts'
import { clockText, clockToIso } from '../base/time.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { InternTable } from './intern-table.ts'
import { objectIdOf, type ObjectKey } from '../base/object-key.ts'
import type { ChangeTable } from './change-table.ts'
import type { Causality } from './causality.ts'
import type { Retractions } from './retractions.ts'
import type { OpsStore } from './stored-ops.ts'
import type { Change, ChangeKind, Op, OpLog } from './types.ts'
import type { Writers } from './writers.ts'
import { toPointer } from '../base/json.ts'

/** In the order of their numbers in the database. */
export const KINDS: readonly ChangeKind[] = ['update', 'create', 'delete']

/** Rows aren't validated: the columns are declared STRICT, and a log has many. */
export interface Row {
  readonly position: number
  readonly writer: number
  readonly seq: number
  readonly kind: number
  readonly ms: number
  readonly counter: number
  readonly origin: number
  readonly hash: Buffer
  readonly ops: Buffer | null
  readonly ops_hash: Buffer | null
  readonly seen: string | null
  readonly schema: number
  readonly schema_uri: string
  readonly object_id: ObjectKey
}

const PLAIN =
  'c.position, c.writer, c.seq, c.kind, c.ms, c.counter, c.origin, c.hash, c.ops, c.ops_hash, c.seen'
/** Of a change with its object and schema; `c` are the changes. */
export const SELECT = `SELECT ${PLAIN}, o.schema, s.schema_uri, o.object_id
  FROM changes c JOIN log_objects o ON o.id = c.object JOIN state_schemas s ON s.id = o.schema`

/** Of an object, between two positions. The signs: see `earlier.ts`. */
const INDEXED = `SELECT ${PLAIN} FROM change_objects b CROSS JOIN changes c ON c.position = b.position
   WHERE b.object = +? AND b.position < +? AND b.position > +? ORDER BY b.position`
const AT = `SELECT ${PLAIN} FROM changes c WHERE c.position = ?`

/** Changes read at a time when a log is scanned. */
const PAGE = 1000

export interface ReadingDeps {
  readonly statement: Statements
  readonly numbers: InternTable
  readonly writers: Writers
  readonly causality: Causality
  readonly table: ChangeTable
  readonly opsStore: OpsStore
  readonly retractions: Pick<Retractions, 'timeOf'>
}

/** The changes of a log, a page at a time: rows cannot be read while others are written. */
export function* rowsOfLog(
  { statement, writers }: Pick<ReadingDeps, 'statement' | 'writers'>,
  log: number,
  after: number,
): Iterable<Row> {
  const ids = [...writers.all(log)].map(({ id }) => id)
  const page = statement(
    `${SELECT} WHERE c.position > ? AND c.writer IN (SELECT value FROM json_each(?)) ORDER BY c.position LIMIT ?`,
  )
  for (let last = after; ;) {
    const rows = page.all(last, JSON.stringify(ids), PAGE) as Row[]
    yield* rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < PAGE) return
    last = end.position
  }
}

/** Reads changes back: those of an object, a turn or a capability, one by its hash, or those of a log. */
export const createReading = ({
  statement,
  numbers,
  writers,
  causality,
  table,
  opsStore,
  retractions,
}: ReadingDeps) => {
  const uris = new Map<number, string>()

  const toChange = (row: Row): Change => {
    const writer = writers.byId(row.writer)
    const { origin } = numbers.originOf(row.origin)
    const clock = clockText(row)
    return {
      position: row.position,
      log: writer.log,
      schema: row.schema,
      schemaUri: row.schema_uri,
      objectId: objectIdOf(row.object_id),
      kind: KINDS[row.kind] ?? 'update',
      actor: writer.actor,
      seq: row.seq,
      clock,
      time: retractions.timeOf(row.writer, row.seq, clock),
      seen: causality.decode(row.seen),
      origin,
      ops: opsStore.read(row),
      // Replaying, which reads the most changes, doesn't need it.
      get opsHash() {
        return row.ops_hash ?? sha256(opsStore.plain(row) ?? '')
      },
      hash: row.hash,
    }
  }

  const read = (where: string, ...values: unknown[]): Change[] =>
    (statement(`${SELECT} ${where} ORDER BY c.position`).all(...values) as Row[]).map(toChange)

  const ofObject: OpLog['ofObject'] = (schema, objectId, before = Number.MAX_SAFE_INTEGER, after = 0) => {
    const object = numbers.findObject(schema, objectId)
    if (object === null) return []
    // Read once, because it is the same for all of them.
    const place = { schema, schema_uri: uriOf(schema), object_id: objectId }
    const indexed = statement(INDEXED).all(object, before, after)
    const tail = table.tailOf(object).filter(({ position }) => position < before && position > after)
    const rows = [...indexed, ...tail.map(({ position }) => statement(AT).get(position))]
    return (rows as Omit<Row, keyof typeof place>[]).map((row) => toChange({ ...row, ...place }))
  }

  const uriOf = (schema: number): string => {
    const known = uris.get(schema)
    if (known !== undefined) return known
    const uri = String(statement('SELECT schema_uri FROM state_schemas WHERE id = ?').pluck().get(schema))
    uris.set(schema, uri)
    return uri
  }

  const positionOf = (hash: Uint8Array): number | null => {
    const position =
      statement(
        `SELECT c.position FROM change_hashes h JOIN changes c ON c.position = h.position
         WHERE h.prefix = ? AND c.hash = ?`,
      )
        .pluck()
        .get(hash.subarray(0, 4), hash) ??
      statement('SELECT position FROM changes WHERE position > ? AND hash = ?')
        .pluck()
        .get(table.upTo(), hash)
    return typeof position === 'number' ? position : null
  }

  const byHash: OpLog['byHash'] = (hex) => {
    const hash = Buffer.from(hex, 'hex')
    if (hash.length !== 32) return null
    const position = positionOf(hash)
    return position === null ? null : (read('WHERE c.position = ?', position)[0] ?? null)
  }

  const since: OpLog['since'] = (log, position, limit) => {
    const changes: Change[] = []
    for (const row of rowsOfLog({ statement, writers }, log, position)) {
      if (changes.length >= limit) break
      changes.push(toChange(row))
    }
    return changes
  }

  const hashes: OpLog['hashes'] = (log) =>
    statement(
      `SELECT hash FROM changes WHERE writer IN (SELECT id FROM log_writers WHERE log = ?) ORDER BY position`,
    )
      .pluck()
      .all(log) as Buffer[]

  /** `origins`: SQL of their numbers. */
  const ofOrigins = (origins: string, ...values: unknown[]): Change[] =>
    read(
      `WHERE c.position IN (
         SELECT f.position FROM change_origins b
         JOIN changes f ON f.position BETWEEN b.block * 256 AND b.block * 256 + 255 AND f.origin = b.origin
         WHERE b.origin IN (${origins})
         UNION SELECT position FROM changes WHERE position > ? AND origin IN (${origins}))`,
      ...values,
      table.upTo(),
      ...values,
    )

  const positionsOf: OpLog['positionsOf'] = (reason, after) => {
    const origins = `SELECT o.id FROM log_origins o JOIN log_sources s ON s.id = o.source
      WHERE s.body ->> '$.kind' = 'system' AND s.body ->> '$.reason' = $reason`
    return statement(
      `SELECT f.position FROM change_origins b
       JOIN changes f ON f.position BETWEEN b.block * 256 AND b.block * 256 + 255 AND f.origin = b.origin
       WHERE b.origin IN (${origins}) AND b.block >= $after / 256 AND f.position > $after
       UNION SELECT position FROM changes WHERE position > max($after, $upTo) AND origin IN (${origins}) ORDER BY 1`,
    )
      .pluck()
      .all({ reason, after, upTo: table.upTo() }) as number[]
  }

  const history: OpLog['history'] = (schema, objectId) =>
    ofObject(schema, objectId)
      .map((change) => toRecord(change, numbers.logOf(change.log).scope))
      .reverse()

  const changesOf: OpLog['changesOf'] = ({ turnId, callId }) =>
    ofOrigins('SELECT id FROM log_origins WHERE turn = ? AND call = ?', turnId, callId).map(
      ({ log, schemaUri, objectId, hash, kind }) => ({
        scope: numbers.logOf(log).scope,
        schemaUri,
        objectId,
        hash: hash.toString('hex'),
        kind,
      }),
    )

  const hasLabel = `body ->> '$.integrity' = 'foreign' OR body ->> '$.kind' = 'agent' OR body ->> '$.keepers' IS NOT NULL`
  const withLabel = `SELECT o.id FROM log_origins o JOIN log_sources s ON s.id = o.source WHERE ${hasLabel}`

  const labelOf: OpLog['labelOf'] = (schema, objectIds) => {
    // Most people have none, and then nothing else is looked at: sources are few, and origins as many as calls.
    const isThereAny =
      statement(`SELECT EXISTS (SELECT 1 FROM log_sources WHERE ${hasLabel})`).pluck().get() === 1
    if (!isThereAny) return labelled('state')
    const changes =
      objectIds === 'any'
        ? ofOrigins(withLabel).filter((change) => change.schemaUri === uriOf(schema))
        : objectIds.flatMap((id) => ofObject(schema, id))
    return joined(changes.map(({ origin }) => labelOfOrigin(origin)))
  }

  return {
    labelOf,
    ofObject,
    ofSchema: (schema: number): Change[] =>
      read(
        `WHERE o.schema = ? AND c.position IN (
           SELECT b.position FROM log_objects x JOIN change_objects b ON b.object = x.id WHERE x.schema = ?
           UNION ALL SELECT position FROM changes WHERE position > ?)`,
        schema,
        schema,
        table.upTo(),
      ),
    ofTurn: (turn: string): Change[] => ofOrigins('SELECT id FROM log_origins WHERE turn = ?', turn),
    ofCapability: (capability: string): Change[] =>
      ofOrigins(
        `SELECT o.id FROM log_origins o JOIN log_sources s ON s.id = o.source
           WHERE s.body ->> '$.capability' = ?`,
        capability,
      ),
    positionsOf,
    at: (position: number): Change | null => read('WHERE c.position = ?', position)[0] ?? null,
    byHash,
    positionOf,
    since,
    hashes,
    history,
    changesOf,
    forget: (): void => {
      uris.clear()
    },
  }
}

/** The label of what a change wrote. */
const labelOfOrigin = (origin: ChangeOrigin): Label => {
  if (origin.kind === 'capability') return labelled(origin.integrity ?? 'state', origin.keepers)
  return labelled(origin.kind === 'agent' ? 'foreign' : 'state')
}

const toRecord = (change: Change, scope: string): ChangeRecord => {
  return {
    hash: change.hash.toString('hex'),
    scope,
    seq: change.seq,
    actor: change.actor,
    at: clockToIso(change.clock),
    origin: change.origin,
    kind: change.kind,
    paths: change.ops === null ? [] : touchedPaths(change.ops),
    purged: change.ops === null,
  }
}

/** JSON pointers the ops touch; `''` is the whole object. */
export const touchedPaths = (ops: readonly Op[]): string[] =>
  ops.flatMap((op) => {
    if (op.op === 'create') return Object.keys(op.object).map((name) => toPointer([name]))
    return op.op === 'delete' ? [''] : [toPointer(op.path)]
  })
