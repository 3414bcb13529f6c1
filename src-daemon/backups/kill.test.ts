import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { bundleProcess } from '../../scripts/bundle-process.ts'
import { checkDatabase, openForReading, storeFiles } from '../storage/index.ts'
import { effort } from '../testing/effort.ts'
import { contentsOf } from './base/contents.ts'
import { findBackups } from './base/names.ts'
import { finishReplacement } from './base/replacement.ts'
import { checkBackup } from './check.ts'
import { clearUnfinished, createBackup } from './create.ts'
import { dataFolder, PACKAGE, type DataFolder } from './testing/data-folder.ts'
import type { KilledJob } from './testing/killed.ts'
import { exportAssistant } from './transfer/export.ts'

const KEY = randomBytes(32).toString('hex')
const AT = '2026-11-26T10:00:00.000Z'
const LATER = '2026-11-27T10:00:00.000Z'
const PASSPHRASE = 'lantern copper meadow'
const TIMEOUT = 240_000

let bundle = ''
let program = ''
beforeAll(async () => {
  bundle = mkdtempSync(join(tmpdir(), 'satchel-killed-'))
  program = await bundleProcess(join(import.meta.dirname, 'testing', 'killed.ts'), bundle)
}, TIMEOUT)
afterAll(() => {
  rmSync(bundle, { recursive: true, force: true })
})

const folders: DataFolder[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove()
})
const newFolder = async (): Promise<DataFolder> => {
  const folder = await dataFolder(KEY)
  folders.push(folder)
  return folder
}

const runUntil = (call: number, job: KilledJob): Promise<{ signal: string | null; calls: number }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, String(call), JSON.stringify(job)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (chunk) => (text += String(chunk)))
    child.once('error', reject)
    child.once('close', (_, signal) => {
      resolve({ signal, calls: Number(text) })
    })
  })

/** Some of so many steps, the first and the last among them; in the long run all. */
const stepsOf = (calls: number): readonly number[] => {
  const count = Math.min(calls, effort(5, calls))
  return Array.from({ length: count }, (_, n) => 1 + Math.round((n * (calls - 1)) / (count - 1)))
}

/** Kills a job at its steps, each time on a copy of the same folder, and looks at what is left. */
const killEverywhere = async (
  folder: DataFolder,
  jobIn: (dataDir: string) => KilledJob,
  look: (dataDir: string) => Promise<void> | void,
): Promise<void> => {
  const trial = `${folder.dataDir}-trial`
  const fresh = (): void => {
    rmSync(trial, { recursive: true, force: true })
    cpSync(folder.dataDir, trial, { recursive: true })
  }
  try {
    fresh()
    const { calls } = await runUntil(0, jobIn(trial))
    expect(calls).toBeGreaterThan(5)
    await look(trial)
    for (const step of stepsOf(calls)) {
      fresh()
      expect((await runUntil(step, jobIn(trial))).signal, `step ${String(step)}`).toBe('SIGKILL')
      await look(trial)
    }
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}
/** How many notes there are in a whole database. */
const objectsIn = (path: string): number => {
  checkDatabase(path, KEY)
  const db = openForReading(path, KEY)
  try {
    return contentsOf(db).objects
  } finally {
    db.close()
  }
}

it(
  'a backup that is killed leaves the earlier ones and the data whole, and the next one is made',
  async () => {
    const folder = await newFolder()
    createBackup({ ...folder, key: KEY, folder: folder.backupsDir, reason: 'daily', at: AT, of: 'here' })
    await folder.write('second')
    const inputIn = (dataDir: string, at: string) => ({
      dataDir,
      database: join(dataDir, 'state.db'),
      key: KEY,
      folder: join(dataDir, 'backups'),
      reason: 'daily' as const,
      at,
      of: 'here',
    })
    await killEverywhere(
      folder,
      (dataDir) => ({ do: 'create', input: inputIn(dataDir, LATER) }),
      (dataDir) => {
        const backups = join(dataDir, 'backups')
        const found = findBackups([backups])
        expect(found.map(({ createdAt }) => createdAt)).toContain(AT)
        for (const backup of found) checkBackup(backup, KEY, LATER)
        clearUnfinished(backups, 'here')
        expect(readdirSync(backups)).toHaveLength(1 + 2 * found.length)
        createBackup(inputIn(dataDir, '2026-11-28T10:00:00.000Z'))
        expect(objectsIn(join(dataDir, 'state.db'))).toBe(2)
      },
    )
  },
  TIMEOUT,
)

it(
  'a restore that is killed leaves the old or the new data whole, and the old in any case',
  async () => {
    const folder = await newFolder()
    createBackup({ ...folder, key: KEY, folder: folder.backupsDir, reason: 'daily', at: AT, of: 'here' })
    await folder.write('second')
    rmSync(join(folder.dataDir, PACKAGE))
    const seen = new Set<number>()
    await killEverywhere(
      folder,
      (dataDir) => {
        const [backup] = findBackups([join(dataDir, 'backups')])
        if (backup === undefined) throw new Error('there is a backup')
        const database = join(dataDir, 'state.db')
        return { do: 'restore', input: { dataDir, database, key: KEY, backup, at: LATER, encrypt: true } }
      },
      (dataDir) => {
        // As the next start does.
        finishReplacement(dataDir, storeFiles)
        const databases = readdirSync(dataDir).filter((name) => /^state\.db(\.kept-[^-]+-.*Z)?$/.test(name))
        const counts = databases.toSorted().map((name) => objectsIn(join(dataDir, name)))
        expect([[2], [1, 2]]).toContainEqual(counts)
        seen.add(counts.length)
        expect(readdirSync(dataDir).filter((name) => /incoming|replacing/.test(name))).toEqual([])
      },
    )
    expect([...seen].toSorted()).toEqual([1, 2])
  },
  TIMEOUT,
)

it(
  'an export that is killed leaves nothing that can be read, and the data whole',
  async () => {
    const folder = await newFolder()
    await killEverywhere(
      folder,
      (dataDir) => ({
        do: 'export',
        input: {
          dataDir,
          database: join(dataDir, 'state.db'),
          key: KEY,
          target: join(dataDir, 'out.age'),
          passphrase: PASSPHRASE,
          at: AT,
          workFactor: 4,
        },
      }),
      (dataDir) => {
        expect(objectsIn(join(dataDir, 'state.db'))).toBe(1)
        for (const name of readdirSync(dataDir).filter((one) => one.startsWith('out.')))
          expect(readFileSync(join(dataDir, name)).includes('what nobody else may read')).toBe(false)
      },
    )
  },
  TIMEOUT,
)

it(
  'an import that is killed leaves the old or the new assistant whole, and the old in any case',
  async () => {
    const from = await newFolder()
    await from.write('second')
    await from.write('third')
    const folder = await newFolder()
    const file = join(from.dataDir, 'out.age')
    await exportAssistant({
      ...from,
      key: KEY,
      target: file,
      passphrase: PASSPHRASE,
      keys: null,
      at: AT,
      workFactor: 4,
    })
    const seen = new Set<number>()
    await killEverywhere(
      folder,
      (dataDir) => ({
        do: 'import',
        input: { file, passphrase: PASSPHRASE, dataDir, database: join(dataDir, 'state.db'), key: KEY },
      }),
      (dataDir) => {
        finishReplacement(dataDir, storeFiles)
        const names = readdirSync(dataDir)
        const databases = names.filter((name) => /^state\.db(\.kept-[^-]+-.*Z)?$/.test(name))
        const counts = databases.toSorted().map((name) => objectsIn(join(dataDir, name)))
        expect([[1], [3, 1]]).toContainEqual(counts)
        seen.add(counts.length)
        // Settings and packages went with the database, or stayed with it.
        for (const name of ['config.json', 'packages'])
          expect(names.filter((one) => one.startsWith(name))).toHaveLength(counts.length)
        expect(readFileSync(join(dataDir, PACKAGE), 'utf8')).toBe('name: a package')
      },
    )
    expect([...seen].toSorted()).toEqual([1, 2])
  },
  TIMEOUT,
)
