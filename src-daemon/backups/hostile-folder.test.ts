/** Attacks by who can write into the folder of the backups: what lies there may be no file, or other bytes than its name says. */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { backupSchema } from '../contract/backups.ts'
import { findBackups } from './base/names.ts'
import { filesFolder } from './base/other-files.ts'
import { checkBackup } from './check.ts'
import { createBackup } from './create.ts'
import { prepareRestore } from './restore.ts'
import { dataFolder, PACKAGE, type DataFolder } from './testing/data-folder.ts'

const KEY = 'ab'.repeat(32)
const [AT, LATER] = ['2026-11-26T10:00:00.000Z', '2026-11-27T10:00:00.000Z']
/** An older backup, as somebody else could name a file. */
const PLANTED = 'state.db.v1-2026-01-01T00-00-00.000Z'

let folder: DataFolder
let victim: string
beforeEach(async () => {
  folder = await dataFolder(KEY)
  victim = join(folder.dataDir, 'victim')
  writeFileSync(victim, 'not to be touched')
  make(AT)
})
afterEach(() => {
  expect(readFileSync(victim, 'utf8')).toBe('not to be touched')
  folder.remove()
})

const make = (at: string): void => {
  createBackup({ ...folder, key: KEY, folder: folder.backupsDir, reason: 'daily', at, of: 'here' })
}
const newest = () => {
  const [first] = findBackups([folder.backupsDir])
  if (first === undefined) throw new Error('there is a backup')
  return first
}
const inBackups = (name: string): string => join(folder.backupsDir, name)
const keptFiles = (): readonly string[] =>
  readdirSync(filesFolder(folder.backupsDir)).map((name) => join(filesFolder(folder.backupsDir), name))
const pipe = (path: string): void => {
  execFileSync('mkfifo', [path])
}
const restoreNewest = (): void => {
  rmSync(join(folder.dataDir, 'packages'), { recursive: true })
  const { dataDir, database } = folder
  prepareRestore({ dataDir, database, key: KEY, backup: newest(), at: LATER, encrypt: true })
  expect(folder.read(PACKAGE)).toBe('name: a package')
}

describe.skipIf(process.platform === 'win32')('beside the backups', () => {
  it.each<[string, () => void]>([
    [
      'a pipe as a record',
      () => {
        writeFileSync(inBackups(PLANTED), 'x')
        pipe(inBackups(`${PLANTED}.json`))
      },
    ],
    [
      'a pipe as a record without its backup',
      () => {
        pipe(inBackups(`${PLANTED}.json`))
      },
    ],
    [
      'a record without an end',
      () => {
        writeFileSync(inBackups(PLANTED), 'x')
        symlinkSync('/dev/zero', inBackups(`${PLANTED}.json`))
      },
    ],
    [
      'a folder as a record',
      () => {
        writeFileSync(inBackups(PLANTED), 'x')
        mkdirSync(inBackups(`${PLANTED}.json`))
      },
    ],
    [
      'an enormous record',
      () => {
        writeFileSync(inBackups(PLANTED), 'x')
        writeFileSync(inBackups(`${PLANTED}.json`), '')
        truncateSync(inBackups(`${PLANTED}.json`), 2 ** 40)
      },
    ],
    [
      'a backup of a day that never was',
      () => {
        writeFileSync(inBackups('state.db.v1-2026-99-99T99-99-99.999Z'), 'x')
      },
    ],
    [
      'links where the next backup will write',
      () => {
        symlinkSync(victim, inBackups('.state.db-here-2026-11-27T10-00-00.000Z.writing'))
        for (const file of keptFiles()) symlinkSync(victim, `${file}.here.tmp`)
      },
    ],
  ])('%s keeps none from being listed, checked, made and restored', (_what, plant) => {
    plant()
    checkBackup(newest(), KEY, LATER)
    make(LATER)
    expect(newest().createdAt).toBe(LATER)
    for (const backup of findBackups([folder.backupsDir])) backupSchema.parse(backup)
    restoreNewest()
  })
})

describe.skipIf(process.platform === 'win32')('instead of the files that backups share', () => {
  it.each<[string, (file: string) => void]>([
    [
      'other bytes',
      (file) => {
        writeFileSync(file, 'evil')
      },
    ],
    ['a pipe', pipe],
    [
      'a device without an end',
      (file) => {
        symlinkSync('/dev/zero', file)
      },
    ],
    [
      'a link to another file',
      (file) => {
        symlinkSync(victim, file)
      },
    ],
  ])('%s are seen by a check, and the next backup has its own', (_what, put) => {
    for (const file of keptFiles()) {
      rmSync(file)
      put(file)
    }
    const damaged = { code: 'backup_damaged', params: { name: newest().name, problem: 'config.json' } }
    expect(() => {
      checkBackup(newest(), KEY, LATER)
    }).toThrow(expect.objectContaining(damaged) as Error)
    make(LATER)
    checkBackup(newest(), KEY, LATER)
    restoreNewest()
  })

  it('a link in the place of the database is no backup', () => {
    const { name } = newest()
    const elsewhere = join(folder.dataDir, 'elsewhere.db')
    copyFileSync(inBackups(name), elsewhere)
    rmSync(inBackups(name))
    symlinkSync(elsewhere, inBackups(name))
    expect(findBackups([folder.backupsDir])).toEqual([])
  })
})
