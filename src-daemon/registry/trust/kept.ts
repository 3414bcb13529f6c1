import { z } from 'zod'
import type { Database } from '../../storage/index.ts'

const rowSchema = z.object({
  name: z.string(),
  place: z.string(),
  did: z.string(),
  list: z.string(),
  mark: z.string().nullable(),
  checkedAt: z.string(),
  problem: z
    .string()
    .nullable()
    .transform((json) =>
      json === null
        ? null
        : z
            .object({
              code: z.string(),
              params: z.record(z.string(), z.union([z.string(), z.number()])),
            })
            .parse(JSON.parse(json)),
    ),
})
/** A list that is followed: `list` is the signed file taken last, `problem` why a later one was not. */
export type KeptList = z.infer<typeof rowSchema>

/** The lists that are followed, in the database: they hold without a network, and what is seen of them is not lost with a cache. */
export const createKeptLists = ({ db }: { readonly db: Database }) => ({
  all: (): KeptList[] =>
    z
      .array(rowSchema)
      .parse(
        db
          .prepare(
            'SELECT name, place, did, list, mark, checked_at AS checkedAt, problem_json AS problem FROM trust_lists ORDER BY rowid',
          )
          .all(),
      ),
  keep: ({ name, place, did, list, mark, checkedAt, problem }: KeptList): void => {
    db.prepare(
      `INSERT INTO trust_lists (name, place, did, list, mark, checked_at, problem_json) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET list = excluded.list, mark = excluded.mark, checked_at = excluded.checked_at,
         problem_json = excluded.problem_json`,
    ).run(name, place, did, list, mark, checkedAt, problem && JSON.stringify(problem))
  },
  remove: (name: string): void => {
    db.prepare('DELETE FROM trust_lists WHERE name = ?').run(name)
  },
})
