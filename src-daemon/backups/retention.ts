/** Which backups are kept: all of the last day, the last one of each of seven days, and of each of four weeks. */
const DAYS = 7
const WEEKS = 4
const DAY_MS = 24 * 60 * 60 * 1000

interface Dated {
  readonly createdAt: string
  readonly reason: 'daily' | 'manual' | 'update'
}

/**
 * The complete backups that may be removed. Days and weeks without a backup don't count, so the last ones stay however long Satchel was
 * off; the newest always stays, and so does the newest that an update kept. One made while the clock was ahead stays and doesn't count
 * until its time has come.
 */
export const superseded = <T extends Dated>(backups: readonly T[], now: Date): readonly T[] => {
  const newestFirst = backups
    .filter(({ createdAt }) => Date.parse(createdAt) - now.getTime() < DAY_MS)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const kept = new Set<T>([
    ...newestFirst.slice(0, 1),
    ...newestFirst.filter(({ reason }) => reason === 'update').slice(0, 1),
    ...newestFirst.filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) < DAY_MS),
    ...firstOfEach(newestFirst, dayOf).slice(0, DAYS),
    ...firstOfEach(newestFirst, weekOf).slice(0, WEEKS),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

const firstOfEach = <T extends Dated>(all: readonly T[], periodOf: (at: Date) => string): readonly T[] => {
  const seen = new Map<string, T>()
  for (const one of all) {
    const period = periodOf(new Date(one.createdAt))
    if (!seen.has(period)) seen.set(period, one)
  }
  return [...seen.values()]
}

/** The day in the computer's time zone. */
export const dayOf = (at: Date): string =>
  `${String(at.getFullYear())}-${String(at.getMonth() + 1)}-${String(at.getDate())}`

/** The Monday a week begins with. */
const weekOf = (at: Date): string =>
  dayOf(new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7)))
