import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toSatchelError } from '../../platform/errors.ts'
import { openDatabase } from '../../storage/index.ts'
import { NOTE, noteAccess, noteSchema, plainState } from '../testing.ts'

let directory = ''
let path = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-names-'))
  path = join(directory, 'state.db')
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

const victim = () => join(directory, 'victim.db')
const attach = () => `ATTACH '${victim()}' AS v; CREATE TABLE v.t (x); --`

/** A database with one note, whose view has this name. */
const craft = async (name: string): Promise<void> => {
  const db = openDatabase({ path })
  const state = plainState({ db })
  const { owner, scope } = noteAccess
  state.registerSchema({ owner, scope, title: 'Note', schema: noteSchema })
  state.create(noteAccess, { schemaUri: NOTE, object: { title: 'one' } })
  await state.close()
  db.prepare('UPDATE state_schemas SET view_name = ? WHERE schema_uri = ?').run(name, NOTE)
  db.close()
}

/** What becomes of it when it is opened, read, written, checked, and removed. */
const use = async (): Promise<ReadonlySet<string>> => {
  const db = openDatabase({ path })
  const codes = new Set<string>()
  const trying = async (work: () => unknown): Promise<void> => {
    try {
      await work()
      codes.add('ok')
    } catch (thrown) {
      codes.add(toSatchelError(thrown).code)
    }
  }
  try {
    await trying(async () => {
      const state = plainState({ db })
      await trying(() => state.query(noteAccess, { from: NOTE }))
      await trying(() => state.create(noteAccess, { schemaUri: NOTE, object: { title: 'two' } }))
      await trying(() => state.sync.check())
      await state.close()
    })
  } finally {
    db.close()
  }
  return codes
}

describe('the name of a view in a database that somebody else wrote', () => {
  it.each([
    ['a statement', () => `view_x (a); ${attach()}`],
    ['a statement in the place of a name', () => `x; ${attach()}`],
    ['a statement after a quote', () => `view_x'; ${attach()}`],
    ['a table of ours', () => 'approvals'],
    ['SQLite’s own', () => 'sqlite_schema'],
    ['another database’s', () => 'temp.view_x'],
    ['a name with a line break', () => 'view_x\n--'],
    ['nothing', () => ''],
  ])('is never a part of a statement: %s', async (_what, name) => {
    await craft(name())
    const codes = await use()
    expect(existsSync(victim())).toBe(false)
    expect(codes).toContain('database_corrupt')
  })

  it('is made anew by nothing else', async () => {
    await craft('view_another_name')
    expect(await use()).toEqual(new Set(['ok']))
  })
})
