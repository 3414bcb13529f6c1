/** The models inside Satchel, and those that are on their way: one row each. */
import { z } from 'zod'
import type { Database } from '../../storage/index.ts'
import { errorCodeSchema } from '../../text/index.ts'
import type { EngineFacts } from './engine-lines.ts'

const factsSchema: z.ZodType<EngineFacts> = z.object({
  architecture: z.string(),
  name: z.string().nullable(),
  size: z.string().nullable(),
  window: z.int().positive().nullable(),
  embeds: z.boolean(),
  thinks: z.boolean(),
})
const problemSchema = z.object({
  code: errorCodeSchema,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
const json = <T>(schema: z.ZodType<T>) =>
  z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : schema.parse(JSON.parse(text))))

const rowSchema = z.object({
  /** Without `inside:`. */
  id: z.string(),
  name: z.string(),
  /** The address it comes from; null for a file of the owner's own, which stays where it is. */
  url: z.string().nullable(),
  file: z.string(),
  sha256: z.string().nullable(),
  state: z.enum(['running', 'interrupted', 'stopped', 'failed', 'ready']),
  completed: z.int().nullable(),
  total: z.int().nullable(),
  problem: json(problemSchema),
  facts: json(factsSchema),
  started_at: z.string(),
})
export type InsideRow = z.infer<typeof rowSchema>

export type InsideProblem = z.infer<typeof problemSchema>

/** What changes when a download ends, however it ends. */
export interface Ending {
  readonly state: Exclude<InsideRow['state'], 'running' | 'interrupted'>
  readonly completed: number | null
  readonly total: number | null
  readonly problem: { readonly code: string; readonly params: object } | null
  readonly facts: EngineFacts | null
}

export type InsideStore = ReturnType<typeof createInsideStore>

export const createInsideStore = (db: Database) => {
  const all = db.prepare('SELECT * FROM inside_models ORDER BY started_at, id')
  const one = db.prepare('SELECT * FROM inside_models WHERE id = ?')
  const begin = db.prepare(
    `INSERT INTO inside_models (id, name, url, file, sha256, state, started_at)
     VALUES (@id, @name, @url, @file, @sha256, 'running', @at)
     ON CONFLICT (id) DO UPDATE SET state = 'running', problem = NULL`,
  )
  const settle = db.prepare(
    `UPDATE inside_models SET state = @state, completed = @completed, total = @total, problem = @problem, facts = @facts
     WHERE id = @id`,
  )
  const remove = db.prepare('DELETE FROM inside_models WHERE id = ?')
  if (!db.readonly) db.prepare("UPDATE inside_models SET state = 'interrupted' WHERE state = 'running'").run()

  return {
    list: (): readonly InsideRow[] => z.array(rowSchema).parse(all.all()),
    find: (id: string): InsideRow | null => rowSchema.nullish().parse(one.get(id)) ?? null,
    /** A new one, or one that goes on. */
    begin: (row: Pick<InsideRow, 'id' | 'name' | 'url' | 'file' | 'sha256'>, at: Date): void => {
      begin.run({ ...row, at: at.toISOString() })
    },
    settle: (id: string, { problem, facts, ...ending }: Ending): void => {
      settle.run({
        id,
        ...ending,
        problem: problem === null ? null : JSON.stringify(problem),
        facts: facts === null ? null : JSON.stringify(facts),
      })
    },
    remove: (id: string): void => {
      remove.run(id)
    },
  }
}
