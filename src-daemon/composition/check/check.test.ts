import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { NOTE, noteAccess, noteSchema, plainState } from '../../state/testing.ts'
import type { StateService } from '../../state/types.ts'
import { openDatabase, type Database } from '../../storage/index.ts'
import { createCheck } from './check.ts'

const TIMEOUT = 60_000

let directory = ''
let db: Database
let state: StateService
let check: ReturnType<typeof createCheck>
let id = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-mend-'))
  const paths = { dataDir: directory, database: join(directory, 'state.db') }
  db = openDatabase({ path: paths.database })
  state = plainState({ db })
  const { owner, scope } = noteAccess
  state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
  id = state.create(noteAccess, { schemaUri: NOTE, object: { title: 'as written', tags: ['a'] } }).object.id
  state.create(noteAccess, { schemaUri: NOTE, object: { title: 'another' } })
  const log = { warn: () => undefined }
  check = createCheck({ input: { paths, log }, db, now: () => new Date() }, state)
})
afterEach(async () => {
  check.close()
  await state.close()
  db.close()
  rmSync(directory, { recursive: true, force: true })
})

const view = (): string =>
  String(db.prepare('SELECT view_name FROM state_schemas WHERE schema_uri = ?').pluck().get(NOTE))
const titleNow = (): unknown => state.get({ schemaUri: NOTE, id }).object['title']
const breakCopy = (): void => {
  db.prepare(`UPDATE ${view()} SET object = replace(object, 'as written', 'as wrotten') WHERE id = ?`).run(id)
}

it(
  'finds nothing where all is as it was written',
  async () => {
    expect(await check.run()).toMatchObject({ findings: [] })
  },
  TIMEOUT,
)

it(
  'comes to an end whatever a table is called',
  async () => {
    db.exec(`CREATE TABLE "it's" (a); CREATE TABLE "x') --" (a)`)
    expect(await check.run()).toMatchObject({ findings: [] })
  },
  TIMEOUT,
)

it(
  'writes an object anew from its log, once, and finds nothing after that',
  async () => {
    breakCopy()
    expect(titleNow()).toBe('as wrotten')
    const { findings } = await check.run()
    expect(findings).toMatchObject([{ kind: 'object', what: `${NOTE} ${id}`, mended: true }])
    expect(titleNow()).toBe('as written')
    expect(
      (await state.query(noteAccess, { from: NOTE, where: { title: 'as written' } })).items,
    ).toHaveLength(1)
    expect(state.sync.check().differences).toEqual([])
    expect(await check.run()).toMatchObject({ findings: [] })
  },
  TIMEOUT,
)

it(
  'brings back a copy that is gone',
  async () => {
    db.prepare(`DELETE FROM ${view()} WHERE id = ?`).run(id)
    const { findings } = await check.run()
    expect(findings).toMatchObject([{ kind: 'object', what: `${NOTE} ${id}`, mended: true }])
    expect(titleNow()).toBe('as written')
  },
  TIMEOUT,
)

it(
  'finds a declaration that was changed, and a time that the log does not have',
  async () => {
    db.prepare(`UPDATE ${view()} SET updated_at = updated_at + 1 WHERE id = ?`).run(id)
    expect((await check.run()).findings).toMatchObject([{ kind: 'object', mended: true }])
    db.unsafeMode()
    db.pragma('writable_schema = ON')
    db.prepare(
      "UPDATE sqlite_schema SET sql = replace(sql, 'expires_at', 'fxpires_at') WHERE name = 'devices'",
    ).run()
    expect((await check.run()).findings).toMatchObject([{ kind: 'table', mended: false }])
  },
  TIMEOUT,
)

it(
  'mends nothing by a log that is damaged itself',
  async () => {
    breakCopy()
    db.prepare('UPDATE changes SET ms = ms + 1 WHERE position = 2').run()
    const { findings } = await check.run()
    expect(findings.map(({ kind, mended }) => ({ kind, mended }))).toEqual(
      expect.arrayContaining([
        { kind: 'change', mended: false },
        { kind: 'object', mended: false },
      ]),
    )
    expect(findings.some(({ mended }) => mended)).toBe(false)
    expect(titleNow()).toBe('as wrotten')
  },
  TIMEOUT,
)
