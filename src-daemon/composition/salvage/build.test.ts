import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest'
import { z } from 'zod'
import type { SalvageReport } from '../../contract/salvage.ts'
import { openDatabase, type Database, type DatabaseKey } from '../../storage/index.ts'
import { NOTE, noteAccess, noteSchema, plainState } from '../../state/testing.ts'
import { createRandom, newSeed } from '../../state/survival/testing/random.ts'
import type { StateService } from '../../state/types.ts'
import { DAMAGES, damageFile, zeroFirstPage, zeroPages } from '../../testing/damage.ts'
import { effort } from '../../testing/effort.ts'
import { buildSalvaged } from './build.ts'

const NOTES = 400
const MESSAGES = 200

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-salvage-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const openAll = (path: string, key: DatabaseKey | null): { db: Database; state: StateService } => {
  const db = openDatabase({ path, key })
  db.pragma('synchronous = OFF') // no power fails here
  return { db, state: plainState({ db }) }
}

/** Objects with a history, removed ones, a conversation: what is there, by id. */
interface World {
  readonly path: string
  readonly key: DatabaseKey | null
  readonly objects: ReadonlyMap<string, string>
  readonly removed: readonly string[]
  readonly changes: Uint8Array
  /** Another replica, in the clear, which has taken in those changes. */
  readonly replica: string
}

const writeWorld = async (folder: string, key: DatabaseKey | null, random: () => number): Promise<World> => {
  const path = join(folder, 'state.db')
  const { db, state } = openAll(path, key)
  const { owner, scope } = noteAccess
  state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
  const ids: string[] = []
  const removed: string[] = []
  for (let n = 0; n < NOTES; n++) {
    const object = {
      title: `note ${String(n)}`,
      body: 'a text '.repeat(Math.floor(random() * 60)),
      tags: ['a'],
    }
    ids.push(state.create(noteAccess, { schemaUri: NOTE, object }).object.id)
    const id = ids[Math.floor(random() * ids.length)] ?? ''
    const patch = { $set: { title: `changed ${String(n)}` }, $inc: { stars: 1 } }
    state.update(noteAccess, { schemaUri: NOTE, id, patch })
    if (random() < 0.05) {
      removed.push(id)
      ids.splice(ids.indexOf(id), 1)
      state.delete(noteAccess, { schemaUri: NOTE, id, mode: random() < 0.5 ? 'soft' : 'hard' })
    }
    if (n === NOTES / 2) db.pragma('wal_checkpoint')
  }
  writeConversation(db)
  const objects = new Map(ids.map((id) => [id, JSON.stringify(state.get({ schemaUri: NOTE, id }).object)]))
  const changes = state.sync.export({ scopes: null, since: null }).bytes
  await state.close()
  db.close()
  const replica = join(folder, 'replica.db')
  const other = openAll(replica, null)
  other.state.sync.import(changes)
  await other.state.close()
  other.db.close()
  return { path, key, objects, removed, changes, replica }
}

const writeConversation = (db: Database): void => {
  db.prepare(
    "INSERT INTO conversations (id, title, created_at, updated_at, stack) VALUES ('c', 't', '1', '2', '[]')",
  ).run()
  const insert = db.prepare(
    `INSERT INTO messages (id, conversation_id, seq, turn_id, role, status, created_at, parts, parent_id)
     VALUES (?, 'c', ?, 't', 'user', 'complete', '2026', ?, ?)`,
  )
  for (let n = 1; n <= MESSAGES; n++)
    insert.run(
      `m${String(n)}`,
      n,
      JSON.stringify([{ text: 'said '.repeat(100) }]),
      n === 1 ? null : `m${String(n - 1)}`,
    )
}

let times = 0
const salvage = ({ path, key }: World): { report: SalvageReport; path: string } => {
  const made = join(directory, `made-${String((times += 1))}`)
  mkdirSync(made)
  const before = readFileSync(path)
  const database = join(made, 'state.db')
  const report = buildSalvaged(
    { path, key, database, report: join(made, 'report.json'), original: path },
    () => undefined,
  )
  expect(readFileSync(path).equals(before)).toBe(true)
  expect(JSON.parse(readFileSync(join(made, 'report.json'), 'utf8'))).toEqual(report)
  return { report, path: database }
}

const read = (state: StateService, id: string): string | null => {
  try {
    return JSON.stringify(state.get({ schemaUri: NOTE, id }).object)
  } catch {
    return null
  }
}

const updatedAt = (object: string): string =>
  z.object({ updatedAt: z.string() }).parse(JSON.parse(object)).updatedAt

/** What must hold of every salvage: nothing that was removed comes back, and what is missing is said. */
const hold = async (world: World, { report, path }: ReturnType<typeof salvage>): Promise<void> => {
  const { db, state } = openAll(path, world.key)
  try {
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    expect(state.sync.check().differences).toEqual([])
    if (report.lostSchemas.length > 0) return
    const listed = new Set([...report.incomplete, ...report.fromCopies].map(({ objectId }) => objectId))
    const { openEnd = false, last = '' } = report.changes
    const unsaid = [...world.objects].filter(
      ([id, object]) =>
        !listed.has(id) && read(state, id) !== object && !(openEnd && updatedAt(object) >= last),
    )
    // Ids and keys are random, so this can't be run again as it was: what is known goes with the failure.
    const told = JSON.stringify({ unsaid, now: unsaid.map(([id]) => read(state, id)), report })
    expect(unsaid.length, told).toBeLessThanOrEqual(report.changes.lost)
    for (const id of world.removed)
      if (!listed.has(id) && report.changes.lost === 0 && !openEnd) expect(read(state, id)).toBeNull()
    const messages = db.prepare('SELECT id, parts FROM messages').all() as { id: string; parts: string }[]
    expect(messages.length).toBeLessThanOrEqual(MESSAGES)
    // Each of them is found again once its words are read.
    const unread = db.prepare('SELECT count(*) FROM message_index WHERE indexed = 0').pluck().get()
    expect(unread).toBe(messages.length)
    // Another replica, which takes in what the first one wrote, and is understood by one that has everything.
    expect(state.sync.import(world.changes).changes).toBeGreaterThan(0)
    const fresh = state.create(noteAccess, { schemaUri: NOTE, object: { title: 'after' } }).object.id
    const replica = join(directory, `other-${String((times += 1))}.db`)
    copyFileSync(world.replica, replica)
    const other = openAll(replica, null)
    other.state.sync.import(state.sync.export({ scopes: null, since: other.state.sync.vectors() }).bytes)
    expect(read(other.state, fresh)).not.toBeNull()
    expect(other.state.sync.check().ok).toBe(true)
    // One that has nothing of it understands it, too.
    const empty = openAll(join(directory, `empty-${String((times += 1))}.db`), null)
    empty.state.sync.import(state.sync.export({ scopes: null, since: null }).bytes)
    expect(empty.state.sync.check().ok).toBe(true)
    for (const one of [other, empty]) {
      await one.state.close()
      one.db.close()
    }
  } finally {
    await state.close()
    db.close()
  }
}

it('uses no name of a view that is a statement, and keeps what the view had', async () => {
  const folder = join(directory, 'crafted')
  mkdirSync(folder)
  const world = await writeWorld(folder, null, createRandom(newSeed()))
  const victim = join(directory, 'victim.db')
  const db = openDatabase({ path: world.path, key: null })
  db.prepare('UPDATE state_schemas SET view_name = ? WHERE schema_uri = ?').run(
    `view_x (a); ATTACH '${victim}' AS v; CREATE TABLE v.t (x); --`,
    NOTE,
  )
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const made = salvage(world)
  await hold(world, made)
  expect(made.report.changes.lost).toBe(0)
  expect(existsSync(victim)).toBe(false)
})

describe.each([
  ['in the clear', null],
  ['encrypted', randomBytes(32).toString('hex')],
])('a database %s', (_what, key) => {
  const seed = newSeed()
  let folder = ''
  let whole: World
  /** Of the same story each time. */
  let known: World
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'satchel-salvage-whole-'))
    whole = await writeWorld(folder, key, createRandom(seed))
    const other = join(folder, 'known')
    mkdirSync(other)
    known = await writeWorld(other, key, createRandom(6))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(() => {
    onTestFailed(() => {
      process.stderr.write(`seed ${String(seed)}\n`)
    })
  })
  /** A world to be damaged. */
  const copyOf = (world: World): World => {
    const path = join(directory, 'state.db')
    copyFileSync(world.path, path)
    return { ...world, path }
  }

  it('that is not damaged loses nothing', async () => {
    const world = copyOf(whole)
    const made = salvage(world)
    expect(made.report.changes).toMatchObject({ wrong: 0, lost: 0 })
    expect(made.report).toMatchObject({
      unreadablePages: [],
      fromCopies: [],
      incomplete: [],
      lostSchemas: [],
      tables: [],
    })
    expect(made.report.objects).toBe(world.objects.size)
    await hold(world, made)
    const { db, state } = openAll(made.path, key)
    for (const [id, object] of world.objects) expect(read(state, id)).toBe(object)
    expect(db.prepare('SELECT count(*) FROM messages').pluck().get()).toBe(MESSAGES)
    expect(db.prepare('SELECT count(*) FROM message_index WHERE indexed = 0').pluck().get()).toBe(MESSAGES)
    expect(db.prepare("SELECT length(value) FROM state_meta WHERE key = 'place'").pluck().get()).toBe(0)
    await state.close()
    db.close()
  })

  it.each([8, 1 << 9, 1 << 20])(
    'whose changes have other positions, by %i, has them in order again',
    async (bit) => {
      const world = copyOf(known)
      const { db, state } = openAll(world.path, key)
      const positions = db.prepare('SELECT position FROM changes').pluck().all() as number[]
      const move = db.prepare('UPDATE changes SET position = ? WHERE position = ?')
      for (const at of [50, 400, positions.length - 3]) {
        const position = positions[at] ?? 0
        db.prepare('DELETE FROM changes WHERE position = ?').run(position ^ bit)
        move.run(position ^ bit, position)
      }
      await state.close()
      db.close()
      const made = salvage(world)
      expect(made.report.changes.wrong).toBe(0)
      await hold(world, made)
    },
  )

  it('with damaged signatures is understood by other devices', async () => {
    const world = copyOf(known)
    const { db, state } = openAll(world.path, key)
    const peer = openAll(join(directory, 'peer.db'), null)
    peer.state.sync.import(world.changes)
    peer.state.create(noteAccess, { schemaUri: NOTE, object: { title: 'of a peer' } })
    state.sync.import(peer.state.sync.export({ scopes: null, since: state.sync.vectors() }).bytes)
    await peer.state.close()
    peer.db.close()
    expect(db.prepare("UPDATE devices SET document = replace(document, 'v2', 'w2')").run().changes).toBe(2)
    expect(db.prepare('UPDATE signed_heads SET signature = zeroblob(64)').run().changes).toBe(1)
    await state.close()
    db.close()
    const made = salvage(world)
    expect(new Set(made.report.tables)).toEqual(
      new Set([
        { name: 'devices', kept: 0, restored: 0, refused: 2, broken: false },
        { name: 'signed_heads', kept: 0, restored: 0, refused: 1, broken: false },
      ]),
    )
    await hold(world, made)
  })

  it.each(DAMAGES)(
    'with damage by %s keeps what holds, and lists the rest',
    { timeout: 300_000 },
    async (how) => {
      const random = createRandom(seed + DAMAGES.indexOf(how))
      for (let round = 0; round < effort(1, 5); round++) {
        const world = copyOf(whole)
        const broken = damageFile(world.path, how, random)
        const made = salvage(world)
        await hold(world, made)
        if (key !== null && how !== 'cut')
          expect(made.report.unreadablePages).toEqual(expect.arrayContaining([...broken]))
      }
    },
  )

  const FOUNDATIONS = ['state_logs', 'state_schemas', 'log_writers', 'log_sources']
  const pagesOfTables = async (world: World, tables: readonly string[]): Promise<readonly number[]> => {
    const { db, state } = openAll(world.path, key)
    const pages = db.prepare(
      'SELECT pageno FROM dbstat JOIN sqlite_schema USING (name) WHERE tbl_name = ? AND pagetype <> ?',
    )
    const found = tables.flatMap((table) => pages.pluck().all(table, 'internal') as number[])
    await state.close()
    db.close()
    return found
  }

  it('without any of the rows that all changes refer to loses nothing', async () => {
    const world = copyOf(whole)
    zeroPages(world.path, await pagesOfTables(world, FOUNDATIONS))
    const made = salvage(world)
    expect(made.report.changes).toMatchObject({ wrong: 0, lost: 0 })
    expect(made.report.lostSchemas).toEqual([])
    expect(made.report.objects).toBe(world.objects.size)
    for (const name of FOUNDATIONS) {
      const { kept = 0, restored } = made.report.tables.find((table) => table.name === name) ?? {}
      expect([name, kept > 0, restored]).toEqual([name, true, kept])
    }
    await hold(world, made)
  })

  it.each(FOUNDATIONS)('without the rows of %s and their copies says how much is lost', async (table) => {
    const world = copyOf(whole)
    zeroPages(world.path, await pagesOfTables(world, [table, 'log_copies']))
    await hold(world, salvage(world))
  })

  it('whose last changes and their copies are lost says from when on changes may be missing', async () => {
    const world = copyOf(whole)
    const { db, state } = openAll(world.path, key)
    const pagesOf = (name: string): number[] =>
      db
        .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path")
        .pluck()
        .all(name) as number[]
    const [view] = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'view_%'")
      .pluck()
      .all() as string[]
    // The last pages of a tree that only grew.
    const lost = [...pagesOf('changes').slice(-1), ...pagesOf(view ?? '')]
    await state.close()
    db.close()
    zeroPages(world.path, lost)
    const made = salvage(world)
    expect(made.report.unreadablePages).toEqual(expect.arrayContaining(lost))
    expect(made.report.changes).toMatchObject({ lost: 0, openEnd: true, last: expect.any(String) as string })
    await hold(world, made)
  })

  it('says nothing of the end of a log that can be read', async () => {
    const world = copyOf(whole)
    const { db, state } = openAll(world.path, key)
    const [first] = db
      .prepare("SELECT pageno FROM dbstat WHERE name = 'changes' AND pagetype = 'leaf' ORDER BY path")
      .pluck()
      .all() as number[]
    await state.close()
    db.close()
    zeroPages(world.path, [first ?? 0])
    const { changes } = salvage(world).report
    expect(changes.lost).toBeGreaterThan(0)
    expect(changes.openEnd).toBeUndefined()
  })

  it('whose first page is lost can still be read', async () => {
    const world = copyOf(whole)
    const bytes = readFileSync(world.path)
    zeroFirstPage(world.path)
    expect(readFileSync(world.path).equals(bytes)).toBe(false)
    const made = salvage(world)
    await hold(world, made)
    expect(made.report.changes.kept).toBeGreaterThan(NOTES)
  })

  it('with a write-ahead file that was cut off keeps everything up to its last commit', async () => {
    const world = copyOf(whole)
    const { db, state } = openAll(world.path, key)
    db.pragma('wal_autocheckpoint = 0')
    for (let n = 0; n < 30; n++)
      state.create(noteAccess, { schemaUri: NOTE, object: { title: `late ${String(n)}` } })
    const cut = { ...world, path: join(directory, 'cut.db') }
    copyFileSync(world.path, cut.path)
    copyFileSync(`${world.path}-wal`, `${cut.path}-wal`)
    await state.close()
    db.close()
    const uncut = salvage(cut)
    expect(uncut.report.objects).toBe(world.objects.size + 30)
    truncateSync(`${cut.path}-wal`, Math.floor(statSync(`${cut.path}-wal`).size / 2))
    const made = salvage(cut)
    expect(made.report.changes.lost).toBe(0)
    expect(made.report.objects).toBeGreaterThan(world.objects.size)
    expect(made.report.objects).toBeLessThan(world.objects.size + 30)
    await hold(world, made)
    expect(existsSync(`${cut.path}-wal`)).toBe(true)
  })
})
