/**
 * Retractions of replicas' own clocks. The clocks of a replica's changes increase, unless its clock was ahead
 * and was corrected: then the next change has an earlier one, which shows that those before weren't made later.
 * Concurrent changes are compared accordingly. This follows from the changes alone, so every replica that has them
 * decides alike, and no replica can retract the times of another one's changes.
 */
import { objectIdOf, type ObjectKey } from '../base/object-key.ts'
import type { Statements } from '../base/statements.ts'
import { type Clock, type ClockParts, clockText } from '../base/time.ts'

export interface Retractions {
  /** Call for a change whose clock is earlier than that of the replica's change before it: also for the branch it left. */
  note(writer: number, seq: number, clock: ClockParts): void
  /** Moves the retractions by changes after `seq` to the branch they are now part of; they still apply to changes before them. */
  divide(writer: number, seq: number, branch: number): void
  /** The time by which a change is compared, if that isn't its own clock. */
  timeOf(writer: number, seq: number, clock: Clock): Clock | undefined
  /** The objects whose changes are compared by another time since this was last called; all must be written. */
  taken(): readonly RetractedObject[]
  forget(): void
}

/** An object by the row of its schema, and by its number in the log. */
export interface RetractedObject {
  readonly schema: number
  readonly number: number
  readonly objectId: string
}

interface Retraction {
  readonly seq: number
  readonly clock: Clock
}

export const createRetractions = (statement: Statements): Retractions => {
  let loaded: Map<number, Retraction[]> | null = null
  let fresh: { readonly writer: number; readonly seq: number; readonly clock: ClockParts }[] = []

  const load = (): Map<number, Retraction[]> => {
    if (loaded !== null) return loaded
    loaded = new Map()
    const rows = statement('SELECT writer, seq, ms, counter FROM log_retractions').all()
    for (const { writer, seq, ms, counter } of rows as (ClockParts & { writer: number; seq: number })[])
      add(loaded, writer, { seq, clock: clockText({ ms, counter }) })
    return loaded
  }

  const add = (all: Map<number, Retraction[]>, writer: number, retraction: Retraction): void => {
    const known = all.get(writer)
    if (known === undefined) all.set(writer, [retraction])
    else known.push(retraction)
  }

  /** Two branches may retract the times of their common changes: the earlier time counts. */
  const store = (writer: number, seq: number, { ms, counter }: ClockParts): void => {
    statement(
      `INSERT INTO log_retractions (writer, seq, ms, counter) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE
       SET ms = excluded.ms, counter = excluded.counter WHERE (excluded.ms, excluded.counter) < (ms, counter)`,
    ).run(writer, seq, ms, counter)
  }

  return {
    note: (writer, seq, clock) => {
      add(load(), writer, { seq, clock: clockText(clock) })
      store(writer, seq, clock)
      fresh.push({ writer, seq, clock })
    },
    divide: (writer, seq, branch) => {
      const rows = statement('SELECT seq, ms, counter FROM log_retractions WHERE writer = ? AND seq > ?').all(
        writer,
        seq,
      )
      statement('DELETE FROM log_retractions WHERE writer = ? AND seq > ?').run(writer, seq)
      for (const { seq: at, ...clock } of rows as (ClockParts & { seq: number })[]) {
        store(branch, at, clock)
        store(writer, seq + 1, clock)
      }
      loaded = null
    },
    timeOf: (writer, seq, clock) => {
      let time = clock
      for (const retraction of load().get(writer) ?? [])
        if (retraction.seq > seq && retraction.clock < time) time = retraction.clock
      return time === clock ? undefined : time
    },
    taken: () => {
      if (fresh.length === 0) return []
      const rows = fresh.flatMap(
        ({ writer, seq, clock: { ms, counter } }) =>
          statement(
            `SELECT DISTINCT o.schema, o.id AS number, o.object_id FROM changes c JOIN log_objects o ON o.id = c.object
             WHERE c.writer = ? AND c.seq < ? AND (c.ms, c.counter) > (?, ?)`,
          ).all(writer, seq, ms, counter) as { schema: number; number: number; object_id: ObjectKey }[],
      )
      fresh = []
      return rows.map(({ schema, number, object_id }) => ({
        schema,
        number,
        objectId: objectIdOf(object_id),
      }))
    },
    forget: () => {
      loaded = null
      fresh = []
    },
  }
}
