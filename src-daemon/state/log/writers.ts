/** The last change of each replica in each log, and the clock. */
import type { Statements } from '../base/statements.ts'
import { CLOCK_START, type ClockParts, follow, isLater } from '../base/time.ts'
import { branchName, parentOf, replicaOf } from '../base/names.ts'
import type { OwnClock } from './own-clock.ts'
import type { Replica } from './replica.ts'
import type { Retractions } from './retractions.ts'

/** A replica in a log, or a branch of one (names.ts), and its last change there. */
export interface Writer {
  readonly id: number
  readonly log: number
  readonly actor: string
  /** A branch: the last change before it, which its parent has. Else 0. */
  readonly since: number
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
  /** A replica's branches in a log, or it alone. */
  branches(log: number, replica: string): readonly Writer[]
  /** The branch of `parent`, at its end, that begins with the change of this hash. */
  branch(parent: Writer, first: Buffer): Writer
  /** Whether branches begin where it ends, so that it doesn't grow anymore. */
  isDivided(writer: Writer): boolean
  /** Those whose last change ours in this log haven't acknowledged yet; null if there are none. */
  unseen(log: number): readonly Writer[] | null
  /**
   * Sets the last change of `writer`; `told`: it is ours and acknowledges everything. Written by `flush`. Returns whether
   * the change retracts the times of those before it.
   */
  advance(writer: Writer, to: { seq: number; hash: Buffer; clock: ClockParts }, told: boolean): boolean
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
  readonly replica: Pick<Replica, 'name'>
  readonly now: () => number
  readonly ownClock: OwnClock
  readonly retractions: Pick<Retractions, 'note'>
}

export const createWriters = ({ statement, replica, now, ownClock, retractions }: WritersDeps): Writers => {
  let loaded: {
    byLog: Map<number, Map<string, Writer>>
    byReplica: Map<string, Writer[]>
    byId: Map<number, Writer>
    clock: ClockParts
  } | null = null
  const unseenLogs = new Set<number>()
  /** Writers whose heads aren't written yet; they can be derived from changes that aren't indexed. */
  const unwritten = new Set<Writer>()

  const load = () => {
    if (loaded !== null) return loaded
    const own = replica.name
    const byLog = new Map<number, Map<string, Writer>>()
    const byReplica = new Map<string, Writer[]>()
    const byId = new Map<number, Writer>()
    let clock = CLOCK_START
    unseenLogs.clear()
    // The columns are declared STRICT, so rows match `Writer`.
    for (const writer of statement('SELECT * FROM log_writers').all() as Writer[]) {
      keep({ byLog, byReplica, byId }, writer)
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
    return (loaded = { byLog, byReplica, byId, clock })
  }

  /** The latest of our clocks; a retracted one doesn't count. */
  const laterOf = (clock: ClockParts, { ms, counter }: ClockParts): ClockParts =>
    isLater({ ms, counter }, clock) && !ownClock.isGivenUp({ ms, counter }) ? { ms, counter } : clock

  const keep = (
    { byLog, byReplica, byId }: Omit<NonNullable<typeof loaded>, 'clock'>,
    writer: Writer,
  ): void => {
    const known = byLog.get(writer.log)
    if (known === undefined) byLog.set(writer.log, new Map([[writer.actor, writer]]))
    else known.set(writer.actor, writer)
    lastAsked = null
    const key = keyOf(writer.log, replicaOf(writer.actor))
    byReplica.set(key, [...(byReplica.get(key) ?? []), writer])
    byId.set(writer.id, writer)
  }

  const find = (log: number, actor: string): Writer | null => load().byLog.get(log)?.get(actor) ?? null

  const of = (log: number, actor: string): Writer =>
    find(log, actor) ?? make({ log, actor, seq: 0, hash: null, ms: -1, counter: 0, since: 0 })

  /** The branch has no change yet: its last one is its parent's. */
  const branch: Writers['branch'] = (parent, first) => {
    const { log, seq, hash, ms, counter } = parent
    return make({ log, actor: branchName(parent.actor, first), seq, hash, ms, counter, since: seq })
  }

  const make = (
    made: Pick<Writer, 'log' | 'actor' | 'seq' | 'hash' | 'ms' | 'counter' | 'since'>,
  ): Writer => {
    const { log, actor, seq, hash, ms, counter, since } = made
    const { lastInsertRowid } = statement(
      `INSERT INTO log_writers (log, actor, since, seq, hash, ms, counter, base_seq, base_hash, told)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    ).run(log, actor, since, seq, hash, ms, counter, since, hash)
    const writer: Writer = {
      ...made,
      id: Number(lastInsertRowid),
      base_seq: since,
      base_hash: hash,
      told: 0,
    }
    keep(load(), writer)
    return writer
  }

  let lastAsked: { readonly log: number; readonly name: string; readonly found: readonly Writer[] } | null =
    null

  /** Usually the same replica is asked for again. */
  const branches: Writers['branches'] = (log, name) => {
    const { byReplica } = load()
    if (lastAsked?.log === log && lastAsked.name === name) return lastAsked.found
    const found = byReplica.get(keyOf(log, name)) ?? NONE
    lastAsked = { log, name, found }
    return found
  }

  const isDivided: Writers['isDivided'] = ({ log, actor, seq }) => {
    const all = branches(log, replicaOf(actor))
    return all.length > 1 && all.some((one) => one.since === seq && parentOf(one.actor) === actor)
  }

  const unseen: Writers['unseen'] = (log) => {
    load()
    if (!unseenLogs.has(log)) return null
    return [...(load().byLog.get(log)?.values() ?? [])].filter(isNews)
  }

  const isNews = ({ actor, seq, told, since }: Writer): boolean =>
    actor !== replica.name && seq > told && seq > since

  /** A branch's retraction also covers the changes before it. */
  const takeBack = (writer: Writer, seq: number, clock: ClockParts): void => {
    retractions.note(writer.id, seq, clock)
    const parent = parentOf(writer.actor)
    const before = parent === null ? null : find(writer.log, parent)
    if (before !== null) takeBack(before, writer.since + 1, clock)
  }

  const advance: Writers['advance'] = (writer, { seq, hash, clock }, told) => {
    const retracts = writer.seq > 0 && isLater(writer, clock)
    if (retracts) takeBack(writer, seq, clock)
    writer.seq = seq
    writer.hash = hash
    writer.ms = clock.ms
    writer.counter = clock.counter
    unwritten.add(writer)
    if (writer.actor !== replica.name) unseenLogs.add(writer.log)
    else if (told) {
      flush()
      statement('UPDATE log_writers SET told = seq WHERE log = ?').run(writer.log)
      for (const other of load().byLog.get(writer.log)?.values() ?? []) other.told = other.seq
      unseenLogs.delete(writer.log)
    }
    return retracts
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
    branches,
    branch,
    isDivided,
    all: (log) => load().byLog.get(log)?.values() ?? NONE,
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
      lastAsked = null
    },
  }
}

const NONE: readonly Writer[] = []

const keyOf = (log: number, replica: string): string => `${String(log)} ${replica}`
