/** A data folder for tests of backups: a database with the real format, a package and settings. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NOTE, noteAccess, noteSchema, plainState } from '../../state/testing.ts'
import { openDatabase, type DatabaseKey } from '../../storage/index.ts'

export const SECRET = 'what nobody else may read'
export const PACKAGE = `packages/${'a'.repeat(64)}.acp.yaml`

export interface DataFolder {
  readonly dataDir: string
  readonly database: string
  readonly backupsDir: string
  /** Adds a note, and closes the database again. */
  write(title: string): Promise<void>
  /** The titles of the notes, sorted, after checking the objects against the log. */
  titles(key?: DatabaseKey | null): Promise<readonly unknown[]>
  read(path: string): string
  remove(): void
}

export const dataFolder = async (key: DatabaseKey | null): Promise<DataFolder> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-backups-'))
  const database = join(dataDir, 'state.db')

  const withState = async <T>(
    opened: DatabaseKey | null,
    use: (state: ReturnType<typeof plainState>) => T | Promise<T>,
  ): Promise<T> => {
    const db = openDatabase({ path: database, key: opened })
    const state = plainState({ db })
    try {
      return await use(state)
    } finally {
      await state.close()
      db.close()
    }
  }
  const write = (title: string): Promise<void> =>
    withState(key, (state) => {
      state.create(noteAccess, { schemaUri: NOTE, object: { title, body: SECRET } })
    })

  const { owner, scope } = noteAccess
  await withState(key, (state) => {
    state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
  })
  mkdirSync(join(dataDir, 'packages'))
  writeFileSync(join(dataDir, PACKAGE), 'name: a package', { mode: 0o400 })
  writeFileSync(join(dataDir, 'config.json'), '{"model":"planner","backupFolder":"/elsewhere"}')
  await write('first')

  return {
    dataDir,
    database,
    backupsDir: join(dataDir, 'backups'),
    write,
    titles: (other = key) =>
      withState(other, async (state) => {
        if (!state.sync.check().ok) throw new Error('the objects are not what their log says')
        const { items } = await state.query(noteAccess, { from: NOTE, limit: 100 })
        return items.map(({ object }) => object['title']).toSorted()
      }),
    read: (path) => readFileSync(join(dataDir, path), 'utf8'),
    remove: () => {
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
