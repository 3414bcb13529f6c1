import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { failureOf } from '../state/testing.ts'
import { databaseKind, openDatabase, storeFiles, type DatabaseKey } from '../storage/index.ts'
import { findBackups, type FoundBackup } from './base/names.ts'
import { replaceWithIncoming } from './base/replacement.ts'
import { checkBackup } from './check.ts'
import { convertBackup } from './convert.ts'
import { createBackup } from './create.ts'
import { prepareRestore, rehearseRestore, RESTORED } from './restore.ts'
import { dataFolder, PACKAGE, SECRET, type DataFolder } from './testing/data-folder.ts'

const KEY = randomBytes(32).toString('hex')
const OTHER = randomBytes(32).toString('hex')

let folder: DataFolder
afterEach(() => {
  folder.remove()
})

const create = (at: string, key: DatabaseKey | null, where = folder.backupsDir): string =>
  createBackup({ ...folder, key, folder: where, reason: 'daily', at, of: 'here' }).name
const found = (name: string, where = folder.backupsDir): FoundBackup => {
  const backup = findBackups([where]).find((one) => one.name === name)
  if (backup === undefined) throw new Error(`there is no ${name}`)
  return backup
}
const restore = (name: string, key: DatabaseKey | null): readonly string[] => {
  prepareRestore({ ...folder, key, backup: found(name), at: AT, encrypt: key !== null })
  return replaceWithIncoming(folder.dataDir, RESTORED, new Date(AT), storeFiles)
}
const AT = '2026-11-26T10:00:00.000Z'
const LATER = '2026-11-27T10:00:00.000Z'

describe.each([
  ['encrypted', KEY],
  ['plain', null],
] as const)('a backup of %s data', (kind, key) => {
  it('is made while the data is in use, checked, and complete', async () => {
    folder = await dataFolder(key)
    const db = openDatabase({ path: folder.database, key })
    const name = create(AT, key)
    db.close()
    const backup = found(name)
    expect(backup).toMatchObject({ createdAt: AT, reason: 'daily', checkedAt: AT, encrypted: key !== null })
    expect(databaseKind(join(folder.backupsDir, name))).toBe(kind)
    expect(readFileSync(join(folder.backupsDir, name)).includes(SECRET)).toBe(key === null)
    expect(backup.record?.files.map(({ path }) => path)).toEqual(['config.json', PACKAGE])
    checkBackup(backup, key, LATER)
    expect(found(name).checkedAt).toBe(LATER)
  })

  it('is restored; the previous data is kept, and missing files come back', async () => {
    folder = await dataFolder(key)
    const name = create(AT, key)
    await folder.write('second')
    rmSync(join(folder.dataDir, PACKAGE))
    const rehearsed = rehearseRestore({ ...folder, key, backup: found(name), at: LATER })
    expect(rehearsed).toMatchObject({ holds: { objects: 1 }, present: { objects: 2 } })
    expect(rehearsed.since?.changes).toBeGreaterThan(0)
    expect(await folder.titles()).toEqual(['first', 'second'])

    const [kept = ''] = restore(name, key)
    expect(await folder.titles()).toEqual(['first'])
    expect(folder.read(PACKAGE)).toBe('name: a package')
    expect(databaseKind(folder.database)).toBe(kind)
    expect(kept).toMatch(/state\.db\.kept-/)
    const before = openDatabase({ path: kept, key })
    expect(before.prepare('SELECT sum(objects) FROM state_view_totals').pluck().get()).toBe(2)
    before.close()
    expect(readdirSync(folder.dataDir).filter((one) => /incoming|replacing|rehearsal/.test(one))).toEqual([])
  })

  it('knows that it is a copy', async () => {
    folder = await dataFolder(key)
    restore(create(AT, key), key)
    const db = openDatabase({ path: folder.database, key })
    const place: unknown = db.prepare("SELECT value FROM state_meta WHERE key = 'place'").pluck().get()
    db.close()
    expect(place).toEqual(Buffer.alloc(0))
  })

  it('is refused when a page, or a file beside it, has changed', async () => {
    folder = await dataFolder(key)
    const name = create(AT, key)
    const path = join(folder.backupsDir, name)
    const whole = readFileSync(path)
    const damaged = Buffer.from(whole)
    damaged[whole.length - 2000] = (damaged[whole.length - 2000] ?? 0) ^ 1
    writeFileSync(path, damaged)
    const before = readFileSync(folder.database)
    expect(failureOf(() => restore(name, key)).code).toBe('backup_damaged')
    expect(readFileSync(folder.database).equals(before)).toBe(true)
    writeFileSync(path, whole)
    const files = join(folder.backupsDir, 'files')
    for (const one of readdirSync(files)) writeFileSync(join(files, one), 'something else')
    expect(failureOf(() => restore(name, key)).code).toBe('backup_damaged')
    expect(await folder.titles()).toEqual(['first'])
  })
})

it('takes over a database that is only noise', async () => {
  folder = await dataFolder(KEY)
  const name = create(AT, KEY)
  writeFileSync(folder.database, randomBytes(100_000))
  restore(name, KEY)
  expect(await folder.titles()).toEqual(['first'])
})

it('is opened with the key it was encrypted with, and no other', async () => {
  folder = await dataFolder(KEY)
  const backup = found(create(AT, KEY))
  const check = (key: DatabaseKey | null) => failureOf(() => checkBackup(backup, key, AT)).code
  expect(check(OTHER)).toBe('database_key_wrong')
  expect(check(null)).toBe('database_key_missing')
})

it('stays whole when the data is decrypted, and encrypted again', async () => {
  folder = await dataFolder(KEY)
  const name = create(AT, KEY)
  const path = join(folder.backupsDir, name)
  convertBackup(path, KEY, null)
  checkBackup(found(name), null, AT)
  convertBackup(path, null, OTHER)
  checkBackup(found(name), OTHER, AT)
  expect(found(name).encrypted).toBe(true)
})

it('of data from before its encryption is restored encrypted', async () => {
  folder = await dataFolder(null)
  const name = create(AT, null)
  restore(name, KEY)
  expect(databaseKind(folder.database)).toBe('encrypted')
  expect(await folder.titles(KEY)).toEqual(['first'])
})

it('keeps a file once, removes it with the last backup that has it, and leaves those of others alone', async () => {
  folder = await dataFolder(null)
  const files = join(folder.backupsDir, 'files')
  const day = (n: number): string => new Date(Date.parse(AT) + n * 24 * 60 * 60 * 1000).toISOString()
  createBackup({
    ...folder,
    key: null,
    folder: folder.backupsDir,
    reason: 'daily',
    at: day(-400),
    of: 'there',
  })
  expect(readdirSync(files)).toHaveLength(2)
  create(day(0), null)
  expect(readdirSync(files)).toHaveLength(2)
  chmodSync(join(folder.dataDir, PACKAGE), 0o600)
  writeFileSync(join(folder.dataDir, PACKAGE), 'another package')
  for (let n = 1; n <= 60; n++) create(day(n), null)
  expect(findBackups([folder.backupsDir]).filter(({ record }) => record?.of === 'here')).toHaveLength(9)
  expect(findBackups([folder.backupsDir]).filter(({ record }) => record?.of === 'there')).toHaveLength(1)
  expect(readdirSync(files)).toHaveLength(3)
})

it('leaves other files in its folder alone', async () => {
  folder = await dataFolder(null)
  const others = ['files/letter.txt', 'half.tmp', 'notes.json', '.hidden.tmp']
  mkdirSync(join(folder.backupsDir, 'files'), { recursive: true })
  mkdirSync(join(folder.backupsDir, 'state.db.v1-2026-01-02T03-04-05.678Z'))
  for (const name of others) writeFileSync(join(folder.backupsDir, name), 'mine')
  for (let n = 0; n < 12; n++) create(new Date(Date.parse(AT) + n * 24 * 60 * 60 * 1000).toISOString(), null)
  for (const name of others) expect(existsSync(join(folder.backupsDir, name)), name).toBe(true)
})

it('lists what an update kept beside the others, and checks and restores it', async () => {
  folder = await dataFolder(KEY)
  mkdirSync(folder.backupsDir)
  const name = 'state.db.v1-2026-01-02T03-04-05.678Z'
  storeFiles.copy(folder.database, join(folder.backupsDir, name))
  expect(found(name)).toMatchObject({
    reason: 'update',
    createdAt: '2026-01-02T03:04:05.678Z',
    checkedAt: null,
  })
  await folder.write('second')
  restore(name, KEY)
  expect(await folder.titles()).toEqual(['first'])
})

it('says that its folder can’t be used, or is not there', async () => {
  folder = await dataFolder(null)
  const file = join(folder.dataDir, 'a file')
  writeFileSync(file, '')
  for (const unusable of [
    join(file, 'below'),
    file,
    ...(process.platform === 'linux' ? ['/proc/nothing/below'] : []),
  ])
    expect(failureOf(() => create(AT, null, unusable)).code).toBe('backup_folder_unusable')
  expect(findBackups([join(file, 'below'), join(folder.dataDir, 'nowhere')])).toEqual([])
})

it('of damaged data is not made, and supersedes none', async () => {
  folder = await dataFolder(null)
  const name = create(AT, null)
  for (let n = 0; n < 20; n++) await folder.write(String(n))
  const bytes = readFileSync(folder.database)
  bytes.fill(0xa5, 4096 * 4, 4096 * 8)
  writeFileSync(folder.database, bytes)
  expect(failureOf(() => create(LATER, null)).code).toBe('database_corrupt')
  expect(existsSync(join(folder.backupsDir, name))).toBe(true)
  expect(readdirSync(folder.backupsDir).toSorted()).toEqual(['files', name, `${name}.json`])
})
