/** Builds a new database from what can be read in a damaged one. */
import canonicalize from 'canonicalize'
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { SalvageReport, SalvageStep } from '../../contract/salvage.ts'
import { salvagedRow } from '../../identity/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { salvageState, VIEWS, type KnownSchema, type StateSalvage } from '../../state/index.ts'
import {
  copyRows,
  dropOrphans,
  openDamaged,
  openDatabase,
  openEmpty,
  ordinaryTables,
  type Database,
  type DamagedStore,
  type DatabaseKey,
  type NamedRow,
} from '../../storage/index.ts'
import { rememberConversations } from './conversations.ts'

export interface SalvageJob {
  /** The damaged database; it is not written to. */
  readonly path: string
  readonly key: DatabaseKey | null
  /** The paths of the new database and the report. */
  readonly database: string
  readonly report: string
  /** The final path of the damaged database, for the report. */
  readonly original: string
}

/** Tables derived from the log or other tables, which are rebuilt. */
const DERIVED: readonly string[] = [
  'change_objects',
  'change_hashes',
  'change_origins',
  'log_settled',
  'log_gaps',
  'log_copies',
  'state_view_totals',
  'state_space',
  'sequence_snapshots',
  'route_vectors',
  'message_index',
]
/** Not copied: the salvaged database determines its place again, with another name for this device. */
const OWN = ['cursor_key', 'place']

type Tables = SalvageReport['tables']

/** Salvages a database and reports progress to `say`. The new database is complete and checked, or this fails. */
export const buildSalvaged = (job: SalvageJob, say: (step: SalvageStep) => void): SalvageReport => {
  say('reading')
  const damaged = openDamaged(job.path, job.key, VIEWS)
  try {
    const copied = copyAll(job, damaged)
    say('log')
    const db = openDatabase({ path: job.database, key: damaged.key })
    try {
      quickly(db)
      const state = salvageState({
        db,
        damaged,
        ownerDid: ownerOf(db),
        now: Date.now,
        schemaOf: schemasOfPackages(db),
        onObjects: () => {
          say('objects')
        },
      })
      const tables = settle(db, copied)
      say('checking')
      check(db, job.path)
      const report = reportOf(job, damaged, state, tables)
      writeFileSync(job.report, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
      return report
    } finally {
      db.close()
    }
  } finally {
    damaged.close()
  }
}

/** It is thrown away if this is interrupted, and synced once at the end. */
const quickly = (db: Database): void => {
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
}

const copyAll = (job: SalvageJob, damaged: DamagedStore): Tables => {
  const db = openEmpty(job.database, damaged.key, damaged.version)
  try {
    quickly(db)
    return db.transaction(() =>
      ordinaryTables(db)
        .filter((name) => !DERIVED.includes(name))
        .map((name) => {
          let unproven = 0
          const copied = copyRows(
            db,
            name,
            rowsOf(damaged, name, () => {
              unproven += 1
            }),
          )
          return {
            name,
            kept: copied.kept,
            restored: 0,
            refused: copied.refused + unproven,
            broken: damaged.broken.has(name),
          }
        }),
    )()
  } finally {
    db.close()
  }
}

/** `unproven` hears of each row whose signature was damaged. */
const rowsOf = function* (damaged: DamagedStore, table: string, unproven: () => void): Iterable<NamedRow> {
  for (const row of damaged.rows(table)) {
    if (table === 'state_meta' && OWN.includes(String(row['key']))) continue
    const kept = salvagedRow(table, row)
    if (kept === null) unproven()
    else yield kept
  }
}

/** Handles other references to lost rows; returns the tables that lost something. */
const settle = (db: Database, copied: Tables): Tables => {
  const gone = db.transaction(() => {
    rememberConversations(db)
    return dropOrphans(db, ordinaryTables(db))
  })()
  db.prepare(
    "INSERT INTO state_meta (key, value) VALUES ('place', x'') ON CONFLICT DO UPDATE SET value = x''",
  ).run()
  const rowsIn = (table: string): number =>
    z.int().parse(db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get())
  return copied
    .map(({ name, kept: copiedRows, refused, broken }) => {
      const orphans = gone.get(name) ?? 0
      return { name, copiedRows: copiedRows - orphans, refused: refused + orphans, broken }
    })
    .filter(({ name, refused, broken }) => name !== 'changes' && (broken || refused > 0))
    .map(({ copiedRows, ...table }) => {
      const kept = rowsIn(table.name)
      return { ...table, kept, restored: Math.max(0, kept - copiedRows) }
    })
}

const check = (db: Database, path: string): void => {
  const problem = z.string().parse(db.pragma('integrity_check(1)', { simple: true }))
  const orphans = z.array(z.unknown()).parse(db.pragma('foreign_key_check'))
  if (problem !== 'ok' || orphans.length > 0)
    throw new SatchelError('database_corrupt', { params: { path, problem }, details: { orphans } })
  db.pragma('wal_checkpoint(TRUNCATE)')
}

/** The owner's DID; without their key, the last writer. */
const ownerOf = (db: Database): string => {
  const did = db.prepare('SELECT did FROM identity_keys WHERE is_owner = 1').pluck().get()
  const wrote = db.prepare('SELECT owner FROM log_sources ORDER BY id DESC LIMIT 1').pluck().get()
  return z
    .string()
    .catch('')
    .parse(did ?? wrote)
}

/** Schemas in the packages that were installed. */
const schemasOfPackages = (db: Database): ((uri: string) => KnownSchema | null) => {
  let found: Map<string, KnownSchema> | null = null
  return (uri) => {
    if (found === null) {
      found = new Map()
      for (const text of db.prepare('SELECT package_json FROM package_files').pluck().all() as string[])
        collectSchemas(JSON.parse(text), found)
    }
    return found.get(uri) ?? null
  }
}

const collectSchemas = (value: unknown, into: Map<string, KnownSchema>): void => {
  if (typeof value !== 'object' || value === null) return
  const uri = '$id' in value ? value.$id : null
  if (typeof uri === 'string')
    into.set(uri, { title: 'title' in value ? String(value.title) : uri, body: canonicalize(value) ?? '' })
  for (const inner of Object.values(value)) collectSchemas(inner, into)
}

const reportOf = (
  job: SalvageJob,
  damaged: DamagedStore,
  state: StateSalvage,
  tables: Tables,
): SalvageReport => ({
  at: new Date().toISOString(),
  original: job.original,
  pages: damaged.pages,
  unreadablePages: [...damaged.unreadable],
  ...state,
  tables,
})
