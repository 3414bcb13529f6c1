import { createRequire } from 'node:module'
import type { Database } from 'better-sqlite3'
import type * as DagCbor from '@ipld/dag-cbor'
import { z } from 'zod'

/**
 * The same in less room. Ids that are UUIDs are kept as 16 bytes where the log numbers objects; what creates an object is
 * kept with the names of its schema as numbers (`log_names`); instants in views are keys of ten characters. What is said,
 * its hashes, and how everything reads stay as they were.
 */
export const up = (db: Database): void => {
  db.exec(LOG_NAMES)
  shortenIds(db)
  shortenCreates(db)
  shortenInstants(db)
}

const LOG_NAMES = `
-- names: a JSON list; what creates objects of the schema has their places instead, which therefore stay.
CREATE TABLE log_names (
  schema INTEGER PRIMARY KEY,
  names TEXT NOT NULL
) STRICT;
`

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const uuidBytes = (text: string): Buffer => Buffer.from(text.replaceAll('-', ''), 'hex')

const shortenIds = (db: Database): void => {
  db.function('short_id', (id: unknown) => (typeof id === 'string' && UUID.test(id) ? uuidBytes(id) : id))
  // Others name the table: they are to mean the one that takes its place.
  db.pragma('legacy_alter_table = ON')
  db.exec(`
    -- gone: deleted for good; what other replicas still say about it is not kept. object_id: a UUID as bytes, another id as text.
    CREATE TABLE log_objects_short (
      id INTEGER PRIMARY KEY,
      schema INTEGER NOT NULL REFERENCES state_schemas (id),
      object_id ANY NOT NULL,
      gone INTEGER NOT NULL DEFAULT 0,
      UNIQUE (schema, object_id)
    ) STRICT;
    INSERT INTO log_objects_short SELECT id, schema, short_id(object_id), gone FROM log_objects ORDER BY id;
    DROP TABLE log_objects;
    ALTER TABLE log_objects_short RENAME TO log_objects;`)
  db.pragma('legacy_alter_table = OFF')
}

const createSchema = z.object({
  position: z.int(),
  schema: z.int(),
  object_id: z.union([z.string(), z.instanceof(Buffer)]),
  ops: z.instanceof(Buffer),
})

/** In portions: a log can be larger than memory, and rows cannot be read while others are written. */
const shortenCreates = (db: Database): void => {
  const page = db.prepare(
    `SELECT c.position, o.schema, o.object_id, c.ops FROM changes c JOIN log_objects o ON o.id = c.object
     WHERE c.position > ? AND c.kind = 1 AND c.ops IS NOT NULL AND c.ops_hash IS NULL ORDER BY c.position LIMIT 500`,
  )
  const update = db.prepare('UPDATE changes SET ops = ? WHERE position = ?')
  const numbersOf = createNames(db)
  for (let last = 0; ;) {
    const rows = z.array(createSchema).parse(page.all(last))
    for (const { position, schema, object_id: key, ops } of rows) {
      const object = createdBy(ops)
      if (object === undefined) continue
      const id = typeof key === 'string' ? key : uuidText(key)
      const short = Buffer.concat([Buffer.from([0, 0x10]), ...shortForm(object, id, numbersOf(schema))])
      if (short.length < ops.length) update.run(short, position)
    }
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.position
  }
}

const CREATE = 0

/** Undefined where they do something else, or are damaged: then they stay as they are, and whoever reads them is told. */
const createdBy = (ops: Buffer): unknown => {
  let decoded: unknown
  try {
    decoded = dagCbor().decode(ops)
  } catch {
    return undefined
  }
  const { data: [op, ...others] = [] } = z.array(z.array(z.unknown())).safeParse(decoded)
  return op?.[0] === CREATE && others.length === 0 ? op[1] : undefined
}

const uuidText = (bytes: Buffer): string => {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const MOST_NAMES = 1000
const LONGEST_NAME = 100

const createNames = (db: Database): ((schema: number) => ReadonlyMap<string, number>) => {
  const known = new Map<number, Map<string, number>>()
  const make = (schema: number): Map<string, number> => {
    const body = z
      .string()
      .parse(db.prepare('SELECT body FROM state_schemas WHERE id = ?').pluck().get(schema))
    const names = [...declaredNames(JSON.parse(body))].slice(0, MOST_NAMES)
    db.prepare('INSERT INTO log_names (schema, names) VALUES (?, ?)').run(schema, JSON.stringify(names))
    return new Map(names.map((name, number) => [name, number]))
  }
  return (schema) => {
    const names = known.get(schema) ?? make(schema)
    known.set(schema, names)
    return names
  }
}

const declaredNames = (schema: unknown, into = new Set<string>()): Set<string> => {
  if (typeof schema !== 'object' || schema === null) return into
  const members: readonly [string, unknown][] = Object.entries(schema)
  for (const [keyword, value] of members) {
    if (keyword === 'properties' && typeof value === 'object' && value !== null)
      for (const name of Object.keys(value)) if (name.length <= LONGEST_NAME) into.add(name)
    declaredNames(value, into)
  }
  return into
}

/** The form of `state/log/stored-object.ts` when this step was written. */
const shortForm = (value: unknown, id: string, numbers: ReadonlyMap<string, number>): Buffer[] => {
  if (value === id) return [Buffer.from([0xf7])]
  if (isInstant(value)) return [Buffer.from([0xc1]), Buffer.from(dagCbor().encode(Date.parse(value)))]
  if (typeof value === 'string' && UUID.test(value))
    return [Buffer.from([0xd8, 0x25, 0x50]), uuidBytes(value)]
  if (typeof value !== 'object' || value === null) return [Buffer.from(dagCbor().encode(value))]
  if (Array.isArray(value))
    return [head(0x80, value.length), ...value.flatMap((item) => shortForm(item, id, numbers))]
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    head(0xa0, members.length),
    ...members.flatMap(([name, member]) => [
      Buffer.from(dagCbor().encode(numbers.get(name) ?? name)),
      ...shortForm(member, id, numbers),
    ]),
  ]
}

/** A length as CBOR has it: a whole number in another major type. */
const head = (major: number, length: number): Buffer => {
  const bytes = Buffer.from(dagCbor().encode(length))
  bytes[0] = major | (bytes[0] ?? 0)
  return bytes
}

const isInstant = (value: unknown): value is string => {
  if (typeof value !== 'string' || value.length !== 24 || !value.endsWith('Z')) return false
  const ms = Date.parse(value)
  return ms >= 0 && new Date(ms).toISOString() === value
}

/** An instant as views had it: UTC, without the zone. */
const INSTANT = /^(.+T\d\d:\d\d):(\d\d)(?:\.(\d+))?$/
/** Elements of lists do not say whether they are instants; these may be. */
const PERHAPS = '*[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:[0-9][0-9]*'

const shortenInstants = (db: Database): void => {
  db.function('short_instant', (value: unknown) => (typeof value === 'string' ? instantKey(value) : value))
  const has = db.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?").pluck()
  // The one kind of key whose index has ids downwards.
  const indexes = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql LIKE '%, id DESC)%'",
  )
  for (const view of z
    .array(z.string())
    .parse(db.prepare('SELECT view_name FROM state_schemas').pluck().all())) {
    if (has.get(view) !== 1) continue
    const members = `${view}_members`
    const isDoubtful =
      has.get(members) === 1 &&
      db.prepare(`SELECT 1 FROM ${members} WHERE value GLOB ? LIMIT 1`).get(PERHAPS) !== undefined
    if (isDoubtful) {
      // State makes it again from the log when it is opened.
      db.exec(`DROP TABLE ${view}; DROP TABLE ${members}; DROP TABLE IF EXISTS ${view}_words;`)
      db.prepare('DELETE FROM state_view_totals WHERE view = ?').run(view)
      continue
    }
    for (const index of z.array(z.string()).parse(indexes.pluck().all(view))) {
      const column = index.slice(view.length + 1)
      db.exec(`UPDATE ${view} SET ${column} = short_instant(${column}) WHERE ${column} IS NOT NULL`)
    }
  }
}

const DIGITS = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const MINUTES_BEFORE_1970 = 2 ** 30

/** The form of `state/instant.ts` when this step was written. */
const instantKey = (instant: string): string => {
  const [, upToMinutes, seconds, fraction = ''] = INSTANT.exec(instant) ?? []
  const ms = Date.parse(`${upToMinutes ?? ''}Z`)
  if (Number.isNaN(ms)) throw new Error(`${instant} is no instant`)
  let minutes = ms / 60_000 + MINUTES_BEFORE_1970
  let text = ''
  for (let n = 0; n < 6; n++) {
    text = `${DIGITS[minutes % 64] ?? ''}${text}`
    minutes = Math.floor(minutes / 64)
  }
  return `${text}${String.fromCharCode(0x21 + Number(seconds))}${fraction}`
}

let library: typeof DagCbor | undefined
/** Loaded where there is something to read with it. */
const dagCbor = (): typeof DagCbor =>
  (library ??= createRequire(import.meta.url)('@ipld/dag-cbor') as typeof DagCbor)
