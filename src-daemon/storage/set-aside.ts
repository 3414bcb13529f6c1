import { existsSync, renameSync } from 'node:fs'
import { storageFailure } from './failure.ts'

/**
 * Moves the database at `path` out of the way under `<path>.kept-<time>`, with its `-wal` and `-shm`, so that a new one
 * can be made. For the user's explicit choice only. The database itself moves first: were the machine to stop in
 * between, what is left at `path` is a write-ahead file alone, which is refused and never deleted by opening.
 *
 * @returns the path it has now
 * @throws SatchelError `database_unreadable`, with every file back in its place
 */
export const setAsideDatabase = (path: string, now: Date): string => {
  const kept = freeName(path, now)
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

/** A rename replaces what it lands on, so the name must be unused. */
const freeName = (path: string, now: Date): string => {
  const base = `${path}.kept-${now.toISOString().replaceAll(':', '-')}`
  let name = base
  for (let n = 2; ['', '-wal', '-shm'].some((suffix) => existsSync(`${name}${suffix}`)); n++)
    name = `${base}-${String(n)}`
  return name
}
