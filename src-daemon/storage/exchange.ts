/** Replaces the damaged database with a salvaged one, and keeps the damaged one. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { keptName } from './set-aside.ts'
import { storeFiles, type StoreFiles } from './store-files.ts'

const BUILDING = '.salvaging'
const DONE = '.salvaged-'
/** Of the salvaged database and the report, in their directory. */
const DATABASE = 'state.db'
const REPORT = 'report.json'

/** A new, empty directory beside the database at `path`, and the files a salvage creates in it. */
export const salvageDirectory = (
  path: string,
): { readonly directory: string; readonly database: string; readonly report: string } => {
  const directory = `${path}${BUILDING}`
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { mode: 0o700 })
  return { directory, database: join(directory, DATABASE), report: join(directory, REPORT) }
}

/**
 * Replaces the database at `path` with the salvaged one. Renaming its directory commits: if the program ends
 * after that, the next start finishes the rest (`clearSalvage`); before that, the damaged database stays. Returns where
 * that is kept, and the report beside it.
 */
export const commitSalvage = (
  path: string,
  now: Date,
  files: StoreFiles = storeFiles,
): { readonly kept: string; readonly report: string } => {
  const kept = keptName(path, now)
  const building = `${path}${BUILDING}`
  for (const name of readdirSync(building)) files.sync(join(building, name))
  files.syncDirectory(building)
  const done = `${path}${DONE}${kept.slice(`${path}.kept-`.length)}`
  files.rename(building, done)
  files.syncDirectory(dirname(path))
  finish(path, done, files)
  return { kept, report: reportOf(kept) }
}

/** Removes leftovers of an interrupted salvage, and finishes a committed one. */
export const clearSalvage = (path: string, files: StoreFiles = storeFiles): void => {
  const directory = dirname(path)
  if (!existsSync(directory)) return
  rmSync(`${path}${BUILDING}`, { recursive: true, force: true })
  for (const name of readdirSync(directory))
    if (name.startsWith(`${basename(path)}${DONE}`)) finish(path, join(directory, name), files)
}

const reportOf = (kept: string): string => `${kept}.salvage.json`

const finish = (path: string, done: string, files: StoreFiles): void => {
  const kept = `${path}.kept-${done.slice(`${path}${DONE}`.length)}`
  const salvaged = join(done, DATABASE)
  if (existsSync(salvaged)) {
    // A write-ahead file of the damaged database would be applied to the new one.
    for (const suffix of ['-wal', '-shm', '-journal', ''])
      if (existsSync(`${path}${suffix}`)) files.rename(`${path}${suffix}`, `${kept}${suffix}`)
    files.syncDirectory(dirname(path))
    files.rename(salvaged, path)
  }
  if (existsSync(join(done, REPORT))) files.rename(join(done, REPORT), reportOf(kept))
  files.syncDirectory(dirname(path))
  rmSync(done, { recursive: true, force: true })
}
