/** Rows of a view: reads and writes objects with their keys, list elements and words. */
import canonicalize from 'canonicalize'
import { type Clock, clockToMs, isoText } from '../base/time.ts'
import { type Json, type JsonObject, valueAt } from '../base/json.ts'
import type { Shape } from '../schema/shape.ts'
import type { Statements } from '../base/statements.ts'
import { type Key, keyOf, memberKeys, viewColumnsOf } from './columns.ts'
import { sortKeysOf } from './sort-keys.ts'
import { memberTableOf, wordTableOf } from './tables.ts'
import { searchText } from './words.ts'
import { z } from 'zod'
import type { Schema } from '../schema/schema.ts'
import type { StateObject } from '../../contract/state.ts'

/** JSON pointer of a field to all its concurrent values. */
export type Conflicts = Readonly<Record<string, readonly Json[]>>

export interface ViewRow {
  /** Number of the row in its table. */
  readonly row: number
  /** Of the object in the log: see `OpLog.numberOf`; 0 if unknown. */
  readonly number: number
  readonly id: string
  readonly log: number
  /** Hash of the last change, hex. */
  readonly version: string
  readonly updatedAt: string
  readonly deleted: boolean
  /** Milliseconds since 1970; hidden after that. */
  readonly expiresAt: number | null
  readonly conflicts: Conflicts | null
  readonly invalid: string | null
  readonly object: JsonObject
  /** Size of the object, as JCS in UTF-8; set if it was read. */
  readonly bytes?: number
}

export interface WriteRow {
  readonly number: number
  readonly id: string
  readonly log: number
  readonly hash: Buffer
  readonly clock: Clock
  readonly deleted: boolean
  readonly object: JsonObject
  /** Null or absent: none. */
  readonly expiresAt?: number | null
  readonly conflicts?: Conflicts | null
  readonly invalid?: string | null
  /** `object` as JCS, if the caller has it already. */
  readonly json?: string
  /** The change already counts how much the object grew, and nothing else in the totals changes: see `isCounted`. */
  readonly counted?: boolean
}

/** Whether the totals only need to know by how much the object grew. */
export const isCounted = (
  before: ViewRow | null,
  after: {
    readonly deleted: boolean
    readonly conflicts: Conflicts | null
    readonly invalid: string | null
  },
): before is ViewRow & { bytes: number } =>
  before?.bytes !== undefined &&
  !before.deleted &&
  before.invalid === null &&
  before.conflicts === null &&
  !after.deleted &&
  after.invalid === null &&
  after.conflicts === null

/** Columns of a row, in the order `rowOf` reads them. Passing bytes takes longer than passing their hex. */
export const VIEW_COLUMNS =
  'row, number, id, log, lower(hex(version)), updated_at, deleted, expires_at, conflicts, invalid, object'

type RawRow = readonly [
  row: number,
  number: number,
  id: string,
  log: number,
  version: string,
  updatedAt: number,
  deleted: number,
  expiresAt: number | null,
  conflicts: string | null,
  invalid: string | null,
  object: string,
  ...keys: Key[],
]

/**
 * Converts a row of a raw-mode statement that begins with `VIEW_COLUMNS`. The table is STRICT and its columns are ours,
 * so rows aren't validated.
 */
export const rowOf = (raw: unknown): ViewRow => {
  const [row, number, id, log, version, updatedAt, deleted, expiresAt, conflicts, invalid, object] =
    raw as RawRow
  return {
    row,
    number,
    id,
    log,
    version,
    updatedAt: isoText(updatedAt),
    deleted: deleted === 1,
    expiresAt,
    conflicts: conflicts === null ? null : (JSON.parse(conflicts) as Conflicts),
    invalid,
    object: JSON.parse(object) as JsonObject,
    bytes: Buffer.byteLength(object),
  }
}

/** Whether a row counts as absent: soft-deleted, or expired (asm.md 7.1). */
export const isHidden = (
  { deleted, expiresAt }: Pick<ViewRow, 'deleted' | 'expiresAt'>,
  now: number,
): boolean => deleted || (expiresAt !== null && expiresAt < now)

/** The row of an object, whether or not deleted or expired; null if there is none. */
export const readRow = (statement: Statements, name: string, id: string): ViewRow | null => {
  const raw = statement(`SELECT ${VIEW_COLUMNS} FROM ${name} WHERE id = ?`).raw().get(id)
  return raw === undefined ? null : rowOf(raw)
}

/**
 * Writes the row of an object and its secondary data, as far as they differ. `before` is the current row, null if there
 * is none; if omitted, it is read. The returned row shares `object` with the input.
 */
export const putRow = (
  statement: Statements,
  name: string,
  shape: Shape,
  write: WriteRow,
  before: ViewRow | null = readRow(statement, name, write.id),
): ViewRow => {
  const json = write.json ?? canonicalize(write.object) ?? '{}'
  const updatedAt = clockToMs(write.clock)
  const { expiresAt = null, conflicts = null, invalid = null } = write
  const { keys } = viewColumnsOf(shape)
  const values = [
    write.hash,
    updatedAt,
    write.deleted ? 1 : 0,
    expiresAt,
    conflicts === null ? null : JSON.stringify(conflicts),
    invalid,
    json,
  ]
  let row: number
  if (before === null) {
    const columns = ['version, updated_at, deleted, expires_at, conflicts, invalid, object, number, id, log']
    for (const { column } of keys) columns.push(column)
    const insert = statement(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${'?, '.repeat(9 + keys.length)}?)`,
    )
    const result = insert.run(
      ...values,
      write.number,
      write.id,
      write.log,
      ...keys.map(({ kind, path }) => keyOf(kind, valueAt(write.object, path))),
    )
    row = Number(result.lastInsertRowid)
    // The number may have belonged to a row that was removed.
    sortKeysOf(insert.database).wrote(name, row)
  } else {
    row = before.row
    let sets = ''
    // Omitting a column leaves its index alone.
    const changed: Key[] = []
    for (const { kind, path, column } of keys) {
      const value = valueAt(write.object, path)
      const former = valueAt(before.object, path)
      if (value === former) continue
      const key = keyOf(kind, value)
      // A different date is usually a different instant, and checking takes longer than writing the same key again.
      if (kind !== 'instant' && key === keyOf(kind, former)) continue
      sets += `, ${column} = ?`
      changed.push(key)
    }
    // Naming these columns triggers the totals, which then check the size too.
    const rare = write.counted === true ? [] : [values[4], invalid]
    if (rare.length > 0) sets += ', conflicts = ?, invalid = ?'
    // All indexes only cover rows that aren't deleted, so naming it writes them all.
    if (write.deleted !== before.deleted) {
      rare.push(write.deleted ? 1 : 0)
      sets += ', deleted = ?'
    }
    if (expiresAt !== before.expiresAt) {
      sets += ', expires_at = ?'
      rare.push(expiresAt)
    }
    const update = statement(updateOf(name, shape, sets))
    update.run(write.hash, updatedAt, json, ...changed, ...rare, row)
    if (changed.length > 0) sortKeysOf(update.database).wrote(name, row)
  }
  writeBeside(statement, name, shape, row, {
    from: before === null || before.deleted ? null : before.object,
    to: write.deleted ? null : write.object,
  })
  return {
    row,
    number: write.number,
    id: write.id,
    log: before?.log ?? write.log,
    version: write.hash.toString('hex'),
    updatedAt: isoText(updatedAt),
    deleted: write.deleted,
    expiresAt,
    conflicts,
    invalid,
    object: write.object,
    bytes: Buffer.byteLength(json),
  }
}

/** SQL text cached by the columns it sets, so that the same string, whose hash is known, finds its statement faster. */
const updates = new WeakMap<Shape, { readonly name: string; readonly bySets: Map<string, string> }>()

const updateOf = (name: string, shape: Shape, sets: string): string => {
  let known = updates.get(shape)
  if (known?.name !== name) updates.set(shape, (known = { name, bySets: new Map() }))
  const made =
    known.bySets.get(sets) ??
    `UPDATE ${name} SET version = ?, updated_at = ?, object = ?${sets} WHERE row = ?`
  known.bySets.set(sets, made)
  return made
}

/** Removes the row of an object, if any, and its secondary data. */
export const removeRow = (
  statement: Statements,
  name: string,
  shape: Shape,
  id: string,
  before: ViewRow | null = readRow(statement, name, id),
): void => {
  if (before === null) return
  writeBeside(statement, name, shape, before.row, { from: before.deleted ? null : before.object, to: null })
  statement(`DELETE FROM ${name} WHERE row = ?`).run(before.row)
}

/** Removes the row of an object whatever it says, as when it is damaged. */
export const dropRow = (statement: Statements, name: string, shape: Shape, id: string): void => {
  const row: unknown = statement(`SELECT row FROM ${name} WHERE id = ?`).pluck().get(id)
  if (row === undefined) return
  const { members, search } = viewColumnsOf(shape)
  if (members.length > 0) statement(`DELETE FROM ${memberTableOf(name)} WHERE row = ?`).run(row)
  if (search.length > 0) statement(`DELETE FROM ${wordTableOf(name)} WHERE rowid = ?`).run(row)
  statement(`DELETE FROM ${name} WHERE row = ?`).run(row)
}

/** Elements and words of the row; null for a row that has none, because it is missing or soft-deleted. */
const writeBeside = (
  statement: Statements,
  name: string,
  shape: Shape,
  row: number,
  { from, to }: { from: JsonObject | null; to: JsonObject | null },
): void => {
  const { members, search } = viewColumnsOf(shape)
  for (const list of members) {
    // A list that wasn't written to is shared with the object before.
    if (from !== null && to !== null && valueAt(from, list.path) === valueAt(to, list.path)) continue
    const old = from === null ? null : memberKeys(list, from)
    const now = to === null ? null : memberKeys(list, to)
    for (const [key, value] of old ?? [])
      if (now?.has(key) !== true)
        statement(`DELETE FROM ${memberTableOf(name)} WHERE list = ? AND value = ? AND row = ?`).run(
          list.number,
          value,
          row,
        )
    for (const [key, value] of now ?? [])
      if (old?.has(key) !== true)
        statement(`INSERT INTO ${memberTableOf(name)} (list, value, row) VALUES (?, ?, ?)`).run(
          list.number,
          value,
          row,
        )
  }
  if (search.length === 0) return
  if (from !== null && to !== null && search.every(({ path }) => valueAt(from, path) === valueAt(to, path)))
    return
  const texts = (object: JsonObject): string[] => search.map(({ path }) => searchText(valueAt(object, path)))
  const old = from && texts(from)
  const now = to && texts(to)
  if (old !== null && now !== null && old.every((text, n) => text === now[n])) return
  const words = wordTableOf(name)
  if (old !== null) statement(`DELETE FROM ${words} WHERE rowid = ?`).run(row)
  if (now !== null)
    statement(
      `INSERT INTO ${words} (rowid, ${search.map(({ column }) => column).join(', ')}) VALUES (?${', ?'.repeat(search.length)})`,
    ).run(row, ...now)
}

/**
 * Converts a row for callers. `scope` is that of the log the object was created in: a capability that moved to another
 * memory scope keeps its earlier objects where they were created, and still finds them (see `createQuery`). `object`:
 * the visible part.
 */
export const toStateObject = (
  schema: Schema,
  row: ViewRow,
  scope = schema.scope,
  object: JsonObject = row.object,
): StateObject => {
  const made: StateObject = {
    id: row.id,
    schemaUri: schema.uri,
    scope,
    owner: schema.owner,
    version: row.version,
    object,
    updatedAt: row.updatedAt,
  }
  // The type of the contract is not read-only.
  if (row.conflicts !== null) made.conflicts = row.conflicts as Record<string, unknown[]>
  if (row.invalid !== null) made.invalid = row.invalid
  if (row.expiresAt !== null) made.expiresAt = new Date(row.expiresAt).toISOString()
  return made
}

/** The scope of a log by its number, cached, because logs are never renamed. */
export const createScopeNames = (statement: Statements): ((log: number) => string) => {
  const names = new Map<number, string>()
  return (log) => {
    const known = names.get(log)
    if (known !== undefined) return known
    const name = z.string().parse(statement('SELECT scope FROM state_logs WHERE id = ?').pluck().get(log))
    names.set(log, name)
    return name
  }
}

/** Rows read with one statement. */
export const TOGETHER = 64
/** Larger objects are read individually when needed: together they may not fit into memory. */
const LARGE = 64 * 1024

const COLUMNS = VIEW_COLUMNS.replace(/object$/, `iif(octet_length(object) > ${String(LARGE)}, NULL, object)`)
const PLACES = `?${', ?'.repeat(TOGETHER - 1)}`

/** The rows of objects, at most `TOGETHER` of them: the result of `readRow` for each. */
export const readRows = (
  statement: Statements,
  name: string,
  ids: readonly string[],
): ((id: string) => ViewRow | null) => {
  const places: (string | null)[] = [...ids]
  while (places.length < TOGETHER) places.push(null)
  const found = new Map<string, ViewRow | null>()
  for (const raw of statement(`SELECT ${COLUMNS} FROM ${name} WHERE id IN (${PLACES})`)
    .raw()
    .all(places) as RawRow[]) {
    found.set(raw[2], raw.at(-1) === null ? null : rowOf(raw))
  }
  return (id) => {
    const row = found.get(id)
    return row === null ? readRow(statement, name, id) : (row ?? null)
  }
}
