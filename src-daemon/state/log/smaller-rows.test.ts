import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../storage/index.ts'
import { migrations } from '../../storage/migrations/index.ts'
import { ITEM, itemSchema } from '../asmql/testing.ts'
import { createEngine, type Engine } from '../engine.ts'
import { toInstant } from '../instant.ts'
import { createSequences } from '../sequences/client.ts'
import { createStateWith } from '../state.ts'
import { createStatements } from '../statements.ts'
import { failureOf, NOTE, noteAccess, noteSchema } from '../testing.ts'
import type { StateService } from '../types.ts'
import { objectIdOf, type ObjectKey } from './object-key.ts'
import { createOpsStore, type StoredOps } from './stored-ops.ts'

let directory = ''
let path = ''
let db: Database
let engine: Engine
let state: StateService
const start = (): void => {
  db = openDatabase({ path })
  db.pragma('synchronous = OFF')
  engine = createEngine({ db, ownerDid: () => 'did:key:zTest', now: Date.now, sequences: createSequences() })
  state = createStateWith(engine)
}
const stop = async (): Promise<void> => {
  await state.close()
  db.close()
}
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-smaller-'))
  path = join(directory, 'state.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const DAYS = 'did:nuwa:state:note#days'
const daysSchema = {
  $id: DAYS,
  type: 'object',
  properties: {
    id: { type: 'string' },
    at: { type: 'array', items: { type: 'string', format: 'date-time' }, 'x-index': true },
    title: { type: 'string', 'x-search': true },
  },
}

/** Something of everything the format is about. */
const fill = (): void => {
  const { owner, scope } = noteAccess
  for (const schema of [noteSchema, itemSchema, daysSchema])
    state.registerSchema({ owner, scope, title: 'x', schema })
  for (let n = 0; n < 150; n++)
    state.create(noteAccess, {
      schemaUri: ITEM,
      object: {
        ...(n % 2 === 0 && { id: `own-${String(n)}` }),
        title: `title ${String(n)}`,
        at: new Date(1.7e12 + n * 1001).toISOString(),
        tags: ['a', `t${String(n % 7)}`],
        body: 'a red apple',
        ...(n % 3 === 0 && { more: { plain: n, 'a name of my own': null } }),
      },
    })
  for (const at of ['2026-01-01T00:00:00Z', '2026-01-01T02:00:00.500+02:00'])
    state.create(noteAccess, {
      schemaUri: DAYS,
      object: { id: at, at: [at, '1969-12-31T23:59:60Z'], title: 'day' },
    })
  const made = ['Milk', 'Bread', 'gone', 'hidden'].map(
    (title) =>
      state.create(noteAccess, { schemaUri: NOTE, object: { title, body: `${title} is bought` } }).object.id,
  )
  const [milk = '', bread = '', gone = '', hidden = ''] = made
  state.update(noteAccess, { schemaUri: NOTE, id: milk, patch: { $set: { body: 'Milk was bought' } } })
  state.update(noteAccess, {
    schemaUri: NOTE,
    id: bread,
    patch: { $set: { due: '2026-05-01T00:00:00+02:00' } },
  })
  state.delete(noteAccess, { schemaUri: NOTE, id: gone, mode: 'hard' })
  state.delete(noteAccess, { schemaUri: NOTE, id: hidden, mode: 'soft' })
}

/** Writes the store as the program had it whose fourteenth step was the last. */
const asBefore = (): void => {
  const opsStore = createOpsStore(createStatements(db))
  const creates = db
    .prepare(
      'SELECT position, schema, object_id, ops, ops_hash FROM changes c JOIN log_objects o ON o.id = c.object',
    )
    .all() as (StoredOps & { position: number })[]
  for (const row of creates)
    db.prepare('UPDATE changes SET ops = ? WHERE position = ?').run(opsStore.plain(row), row.position)
  db.function('long_id', (key: unknown) => objectIdOf(key as ObjectKey))
  db.function('former_instant', (value: unknown) => toInstant(value))
  const columns: readonly (readonly [string, string, string])[] = [
    [ITEM, 'x0', 'at'],
    [NOTE, 'x2', 'updatedAt'],
  ]
  for (const [uri, column, field] of columns.filter(([uri]) => isRegistered(uri))) {
    const view = viewOf(uri)
    const [first] = db.prepare(`SELECT ${column} FROM ${view} LIMIT 1`).pluck().all() as string[]
    expect(first?.length ?? 0).toBeLessThanOrEqual(10)
    db.exec(
      `UPDATE ${view} SET ${column} = former_instant(object ->> '$.${field}') WHERE ${column} IS NOT NULL`,
    )
  }
  if (isRegistered(DAYS)) {
    const days = viewOf(DAYS)
    db.exec(`DELETE FROM ${days}_members;
    INSERT OR IGNORE INTO ${days}_members SELECT 0, former_instant(j.value), row FROM ${days}, json_each(object, '$.at') j;`)
  }
  for (const view of list('SELECT view_name FROM state_schemas'))
    db.exec(`ALTER TABLE ${view} DROP COLUMN number`)
  inFormerTables()
}

/** Puts what is in all other tables into such as they were. */
const inFormerTables = (): void => {
  db.pragma('foreign_keys = OFF')
  db.pragma('legacy_alter_table = ON')
  const ours = "name NOT LIKE 'view\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
  const tables = list(`SELECT name FROM sqlite_schema WHERE type = 'table' AND ${ours}`)
  for (const table of tables) db.exec(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM main.${table}`)
  // Those of views name tables that are not there for a while.
  const triggers = list(
    "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name LIKE 'view\\_%' ESCAPE '\\'",
  )
  for (const name of list("SELECT name FROM sqlite_schema WHERE type = 'trigger'"))
    db.exec(`DROP TRIGGER ${name}`)
  for (const type of ['view', 'table'])
    for (const name of list(`SELECT name FROM sqlite_schema WHERE type = '${type}' AND ${ours}`))
      db.exec(`DROP ${type} IF EXISTS ${name}`)
  for (const step of migrations.slice(0, 14))
    if (typeof step === 'string') db.exec(step)
    else step(db)
  for (const table of list(`SELECT name FROM sqlite_schema WHERE type = 'table' AND ${ours}`)) {
    const names = list(`SELECT name FROM pragma_table_info('${table}')`)
    const values = names.map((name) => (name === 'object_id' ? 'long_id(object_id)' : name))
    db.exec(`DELETE FROM ${table};
      INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM temp.kept_${table}`)
  }
  for (const trigger of triggers) db.exec(trigger)
  db.pragma('user_version = 14')
}

const list = (sql: string): string[] => db.prepare(sql).pluck().all() as string[]

const isRegistered = (uri: string): boolean =>
  db.prepare('SELECT 1 FROM state_schemas WHERE schema_uri = ?').get(uri) !== undefined

const viewOf = (uri: string): string =>
  String(db.prepare('SELECT view_name FROM state_schemas WHERE schema_uri = ?').pluck().get(uri))

/** Bytes that are used for the log. */
const logSize = (): number =>
  Number(
    db
      .prepare("SELECT sum(pgsize - unused) FROM dbstat WHERE name IN ('changes', 'log_objects')")
      .pluck()
      .get(),
  )

/** Every row of every table. */
const dump = (): Record<string, unknown[]> => {
  const tables = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%\\_words\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all() as string[]
  return Object.fromEntries(
    tables.sort().map((name) => [
      name,
      db
        .prepare(`SELECT * FROM "${name}"`)
        .raw()
        .all()
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  )
}

const read = async () => {
  const ids = (rows: Awaited<ReturnType<StateService['query']>>) => rows.items.map(({ id }) => id)
  const newest = { order: [{ field: 'at', direction: 'desc' }], limit: 500 }
  const days = { from: DAYS, where: { at: { $contains: '2026-01-01T01:00:00.5+01:00' } } }
  const logs = db.prepare('SELECT id FROM state_logs ORDER BY id').pluck().all() as number[]
  return {
    found: [
      ids(await state.query(noteAccess, { from: ITEM, ...newest })),
      ids(
        await state.query(noteAccess, {
          from: ITEM,
          where: { at: { $gt: '2023-11-14T22:15:00Z' } },
          ...newest,
        }),
      ),
      ids(
        await state.query(noteAccess, {
          from: ITEM,
          where: { tags: { $contains: 't3' }, body: { $text: 'apple' } },
        }),
      ),
      ids(await state.query(noteAccess, days)),
    ],
    history: ids(await state.query(noteAccess, { from: NOTE })).map((id) =>
      state.history({ schemaUri: NOTE, id }),
    ),
    sent: logs.flatMap((log) => [...engine.log.outgoing(log, {})]),
    scopes: state.scopes(),
  }
}

it('a store of the fourteenth format becomes what the program writes now, and reads as before', async () => {
  start()
  fill()
  engine.atomically(() => {
    engine.log.settle()
  })
  const before = await read()
  expect(before.found.map(({ length }) => length)).toEqual([150, 50, 21, 1])
  const rows = dump()
  asBefore()
  const size = logSize()
  await stop()

  start()
  expect(logSize()).toBeLessThan(size * 0.8)
  expect(await read()).toEqual(before)
  expect(state.sync.check()).toMatchObject({ ok: true })
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  // Not only reads alike: it is the same.
  expect(dump()).toEqual(rows)
  const id = state.create(noteAccess, { schemaUri: ITEM, object: { title: 'after', more: { plain: 1 } } })
    .object.id
  expect(state.get({ schemaUri: ITEM, id }).object).toMatchObject({ title: 'after' })
  expect(state.sync.check()).toMatchObject({ ok: true })
  await stop()
})

it('what is damaged in it does not keep it from being opened, and is said to be when it is read', async () => {
  start()
  const { owner, scope } = noteAccess
  state.registerSchema({ owner, scope, title: 'x', schema: itemSchema })
  const [kept = '', damaged = ''] = ['kept', 'damaged'].map(
    (title) => state.create(noteAccess, { schemaUri: ITEM, object: { title } }).object.id,
  )
  asBefore()
  db.exec('UPDATE changes SET ops = substr(ops, 1, 20) WHERE position = 2')
  await stop()

  start()
  expect(state.get({ schemaUri: ITEM, id: damaged }).object['title']).toBe('damaged')
  expect(engine.log.ofObject(1, kept)[0]?.ops).toMatchObject([{ object: { title: 'kept' } }])
  expect(failureOf(() => engine.log.ofObject(1, damaged)).code).toBe('change_set_invalid')
  await stop()
})
