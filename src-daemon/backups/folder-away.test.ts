/** A disk for backups that is disconnected, or replaced by something else, while one is made. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SatchelError } from '../platform/errors.ts'
import { findBackups } from './base/names.ts'
import { checkBackup } from './check.ts'
import { createBackup } from './create.ts'
import { dataFolder, type DataFolder } from './testing/data-folder.ts'
import { interrupted } from './testing/interrupted.ts'

const KEY = 'ab'.repeat(32)
const AT = '2026-11-26T10:00:00.000Z'
const TIMEOUT = 120_000

let folder: DataFolder
let root: string
beforeEach(async () => {
  folder = await dataFolder(KEY)
  root = mkdtempSync(join(tmpdir(), 'satchel-disks-'))
})
afterEach(() => {
  folder.remove()
  rmSync(root, { recursive: true, force: true })
})

it.each<[string, (disk: string) => void]>([
  ['gone', () => undefined],
  ['an empty folder', (disk) => mkdirSync(disk)],
  [
    'a file',
    (disk) => {
      writeFileSync(disk, '')
    },
  ],
])(
  'is said to be the reason once it is %s, at whichever step, and earlier backups and the data stay whole',
  async (_what, put) => {
    const [disk, away] = [join(root, 'disk'), join(root, 'away')]
    const backups = join(disk, 'backups')
    const make = (seconds: number, files?: ReturnType<typeof interrupted>['files']): void => {
      const at = new Date(Date.parse(AT) + seconds * 1000).toISOString()
      createBackup({ ...folder, key: KEY, folder: backups, reason: 'daily', at, of: 'here', files })
    }
    make(0)
    const codes = new Set<string>()
    let wasAway = true
    for (let step = 1; wasAway; step += 1) {
      await folder.write(`note ${String(step)}`)
      wasAway = false
      const { files } = interrupted(step, () => {
        wasAway = true
        renameSync(disk, away)
        put(disk)
      })
      try {
        make(step, files)
      } catch (thrown) {
        codes.add(thrown instanceof SatchelError ? thrown.code : String(thrown))
      }
      if (existsSync(away)) {
        rmSync(disk, { recursive: true, force: true })
        renameSync(away, disk)
      }
      for (const backup of findBackups([backups])) checkBackup(backup, KEY, AT)
    }
    expect([...codes]).toEqual(['backup_folder_unusable'])
    make(3600)
    const [newest] = findBackups([backups])
    expect(newest?.createdAt).toBe('2026-11-26T11:00:00.000Z')
    expect(readdirSync(backups).filter((name) => name.startsWith('.'))).toEqual([])
    expect(await folder.titles()).toContain('note 1')
    expect(existsSync(away)).toBe(false)
  },
  TIMEOUT,
)
