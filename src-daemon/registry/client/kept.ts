import { z } from 'zod'
import type { Database } from '../../storage/index.ts'
import type { Catalogue } from '../../contract/settings.ts'
import type { SeenHead } from '../static/verify-head.ts'
import { provenanceSchema, type Provenance } from '../../contract/marketplace.ts'

const problemSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
const offerSchema = z.object({
  name: z.string(),
  version: z.string(),
  source: z.string(),
  sha256: z.string(),
  cid: z.string().nullable(),
  foundAt: z.string(),
  /** Why it could not be installed here: the error's code and parameters. Null if it could, or that isn't known. */
  problem: problemSchema.nullable(),
  /** A higher version that could not be installed here; null if there is none. */
  higher: z.object({ version: z.string(), problem: problemSchema }).nullable(),
})
const jsonOf = <T>(schema: z.ZodType<T>) =>
  z
    .string()
    .nullable()
    .transform((json): T | null => (json === null ? null : schema.parse(JSON.parse(json))))
const offerRowSchema = offerSchema.extend({
  problem: jsonOf(problemSchema),
  higher: jsonOf(offerSchema.shape.higher.unwrap()),
})
/** A newer version that a source had when it was last asked. */
export type Offer = z.infer<typeof offerSchema>

const yankSchema = z.object({
  sha256: z.string(),
  source: z.string(),
  reason: z.string(),
  foundAt: z.string(),
})
/** Who says that a version was withdrawn, and why. */
export type Yank = z.infer<typeof yankSchema>

const seenListSchema = z.object({ time: z.string(), sha256: z.string() }).nullable()
type StaticSource = Pick<Extract<Catalogue, { kind: 'static' }>, 'place' | 'did'>

const askedSchema = z.object({
  /** When each source last had an answer for everything installed. */
  answered: z.record(z.string(), z.string()).default({}),
  /** Names of installed capabilities that no source has, of those that answered. */
  unlisted: z.array(z.string()).default([]),
})
/** How the sources answered a check. */
export type Asked = z.infer<typeof askedSchema>

/** What the marketplace keeps in the database, because it must not be lost with the cache. */
export const createKept = ({ db }: { readonly db: Database }) => {
  const selectYank = db.prepare('SELECT reason FROM market_yanks WHERE sha256 = ?').pluck()

  return {
    /** Call this inside the transaction of an install. */
    keepProvenance: (provenance: Provenance): void => {
      db.prepare(
        `INSERT INTO package_provenance (sha256, provenance_json) VALUES (?, ?)
         ON CONFLICT (sha256) DO UPDATE SET provenance_json = excluded.provenance_json`,
      ).run(provenance.sha256, JSON.stringify(provenance))
    },
    provenance: (sha256: string): Provenance | null => {
      const json: unknown = db
        .prepare('SELECT provenance_json FROM package_provenance WHERE sha256 = ?')
        .pluck()
        .get(sha256)
      return typeof json === 'string' ? provenanceSchema.parse(JSON.parse(json)) : null
    },
    yankedFor: (sha256: string): string | null => z.string().optional().parse(selectYank.get(sha256)) ?? null,
    keepYank: ({ sha256, source, reason, foundAt }: Yank): void => {
      db.prepare(
        `INSERT INTO market_yanks (sha256, source, reason, found_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (sha256) DO UPDATE SET source = excluded.source, reason = excluded.reason`,
      ).run(sha256, source, reason, foundAt)
    },
    /** The last list that was seen of a static registry; null if none was. */
    seenList: ({ place, did }: StaticSource): SeenHead | null =>
      seenListSchema.parse(
        db
          .prepare('SELECT signed_at AS time, sha256 FROM market_lists WHERE place = ? AND did = ?')
          .get(place, did) ?? null,
      ),
    keepSeenList: ({ place, did }: StaticSource, { time, sha256 }: SeenHead): void => {
      db.prepare(
        `INSERT INTO market_lists (place, did, signed_at, sha256) VALUES (?, ?, ?, ?)
         ON CONFLICT (place, did) DO UPDATE SET signed_at = excluded.signed_at, sha256 = excluded.sha256`,
      ).run(place, did, time, sha256)
    },
    forgetSeenList: ({ place, did }: StaticSource): void => {
      db.prepare('DELETE FROM market_lists WHERE place = ? AND did = ?').run(place, did)
    },
    offers: (): Offer[] =>
      z
        .array(offerRowSchema)
        .parse(
          db
            .prepare(
              'SELECT name, version, source, sha256, cid, found_at AS foundAt, problem_json AS problem, higher_json AS higher FROM market_offers ORDER BY name',
            )
            .all(),
        ),
    yanks: (): Yank[] =>
      z
        .array(yankSchema)
        .parse(db.prepare('SELECT sha256, source, reason, found_at AS foundAt FROM market_yanks').all()),
    checkedAt: (): string | null =>
      z.string().optional().parse(db.prepare('SELECT checked_at FROM market_check').pluck().get()) ?? null,
    asked: (): Asked => {
      const json: unknown = db.prepare('SELECT asked_json FROM market_check').pluck().get()
      return askedSchema.parse(typeof json === 'string' ? JSON.parse(json) : {})
    },
    /** Replaces the results of the previous complete check. */
    replace: (found: {
      readonly offers: readonly Offer[]
      readonly yanks: readonly Yank[]
      readonly checkedAt: string
      readonly asked: Asked
    }): void => {
      db.transaction(() => {
        db.exec('DELETE FROM market_offers; DELETE FROM market_yanks')
        const offer = db.prepare(
          'INSERT INTO market_offers (name, version, source, sha256, cid, found_at, problem_json, higher_json) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        )
        const yank = db.prepare(
          'INSERT INTO market_yanks (sha256, source, reason, found_at) VALUES (?, ?, ?, ?)',
        )
        for (const one of found.offers)
          offer.run(
            one.name,
            one.version,
            one.source,
            one.sha256,
            one.cid,
            one.foundAt,
            one.problem && JSON.stringify(one.problem),
            one.higher && JSON.stringify(one.higher),
          )
        for (const one of found.yanks) yank.run(one.sha256, one.source, one.reason, one.foundAt)
        db.prepare(
          `INSERT INTO market_check (id, checked_at, asked_json) VALUES (1, ?, ?)
           ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at, asked_json = excluded.asked_json`,
        ).run(found.checkedAt, JSON.stringify(found.asked))
      })()
    },
  }
}
export type Kept = ReturnType<typeof createKept>
