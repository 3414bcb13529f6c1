import { existsSync, readdirSync, renameSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { storageFailure } from './failure.ts'

/**
 * Moves the database at `path`, with its `-wal` and `-shm`, to `<path>.kept-<time>`, so that a new one can be made. For
 * the user's explicit choice only. The database itself moves first: if the machine stops in between, only a write-ahead
 * file is left at `path`, and opening refuses to delete that.
 *
 * @returns the new path
 * @throws SatchelError `database_unreadable`, with every file back in its place
 */
export const setAsideDatabase = (path: string, now: Date): string => {
  const kept = keptName(path, now)
  const moved: { from: string; to: string }[] = []
  try {
    for (const suffix of ['', '-wal', '-shm']) {
      const move = { from: `${path}${suffix}`, to: `${kept}${suffix}` }
      if (!existsSync(move.from)) continue
      renameSync(move.from, move.to)
      moved.push(move)
    }
  } catch (thrown) {
    for (const { from, to } of moved.reverse()) renameSync(to, from)
    throw storageFailure(path, thrown)
  }
  return kept
}

/** When the database at `path` last took another one's place, as the names of those that are kept say; null if it never did. */
export const inPlaceSince = (path: string): string | null => {
  const times = readdirSync(dirname(path)).flatMap((name) => {
    const [, day, time] = KEPT.exec(name) ?? []
    if (day === undefined || time === undefined || !name.startsWith(`${basename(path)}.kept-`)) return []
    return [`${day}T${time.replaceAll('-', ':')}`]
  })
  return times.toSorted().at(-1) ?? null
}

const KEPT = /\.kept-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d\.\d{3}Z)/

/** Where a set-aside database is kept. A rename overwrites its target, so the name is unused. */
export const keptName = (path: string, now: Date): string => {
  const base = `${path}.kept-${now.toISOString().replaceAll(':', '-')}`
  let name = base
  for (let n = 2; ['', '-wal', '-shm'].some((suffix) => existsSync(`${name}${suffix}`)); n++)
    name = `${base}-${String(n)}`
  return name
}
