/** One slice of the check of a database: as much as fits into a time limit, from where the last one ended. */
import { setTimeout as pause } from 'node:timers/promises'
import type { CheckCursor, CheckFinding } from '../../contract/check.ts'
import { checkLog, createStateCheck, type StateCheck } from '../../state/index.ts'
import {
  isDeclaredAsMade,
  openForReading,
  openPages,
  ordinaryTables,
  type Database,
  type DatabaseKey,
} from '../../storage/index.ts'

export interface SliceJob {
  readonly path: string
  readonly key: DatabaseKey | null
  readonly cursor: CheckCursor
  readonly budgetMs: number
}

export interface Slice {
  /** Where the next one continues; null if this was the last. */
  readonly cursor: CheckCursor | null
  readonly findings: readonly Omit<CheckFinding, 'at' | 'mended'>[]
}

export const START: CheckCursor = { stage: 'pages', name: '', after: 0 }

const PAGES = 200
/** The daemon may write a page, or the write-ahead file, while it is read. */
const TRIES = 3
const TRY_AGAIN_MS = 100

type Step = Slice & { readonly cursor: CheckCursor | null }

/** Runs steps until the time is over. Each reads a consistent snapshot of the database. */
export const runSlice = async (job: SliceJob): Promise<Slice> => {
  const end = performance.now() + job.budgetMs
  const findings: Slice['findings'][number][] = []
  let cursor: CheckCursor | null = job.cursor
  do {
    const step: Step = cursor.stage === 'pages' ? await pages(job, cursor) : inDatabase(job, cursor)
    findings.push(...step.findings)
    cursor = step.cursor
  } while (cursor !== null && performance.now() < end)
  return { cursor, findings }
}

/** Encrypted pages carry their own authentication tag. */
const pages = async ({ path, key }: SliceJob, { after }: CheckCursor): Promise<Step> => {
  if (key === null) return { cursor: { stage: 'tables', name: '', after: 0 }, findings: [] }
  const { bad, count } = badPages(path, key, after)
  let wrong = bad
  for (let tries = 1; wrong.length > 0 && tries < TRIES; tries++) {
    await pause(TRY_AGAIN_MS)
    const again = new Set(badPages(path, key, after).bad)
    wrong = wrong.filter((page) => again.has(page))
  }
  const isLast = after + PAGES >= count
  return {
    cursor: isLast
      ? { stage: 'tables', name: '', after: 0 }
      : { stage: 'pages', name: '', after: after + PAGES },
    findings: wrong.map((page) => ({ kind: 'page', what: String(page) })),
  }
}

const badPages = (
  path: string,
  key: DatabaseKey,
  after: number,
): { readonly bad: readonly number[]; readonly count: number } => {
  const stored = openPages(path, key)
  try {
    const bad: number[] = []
    for (let page = after + 1; page <= Math.min(after + PAGES, stored.count); page++)
      if (stored.read(page) === null) bad.push(page)
    return { bad, count: stored.count }
  } finally {
    stored.close()
  }
}

const inDatabase = (job: SliceJob, cursor: CheckCursor): Step => {
  const db = openForReading(job.path, job.key)
  try {
    db.exec('BEGIN')
    switch (cursor.stage) {
      case 'tables':
        return table(db, cursor)
      case 'changes':
        return changes(db, cursor)
      default:
        return objects(db, cursor)
    }
  } finally {
    db.close()
  }
}

/** SQLite's own check of a table and its indexes, and how it is declared. */
const table = (db: Database, { name: last }: CheckCursor): Step => {
  const [name] = ordinaryTables(db)
    .filter((one) => one > last)
    .sort()
  if (name === undefined) return { cursor: { stage: 'changes', name: '', after: 0 }, findings: [] }
  // A database that somebody else wrote may have any names.
  const quoted = name.replaceAll("'", "''")
  const said = (db.pragma(`integrity_check('${quoted}')`) as { integrity_check: string }[]).map(
    ({ integrity_check: text }) => text,
  )
  const problems = said.filter((text) => text !== 'ok').slice(0, 3)
  if (!isDeclaredAsMade(db, name)) problems.push('its declaration is not what it was')
  return {
    cursor: { stage: 'tables', name, after: 0 },
    findings: problems.map((text) => ({ kind: 'table', what: `${name}: ${text}` })),
  }
}

const changes = (db: Database, { after }: CheckCursor): Step => {
  const { last, wrong } = checkLog(db, after)
  return {
    cursor:
      last === null ? { stage: 'objects', name: '', after: 0 } : { stage: 'changes', name: '', after: last },
    findings: wrong.map((position) => ({ kind: 'change', what: String(position) })),
  }
}

const objects = (db: Database, { name, after }: CheckCursor): Step => {
  const check: StateCheck = createStateCheck(db)
  try {
    const { next, differences } = check.part(name, after)
    return {
      cursor: next === null ? null : { stage: 'objects', name: next.schemaUri, after: next.after },
      findings: differences.map(({ schemaUri, objectId }) => ({
        kind: 'object',
        what: `${schemaUri} ${objectId}`,
      })),
    }
  } finally {
    check.close()
  }
}
