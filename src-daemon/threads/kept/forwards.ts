import { z } from 'zod'
import type { Database } from '../../storage/index.ts'

/** A request of one conversation that was passed on into another, and waits for its answer. */
export interface Forward {
  /** Where it was passed on to, and the message that it is there. */
  readonly child: string
  readonly message: string
  /** Where it was asked: the message, and the place of the request in it. */
  readonly parent: string
  readonly asked: string
  readonly item: number
}

/** Nobody waits for an answer longer. */
const KEPT_MS = 30 * 24 * 60 * 60_000

const rowSchema = z.object({
  child: z.string(),
  message: z.string(),
  parent: z.string(),
  asked: z.string(),
  item: z.int(),
})

/** What was passed on, until the answer has gone back: once. */
export const createForwards = (db: Database) => {
  const columns = 'child, message, parent, asked, item'
  const insert = db.prepare(
    'INSERT INTO thread_forwards (child, message, parent, asked, item, at) VALUES (@child, @message, @parent, @asked, @item, @at)',
  )
  const into = db.prepare(`SELECT ${columns} FROM thread_forwards WHERE child = ?`)
  const from = db.prepare(`SELECT ${columns} FROM thread_forwards WHERE parent = ?`)
  const children = db.prepare('SELECT DISTINCT child FROM thread_forwards').pluck()
  const drop = db.prepare('DELETE FROM thread_forwards WHERE child = @child AND message = @message')
  const sweep = db.prepare('DELETE FROM thread_forwards WHERE at < ?')
  return {
    /** Forgets what nobody answered in time. */
    sweep: (now: number) => {
      sweep.run(now - KEPT_MS)
    },
    add: (forward: Forward, at: number) => {
      insert.run({ ...forward, at })
    },
    into: (child: string): readonly Forward[] => z.array(rowSchema).parse(into.all(child)),
    from: (parent: string): readonly Forward[] => z.array(rowSchema).parse(from.all(parent)),
    children: (): readonly string[] => z.array(z.string()).parse(children.all()),
    /** False if it is gone already: an answer goes back once. */
    take: ({ child, message }: Pick<Forward, 'child' | 'message'>) =>
      drop.run({ child, message }).changes > 0,
  }
}
