/** Two Satchels that keep their backups in one folder. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findBackups, recordName } from './base/names.ts'
import { ownerOf } from './base/owner.ts'
import { filesFolder, readThrough } from './base/other-files.ts'
import { checkBackup } from './check.ts'
import { backupDatabases } from './convert.ts'
import { clearUnfinished, createBackup, type CreateInput } from './create.ts'
import { makeBackup } from './make-backup.ts'
import { createBackups } from './service.ts'
import { storeFiles, type StoreFiles } from '../storage/index.ts'
import { dataFolder, PACKAGE, type DataFolder } from './testing/data-folder.ts'
import { interrupted } from './testing/interrupted.ts'

const AT = '2026-11-26T10:00:00.000Z'
const DAY_MS = 24 * 60 * 60 * 1000
const TIMEOUT = 60_000

let shared = ''
let one: DataFolder
let other: DataFolder
beforeEach(async () => {
  shared = mkdtempSync(join(tmpdir(), 'satchel-shared-'))
  one = await dataFolder(null)
  other = await dataFolder(null)
})
afterEach(() => {
  one.remove()
  other.remove()
  rmSync(shared, { recursive: true, force: true })
})

const installs = ({ dataDir }: DataFolder, content: string): void => {
  chmodSync(join(dataDir, PACKAGE), 0o600)
  writeFileSync(join(dataDir, PACKAGE), content)
}
const inputOf = (folder: DataFolder, at: string): CreateInput => ({
  ...folder,
  key: null,
  folder: shared,
  reason: 'daily',
  at,
  of: ownerOf(folder.dataDir),
  // One that is interrupted here doesn't go on before the other one has ended.
  sweepMs: 20,
})
const later = (ms: number): string => new Date(Date.parse(AT) + ms).toISOString()

it('a backup is whole, at whichever of its steps another Satchel makes one and sweeps', () => {
  let steps = 1
  for (let step = 1; step <= steps; step++) {
    const at = 2 * step * DAY_MS
    installs(one, `package ${String(step)}`)
    installs(other, `another ${String(step)}`)
    const { files, calls } = interrupted(step, () => {
      clearUnfinished(shared, ownerOf(other.dataDir))
      createBackup(inputOf(other, later(at + 1)))
    })
    const { name } = createBackup({ ...inputOf(one, later(at)), files })
    steps = calls()
    for (const backup of findBackups([shared])) checkBackup(backup, null, AT)
    expect(
      findBackups([shared]).map((backup) => backup.name),
      `step ${String(step)}`,
    ).toContain(name)
  }
  expect(steps).toBeGreaterThan(8)
  expect(readdirSync(shared).filter((name) => name.endsWith('.writing'))).toEqual([])
})

it('a file that another one is about to remove is copied again by a backup that begins meanwhile', async () => {
  installs(one, 'shared')
  installs(other, 'another')
  createBackup(inputOf(other, AT))
  const first = createBackup(inputOf(one, later(1))).name
  // No record names its file any more.
  rmSync(join(shared, first))
  rmSync(join(shared, recordName(first)))
  const { sha256 } = readThrough(join(one.dataDir, PACKAGE))
  let meanwhile: Promise<{ name: string }> | undefined
  const files: StoreFiles = {
    ...storeFiles,
    remove: (path) => {
      if (path.endsWith(sha256)) {
        const { dataDir, database } = one
        const of = ownerOf(dataDir)
        meanwhile = makeBackup(
          { dataDir, database, key: null, folder: shared, reason: 'daily', at: later(3), of },
          new AbortController().signal,
        )
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000)
      }
      storeFiles.remove(path)
    },
  }
  createBackup({ ...inputOf(other, later(2)), files })
  expect(meanwhile).toBeDefined()
  const name = (await meanwhile)?.name
  const made = findBackups([shared]).find((backup) => backup.name === name)
  if (made === undefined) throw new Error('no backup was made')
  checkBackup(made, null, AT)
})

it('retention, and encrypting the data, touch nothing of the other’s', () => {
  const kept = createBackup(inputOf(one, later(-400 * DAY_MS))).name
  // As an update keeps it, or one whose record is not there yet.
  const without = createBackup(inputOf(one, later(-300 * DAY_MS))).name
  rmSync(join(shared, recordName(without)))
  for (let day = 0; day < 30; day++) createBackup(inputOf(other, later(day * DAY_MS)))
  const names = readdirSync(shared)
  expect(names).toContain(kept)
  expect(names).toContain(without)
  expect(backupDatabases(one.dataDir, [shared])).toEqual([join(shared, kept)])
  expect(backupDatabases(other.dataDir, [shared])).not.toContain(join(shared, kept))
})

it('the files of a backup whose record it can’t read stay, and so does what another one is writing', () => {
  const { name } = createBackup(inputOf(one, AT))
  const files = readdirSync(filesFolder(shared))
  writeFileSync(join(shared, recordName(name)), '{"format":"satchel-backup","version":2}')
  const writing = '.state.db-somebody-2026-11-26T10-00-00.000Z.writing'
  writeFileSync(join(shared, writing), '')
  installs(other, 'another package')
  createBackup(inputOf(other, later(1)))
  expect(readdirSync(filesFolder(shared))).toEqual(expect.arrayContaining(files))
  expect(readdirSync(shared)).toContain(writing)
})

it(
  'two that make theirs at the same time both get whole ones',
  async () => {
    const services = [one, other].map((folder) =>
      createBackups({
        paths: folder,
        settings: () => ({ backups: true, backupFolder: shared }),
        key: () => Promise.resolve(null),
        now: () => new Date(),
        log: { info: () => undefined, warn: () => undefined },
      }),
    )
    try {
      for (let round = 0; round < 3; round++) {
        installs(one, `package ${String(round)}`)
        await Promise.all(services.map(({ backups }) => backups.create('manual')))
      }
      const all = findBackups([shared])
      expect(all).toHaveLength(6)
      for (const backup of all) checkBackup(backup, null, AT)
    } finally {
      for (const { backups } of services) await backups.stop()
    }
  },
  TIMEOUT,
)
