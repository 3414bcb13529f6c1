/** Finds a place in the order of a log for changes that come back long after those that followed them. */
import type { Statements } from '../base/statements.ts'
import { decodeSeen, type Seen } from './codec.ts'
import type { Writers } from './writers.ts'

/** A change by its writer and number, and what it had newly seen. */
export interface Placed {
  readonly writer: number
  readonly seq: number
  readonly seen: readonly Seen[]
}

/** A change among others. */
export interface Standing extends Placed {
  readonly position: number
}

/** A writer's changes here, by number. */
interface Line {
  readonly seqs: number[]
  readonly positions: number[]
}

export interface Placing {
  /** Position of a writer's change; null if it isn't here. */
  positionOf(writer: number, seq: number): number | null
  /** After everything that the change follows or had seen, and before everything that follows or has seen it. */
  boundsOf(change: Placed): { readonly low: number; readonly high: number }
  /** What the change follows or had seen, and so on, as far as it stands at `high` or later; in order. */
  late(change: Placed, high: number): readonly Standing[]
  /** A free position between two, with room for `more` after it; null if there is none. */
  between(low: number, high: number, more: number): number | null
  put(change: Standing): void
  move(change: Standing, to: number): void
}

/** Reads the order of a whole log: rare, and over with the import. */
export const createPlacing = (statement: Statements, writers: Writers, log: number): Placing => {
  const ids = JSON.stringify([...writers.all(log)].map(({ id }) => id))
  const lines = new Map<number, Line>()
  const lineOf = (writer: number): Line => {
    const known = lines.get(writer)
    if (known !== undefined) return known
    const line = { seqs: [], positions: [] }
    lines.set(writer, line)
    return line
  }
  const rows = statement(
    `SELECT writer, seq, position FROM changes WHERE writer IN (SELECT value FROM json_each(?))
     ORDER BY writer, seq`,
  ).all(ids) as { writer: number; seq: number; position: number }[]
  for (const { writer, seq, position } of rows) {
    const { seqs, positions } = lineOf(writer)
    seqs.push(seq)
    positions.push(position)
  }
  /** By position, of those that had seen anything new. */
  const seenAt = new Map(
    (
      statement(
        `SELECT position, seen FROM changes
         WHERE seen IS NOT NULL AND writer IN (SELECT value FROM json_each(?))`,
      ).all(ids) as { position: number; seen: string }[]
    ).map(({ position, seen }) => [position, decodeSeen(seen, writers.byId)]),
  )
  const isTaken = statement('SELECT 1 FROM changes WHERE position = ?').pluck()

  /** Of the last one up to `seq`. */
  const lastUpTo = (writer: number, seq: number): number => {
    const { seqs, positions } = lineOf(writer)
    return positions[indexAfter(seqs, seq) - 1] ?? 0
  }

  const boundsOf: Placing['boundsOf'] = ({ writer, seq, seen }) => {
    const low = Math.max(
      lastUpTo(writer, seq - 1),
      ...seen.map(({ writer: { id }, seq: upTo }) => lastUpTo(id, upTo)),
    )
    const { seqs, positions } = lineOf(writer)
    let high = positions[indexAfter(seqs, seq)] ?? Infinity
    for (const [position, said] of seenAt)
      if (position < high && said.some((one) => one.writer.id === writer && one.seq >= seq)) high = position
    return { low, high }
  }

  const late: Placing['late'] = (change, high) => {
    const found = new Map<number, Standing>()
    const add = ({ writer, seq, seen }: Placed): void => {
      addUpTo(writer, seq - 1)
      for (const one of seen) addUpTo(one.writer.id, one.seq)
    }
    const addUpTo = (writer: number, upTo: number): void => {
      const { seqs, positions } = lineOf(writer)
      for (let at = indexAfter(seqs, upTo) - 1; at >= 0; at--) {
        const position = positions[at] ?? 0
        if (position < high || found.has(position)) return
        const one = { writer, seq: seqs[at] ?? 0, seen: seenAt.get(position) ?? [], position }
        found.set(position, one)
        add(one)
      }
    }
    add(change)
    return [...found.values()].sort((a, b) => a.position - b.position)
  }

  const between: Placing['between'] = (low, high, more) => {
    let position = low + Math.max(1, Math.floor((high - low) / (more + 2)))
    while (position < high && isTaken.get(position) !== undefined) position += 1
    return position < high ? position : null
  }

  const put: Placing['put'] = ({ writer, seq, seen, position }) => {
    const { seqs, positions } = lineOf(writer)
    const at = indexAfter(seqs, seq)
    seqs.splice(at, 0, seq)
    positions.splice(at, 0, position)
    if (seen.length > 0) seenAt.set(position, seen)
  }

  return {
    positionOf: (writer, seq) => {
      const { seqs, positions } = lineOf(writer)
      const at = indexAfter(seqs, seq) - 1
      return seqs[at] === seq ? (positions[at] ?? null) : null
    },
    boundsOf,
    late,
    between,
    put,
    move: ({ writer, seq, seen, position }, to) => {
      const { seqs, positions } = lineOf(writer)
      positions[indexAfter(seqs, seq) - 1] = to
      seenAt.delete(position)
      if (seen.length > 0) seenAt.set(to, seen)
    },
  }
}

/** Index of the first number that is greater. */
const indexAfter = (numbers: readonly number[], most: number): number => {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= most) low = middle + 1
    else high = middle
  }
  return low
}
