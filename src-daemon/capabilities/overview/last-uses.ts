import { z } from 'zod'
import type { Database } from '../../storage/index.ts'

const rows = z.array(z.object({ id: z.string(), at: z.string().nullable() }))

/**
 * When tools of each of these were called last, in one question to the activity log: the newest line of each is found through the index, so
 * that the length of the log does not count. What was never called is left out.
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
