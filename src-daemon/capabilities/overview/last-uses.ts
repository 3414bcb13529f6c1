import { z } from 'zod'
import type { Database } from '../../storage/index.ts'

const rows = z.array(z.object({ id: z.string(), at: z.string().nullable() }))

/**
 * When tools of each of these were last called, in one query of the activity log: the index finds the newest line of each, so
 * the length of the log doesn't matter. Those never called are left out.
 */
export const createLastUses = (db: Database): ((ids: readonly string[]) => ReadonlyMap<string, string>) => {
  const newest = db.prepare(
    `SELECT wanted.value AS id,
       (SELECT at FROM activity WHERE capability = wanted.value AND kind = 'call' ORDER BY position DESC LIMIT 1) AS at
     FROM json_each(?) AS wanted`,
  )
  return (ids) =>
    new Map(
      rows
        .parse(newest.all(JSON.stringify(ids)))
        .flatMap(({ id, at }): [string, string][] => (at === null ? [] : [[id, at]])),
    )
}
