import { rmSync } from 'node:fs'
import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/sha256.ts'
import type { Catalogue } from '../../contract/settings.ts'
import { newerFormat, openDatabase, type Database, type DatabaseKey } from '../../storage/index.ts'
import { chainRecordSchema, type ChainRecord } from '../../contract/registry-chain.ts'
import type { Listing } from './listing.ts'

/** Limits of cached rows per source, of files and of records; the least recently used go first. */
const MAX_SEEN = 5000
const MAX_FILE_BYTES = 64 * 1024 * 1024
const MAX_RECORDS = 20_000

const STEPS = [
  `CREATE TABLE seen (source TEXT NOT NULL, cap_uri TEXT NOT NULL, version TEXT NOT NULL, is_latest INTEGER NOT NULL, told_json TEXT NOT NULL,
     at INTEGER NOT NULL, PRIMARY KEY (source, cap_uri, version)) STRICT, WITHOUT ROWID;
   CREATE TABLE answered (source TEXT NOT NULL PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE records (registry TEXT NOT NULL, cap_uri TEXT NOT NULL, version TEXT NOT NULL, record_json TEXT NOT NULL, at INTEGER NOT NULL,
     PRIMARY KEY (registry, cap_uri, version)) STRICT, WITHOUT ROWID;
   CREATE TABLE files (sha256 TEXT NOT NULL PRIMARY KEY, bytes BLOB NOT NULL, used_at INTEGER NOT NULL) STRICT;`,
  // Of static registries: the signed head, the list it names (gzip), and the mark that the place gave it.
  `CREATE TABLE lists (source TEXT NOT NULL PRIMARY KEY, head TEXT NOT NULL, mark TEXT, list BLOB NOT NULL, at INTEGER NOT NULL) STRICT;`,
]

const listingSchema: z.ZodType<Listing> = z.object({
  capUri: z.string(),
  name: z.string(),
  version: z.string(),
  title: z.string(),
  description: z.string(),
  author: z.object({ did: z.string(), keyId: z.string() }),
  tags: z.array(z.string()),
  modelFamilies: z.array(z.string()),
  permissions: z.object({ require: z.array(z.string()), option: z.array(z.string()) }),
  cid: z.string().nullable(),
  sha256: z.string(),
  votes: z.number().nullable(),
  block: z.number().nullable(),
  yanked: z.string().nullable(),
})
const rowSchema = z.object({ json: z.string(), at: z.number() })

/** A list of a static registry, as it was when it was verified. */
export interface KeptList {
  readonly head: string
  /** What the place tells unchanged heads by. */
  readonly mark: string | null
  /** Compressed with gzip. */
  readonly list: Uint8Array
}
const keptListSchema: z.ZodType<KeptList> = z.object({
  head: z.string(),
  mark: z.string().nullable(),
  list: z.instanceof(Uint8Array),
})

/**
 * What sources answered before: their entries, chain records, and verified files. Losing it loses nothing but
 * the view while offline.
 */
export interface MarketCache {
  /** When a source last answered (milliseconds since 1970); null if it never did. */
  answeredAt(catalogue: Catalogue): number | null
  /** Caches what a source said, when it answered, and which entries it named as the latest version. */
  keep(catalogue: Catalogue, listings: readonly Listing[], options: { readonly latest: boolean }): void
  /** The latest version of every capability a source has named. */
  seen(catalogue: Catalogue): readonly Listing[]
  /** The known versions of one capability. */
  versions(
    catalogue: Catalogue,
    capUri: string,
  ): readonly { readonly listing: Listing; readonly isLatest: boolean }[]
  keepRecord(registry: string, capUri: string, record: ChainRecord): void
  record(
    registry: string,
    capUri: string,
    version: string,
  ): { readonly record: ChainRecord; readonly at: number } | null
  records(registry: string, capUri: string): readonly { readonly record: ChainRecord; readonly at: number }[]
  /** Only verified files are cached. */
  keepFile(sha256: string, bytes: Uint8Array): void
  /** Null if it is not cached, or no longer matches its hash. */
  file(sha256: string): Uint8Array | null
  /** Caches a verified list of a static registry. */
  keepList(catalogue: Catalogue, list: KeptList): void
  /** The place answered that its list is still this one. */
  keepListMark(catalogue: Catalogue, mark: string | null): void
  list(catalogue: Catalogue): KeptList | null
  /** When the place last answered (milliseconds since 1970); null if it never did. */
  listAt(catalogue: Catalogue): number | null
  /** Grows whenever the result of `seen` changes. */
  generation(): number
  close(): void
}

/**
 * Opens the cache file on first use. A damaged one, or one of a newer Satchel, is replaced by an empty one.
 */
export const createMarketCache = ({
  path,
  key,
  now,
  log,
}: {
  readonly path: string
  /** Encrypts it, unless null. */
  readonly key: DatabaseKey | null
  readonly now: () => Date
  readonly log?: { warn(data: object, message: string): void } | undefined
}): MarketCache => {
  let opened: Database | null = null
  /** Asked for every card of every search. */
  let selectFile: ReturnType<Database['prepare']> | null = null
  let changes = 0

  const db = (): Database => {
    opened ??= open()
    return opened
  }

  const open = (): Database => {
    try {
      const found = openDatabase({ path, key, steps: STEPS })
      if (newerFormat(found) === null) return found
      found.close()
    } catch (thrown) {
      if (!(thrown instanceof SatchelError) || thrown.code === 'disk_full') throw thrown
      log?.warn(
        { err: thrown },
        'the cache of the marketplace cannot be read and is replaced by an empty one',
      )
    }
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
    return openDatabase({ path, key, steps: STEPS })
  }

  const keep: MarketCache['keep'] = (catalogue, listings, { latest }) => {
    const source = keyOf(catalogue)
    const at = now().getTime()
    const insert = db().prepare(
      `INSERT INTO seen (source, cap_uri, version, is_latest, told_json, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (source, cap_uri, version) DO UPDATE SET told_json = excluded.told_json, at = excluded.at,
         is_latest = max(is_latest, excluded.is_latest)`,
    )
    const demote = db().prepare(
      'UPDATE seen SET is_latest = 0 WHERE source = ? AND cap_uri = ? AND version <> ?',
    )
    db().transaction(() => {
      for (const one of listings) {
        insert.run(source, one.capUri, one.version, latest ? 1 : 0, JSON.stringify(one), at)
        if (latest) demote.run(source, one.capUri, one.version)
      }
      db()
        .prepare(
          `DELETE FROM seen WHERE source = ? AND (cap_uri, version) IN
           (SELECT cap_uri, version FROM seen WHERE source = ? ORDER BY at DESC, cap_uri, version LIMIT -1 OFFSET ?)`,
        )
        .run(source, source, MAX_SEEN)
      db()
        .prepare(
          'INSERT INTO answered (source, at) VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET at = excluded.at',
        )
        .run(source, at)
    })()
    if (listings.length > 0) changes += 1
  }

  const keepFile: MarketCache['keepFile'] = (sha256, bytes) => {
    db().transaction(() => {
      db()
        .prepare(
          'INSERT INTO files (sha256, bytes, used_at) VALUES (?, ?, ?) ON CONFLICT (sha256) DO UPDATE SET used_at = excluded.used_at',
        )
        .run(sha256, bytes, now().getTime())
      // Keep the newest that fit.
      db()
        .prepare(
          `DELETE FROM files WHERE sha256 IN (SELECT sha256 FROM
           (SELECT sha256, sum(length(bytes)) OVER (ORDER BY used_at DESC, sha256) AS total FROM files) WHERE total > ?)`,
        )
        .run(MAX_FILE_BYTES)
    })()
  }

  const file: MarketCache['file'] = (sha256) => {
    const bytes: unknown = (selectFile ??= db()
      .prepare('SELECT bytes FROM files WHERE sha256 = ?')
      .pluck()).get(sha256)
    if (!(bytes instanceof Uint8Array) || sha256Hex(bytes) !== sha256) return null
    db().prepare('UPDATE files SET used_at = ? WHERE sha256 = ?').run(now().getTime(), sha256)
    return new Uint8Array(bytes)
  }

  const recordsOf = (rows: unknown): { record: ChainRecord; at: number }[] =>
    z
      .array(rowSchema)
      .parse(rows)
      .map(({ json, at }) => ({ record: chainRecordSchema.parse(JSON.parse(json)), at }))

  return {
    answeredAt: (catalogue) =>
      z
        .number()
        .optional()
        .parse(db().prepare('SELECT at FROM answered WHERE source = ?').pluck().get(keyOf(catalogue))) ??
      null,
    keep,
    seen: (catalogue) =>
      z
        .array(z.string())
        .parse(
          db()
            .prepare(
              'SELECT told_json FROM seen WHERE source = ? AND is_latest = 1 ORDER BY at DESC, cap_uri',
            )
            .pluck()
            .all(keyOf(catalogue)),
        )
        .map((json) => listingSchema.parse(JSON.parse(json))),
    versions: (catalogue, capUri) =>
      z
        .array(z.object({ json: z.string(), isLatest: z.number() }))
        .parse(
          db()
            .prepare(
              'SELECT told_json AS json, is_latest AS isLatest FROM seen WHERE source = ? AND cap_uri = ? ORDER BY at DESC, version',
            )
            .all(keyOf(catalogue), capUri),
        )
        .map(({ json, isLatest }) => ({
          listing: listingSchema.parse(JSON.parse(json)),
          isLatest: isLatest === 1,
        })),
    keepRecord: (registry, capUri, record) => {
      db()
        .prepare(
          `INSERT INTO records (registry, cap_uri, version, record_json, at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (registry, cap_uri, version) DO UPDATE SET record_json = excluded.record_json, at = excluded.at`,
        )
        .run(registry, capUri, record.semver, JSON.stringify(record), now().getTime())
      db()
        .prepare(
          `DELETE FROM records WHERE (registry, cap_uri, version) IN
           (SELECT registry, cap_uri, version FROM records ORDER BY at DESC LIMIT -1 OFFSET ?)`,
        )
        .run(MAX_RECORDS)
    },
    record: (registry, capUri, version) =>
      recordsOf(
        db()
          .prepare(
            'SELECT record_json AS json, at FROM records WHERE registry = ? AND cap_uri = ? AND version = ?',
          )
          .all(registry, capUri, version),
      )[0] ?? null,
    records: (registry, capUri) =>
      recordsOf(
        db()
          .prepare('SELECT record_json AS json, at FROM records WHERE registry = ? AND cap_uri = ?')
          .all(registry, capUri),
      ),
    keepFile,
    file,
    keepList: (catalogue, { head, mark, list }) => {
      db()
        .prepare(
          `INSERT INTO lists (source, head, mark, list, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (source) DO UPDATE SET
             head = excluded.head, mark = excluded.mark, list = excluded.list, at = excluded.at`,
        )
        .run(keyOf(catalogue), head, mark, list, now().getTime())
    },
    keepListMark: (catalogue, mark) => {
      db()
        .prepare('UPDATE lists SET mark = ?, at = ? WHERE source = ?')
        .run(mark, now().getTime(), keyOf(catalogue))
    },
    list: (catalogue) =>
      keptListSchema
        .nullable()
        .parse(
          db().prepare('SELECT head, mark, list FROM lists WHERE source = ?').get(keyOf(catalogue)) ?? null,
        ),
    listAt: (catalogue) =>
      z
        .number()
        .nullable()
        .parse(db().prepare('SELECT at FROM lists WHERE source = ?').pluck().get(keyOf(catalogue)) ?? null),
    generation: () => changes,
    close: () => {
      opened?.close()
      opened = null
      selectFile = null
    },
  }
}

/**
 * Identifies a source by its address, not by its name: another address under the same name is another source.
 */
const keyOf = ({ trust: _trust, name: _name, ...place }: Catalogue): string =>
  sha256Hex(JSON.stringify(Object.entries(place).toSorted())).slice(0, 24)
