/**
 * Runs on a small file system in the given folder: tries a backup, a restore and an import with ever more space, from none at
 * all, and prints the outcome of each attempt as a line of JSON.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toSatchelError } from '../../platform/errors.ts'
import { checkDatabase, storeFiles } from '../../storage/index.ts'
import { findBackups, recordName } from '../base/names.ts'
import { finishReplacement } from '../base/replacement.ts'
import { checkBackup } from '../check.ts'
import { createBackup } from '../create.ts'
import { prepareRestore } from '../restore.ts'
import { exportAssistant } from '../transfer/export.ts'
import { prepareImport } from '../transfer/import.ts'
import { dataFolder } from './data-folder.ts'

const [, , disk = '', rounds = '20'] = process.argv
const KEY = 'ab'.repeat(32)
const AT = '2026-11-26T10:00:00.000Z'
const PASSPHRASE = 'lantern copper meadow'
const work = join(disk, 'work')
mkdirSync(work)
process.env['TMPDIR'] = work
const folder = await dataFolder(KEY)
for (let n = 0; n < 40; n++) await folder.write(`${String(n)} ${'long '.repeat(2000)}`)
const { dataDir, database, backupsDir } = folder
const exported = join(dataDir, 'whole.age')
const backup = (at: string) =>
  createBackup({ dataDir, database, key: KEY, folder: backupsDir, reason: 'daily', at, of: 'here' })

backup(AT)
const exporting = (target: string) =>
  exportAssistant({
    dataDir,
    database,
    key: KEY,
    target,
    passphrase: PASSPHRASE,
    keys: null,
    at: AT,
    workFactor: 4,
  })
await exporting(exported)

const roomNow = (): number => {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}
const tidy = (): void => {
  finishReplacement(dataDir, storeFiles)
}
const attempts: Record<string, () => unknown> = {
  backup: () => backup(new Date(Date.parse(AT) + 1000).toISOString()),
  restore: () => {
    const [newest] = findBackups([backupsDir])
    if (newest === undefined) throw new Error('there is a backup')
    prepareRestore({ dataDir, database, key: KEY, backup: newest, at: AT, encrypt: true })
    tidy()
  },
  export: () => exporting(join(dataDir, 'another.age')),
  import: async () => {
    await prepareImport({ file: exported, passphrase: PASSPHRASE, dataDir, database, key: KEY })
    tidy()
  },
}

const ballast = join(disk, 'ballast')
const outcomes: Record<string, string[]> = {}
const left: string[] = []
for (const [name, attempt] of Object.entries(attempts)) {
  outcomes[name] = []
  const most = roomNow()
  for (let round = 0; round < Number(rounds); round++) {
    rmSync(ballast, { force: true })
    // Those of earlier rounds would fill the disk.
    if (name === 'backup')
      for (const one of findBackups([backupsDir]).slice(0, -1))
        for (const file of [one.name, recordName(one.name)]) rmSync(join(backupsDir, file))
    const before = readdirSync(dataDir).toSorted().join()
    // Most of them with little space, where the writes fail.
    const fill = roomNow() - Math.floor(most * (round / (Number(rounds) - 1)) ** 3)
    writeFileSync(ballast, Buffer.alloc(Math.max(0, fill)))
    try {
      await attempt()
      outcomes[name].push('done')
    } catch (thrown) {
      outcomes[name].push(toSatchelError(thrown).code)
      // No partial file is left, and the space is free again.
      const after = readdirSync(dataDir).toSorted().join()
      if (after !== before) left.push(`${name}: ${after}`)
    }
    rmSync(join(dataDir, 'another.age'), { force: true })
    // Otherwise the data that each restore keeps would fill the disk.
    for (const kept of readdirSync(dataDir).filter((file) => file.includes('.kept-')))
      rmSync(join(dataDir, kept), { recursive: true })
    for (const one of findBackups([backupsDir])) checkBackup(one, KEY, AT)
    checkDatabase(database, KEY)
    if (!existsSync(join(backupsDir, 'files'))) left.push('the files are gone')
  }
  rmSync(ballast, { force: true })
}
process.stdout.write(`${JSON.stringify({ outcomes, left, backups: findBackups([backupsDir]).length })}\n`)
