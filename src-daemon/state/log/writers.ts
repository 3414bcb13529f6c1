/** The last change of each replica in each log, and the clock. */
import type { Statements } from '../base/statements.ts'
import { CLOCK_START, type ClockParts, follow, isLater } from '../base/time.ts'
import type { OwnClock } from './own-clock.ts'
import type { Retractions } from './retractions.ts'
import type { VersionVector } from './types.ts'

/** A replica in a log, and its last change there. */
export interface Writer {
  readonly id: number
  readonly log: number
  readonly actor: string
  seq: number
  hash: Buffer | null
  ms: number
  counter: number
  /** Changes up to this one were dropped with the owner of the log. */
  readonly base_seq: number
  readonly base_hash: Buffer | null
  /** The last `seq` our changes in this log have acknowledged as seen. */
  told: number
}

/** The heads of all logs. They are cached in memory, and read again after a failed transaction. */
export interface Writers {
  of(log: number, actor: string): Writer
  find(log: number, actor: string): Writer | null
  all(log: number): Iterable<Writer>
  byId(id: number): Writer
  /** Last `seq` of the others that our changes in this log haven't acknowledged yet. */
  unseen(log: number): VersionVector | null
  /** Sets the last change of `writer`; `told`: it is ours and acknowledges everything. Written by `flush`. */
  advance(writer: Writer, to: { seq: number; hash: Buffer; clock: ClockParts }, told: boolean): void
  /** The clock for our next change. */
  tick(now: number): ClockParts
  /** After a change of another replica. */
  follow(clock: ClockParts, now: number): void
  flush(): void
  forget(): void
}

type Head = Pick<Writer, 'seq' | 'hash' | 'ms' | 'counter'>

/** The last of each: with max(), SQLite returns the other columns of the same row. */
const UNINDEXED = `SELECT writer, max(seq) AS seq, hash, ms, counter FROM changes
  WHERE position > (SELECT position FROM log_settled) GROUP BY writer`

export interface WritersDeps {
  readonly statement: Statements
  /** The name of this replica. */
  readonly own: string
  readonly now: () => number
  readonly ownClock: OwnClock
  readonly retractions: Pick<Retractions, 'note'>
}

export const createWriters = ({ statement, own, now, ownClock, retractions }: WritersDeps): Writers => {
  let loaded: {
    byLog: Map<number, Map<string, Writer>>
    byId: Map<number, Writer>
    clock: ClockParts
  } | null = null
  const unseenLogs = new Set<number>()
  /** Writers whose heads aren't written yet; they can be derived from changes that aren't indexed. */
  const unwritten = new Set<Writer>()

  const load = () => {
    if (loaded !== null) return loaded
    const byLog = new Map<number, Map<string, Writer>>()
    const byId = new Map<number, Writer>()
    let clock = CLOCK_START
    unseenLogs.clear()
    // The columns are declared STRICT, so rows match `Writer`.
    for (const writer of statement('SELECT * FROM log_writers').all() as Writer[]) {
      keep(byLog, byId, writer)
      if (writer.actor !== own && writer.seq > writer.told) unseenLogs.add(writer.log)
      if (writer.actor === own) clock = laterOf(clock, writer)
    }
    for (const last of statement(UNINDEXED).all() as (Head & { writer: number })[]) {
      const writer = byId.get(last.writer)
      if (writer === undefined || last.seq <= writer.seq) continue
      const { seq, hash, ms, counter } = last
      Object.assign(writer, { seq, hash, ms, counter })
      unwritten.add(writer)
      if (writer.actor !== own) unseenLogs.add(writer.log)
      else clock = laterOf(clock, { ms, counter })
    }
    for (const writer of byId.values()) if (writer.actor !== own) clock = follow(clock, writer, now())
    return (loaded = { byLog, byId, clock })
  }

  /** Of our clocks; one that was given up doesn't count. */
  const laterOf = (clock: ClockParts, { ms, counter }: ClockParts): ClockParts =>
    isLater({ ms, counter }, clock) && !ownClock.isGivenUp({ ms, counter }) ? { ms, counter } : clock

  const keep = (byLog: Map<number, Map<string, Writer>>, byId: Map<number, Writer>, writer: Writer): void => {
    const known = byLog.get(writer.log)
    if (known === undefined) byLog.set(writer.log, new Map([[writer.actor, writer]]))
    else known.set(writer.actor, writer)
    byId.set(writer.id, writer)
  }

  const find = (log: number, actor: string): Writer | null => load().byLog.get(log)?.get(actor) ?? null

  const of = (log: number, actor: string): Writer => {
    const known = find(log, actor)
    if (known !== null) return known
    const { lastInsertRowid } = statement(
      `INSERT INTO log_writers (log, actor, seq, hash, ms, counter, base_seq, base_hash, told)
       VALUES (?, ?, 0, NULL, -1, 0, 0, NULL, 0)`,
    ).run(log, actor)
    const id = Number(lastInsertRowid)
    const start = { seq: 0, hash: null, ms: -1, counter: 0, base_seq: 0, base_hash: null, told: 0 }
    const writer: Writer = { id, log, actor, ...start }
    const { byLog, byId } = load()
    keep(byLog, byId, writer)
    return writer
  }

  const unseen = (log: number): VersionVector | null => {
    load()
    if (!unseenLogs.has(log)) return null
    const news = [...(load().byLog.get(log)?.values() ?? [])].filter(
      ({ actor, seq, told }) => actor !== own && seq > told,
    )
    return Object.fromEntries(news.map(({ actor, seq }) => [actor, seq]))
  }

  const advance: Writers['advance'] = (writer, { seq, hash, clock }, told) => {
    if (writer.seq > 0 && isLater(writer, clock)) retractions.note(writer.id, seq, clock)
    writer.seq = seq
    writer.hash = hash
    writer.ms = clock.ms
    writer.counter = clock.counter
    unwritten.add(writer)
    if (writer.actor !== own) unseenLogs.add(writer.log)
    else if (told) {
      flush()
      statement('UPDATE log_writers SET told = seq WHERE log = ?').run(writer.log)
      for (const other of load().byLog.get(writer.log)?.values() ?? []) other.told = other.seq
      unseenLogs.delete(writer.log)
    }
  }

  const flush = (): void => {
    for (const writer of unwritten) write(writer)
    unwritten.clear()
  }

  const write = ({ seq, hash, ms, counter, id }: Writer): void => {
    statement('UPDATE log_writers SET seq = ?, hash = ?, ms = ?, counter = ? WHERE id = ?').run(
      seq,
      hash,
      ms,
      counter,
      id,
    )
  }

  return {
    of,
    find,
    all: (log) => load().byLog.get(log)?.values() ?? [],
    byId: (id) => {
      const writer = load().byId.get(id)
      if (writer === undefined) throw new Error(`no writer ${String(id)}`)
      return writer
    },
    unseen,
    advance,
    tick: (at) => (load().clock = ownClock.next(load().clock, at)),
    follow: (clock, at) => {
      const state = load()
      state.clock = follow(state.clock, clock, at)
    },
    flush,
    forget: () => {
      unwritten.clear()
      loaded = null
    },
  }
}
