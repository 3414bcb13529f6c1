/** Takes changes back in that a damaged disk took, once another replica sends them. */
import type { Statements } from '../base/statements.ts'
import { replicaOf } from '../base/names.ts'
import type { Branches } from './branches.ts'
import type { Seen } from './codec.ts'
import type { Dividing } from './dividing.ts'
import type { Gap, Gaps } from './gaps.ts'
import { createPlacing, type Placed, type Placing } from './placing.ts'
import type { Change, IncomingChange, OpLog } from './types.ts'
import type { Writer, Writers } from './writers.ts'

export interface RefillDeps {
  readonly statement: Statements
  readonly writers: Writers
  readonly branches: Branches
  readonly gaps: Gaps
  readonly compareAnew: Dividing['compareAnew']
  /** Writes a change at a position, or at the end of the log. */
  readonly write: (
    change: IncomingChange,
    place: {
      readonly writer: Writer
      readonly schema: number
      readonly seen: readonly Seen[]
      readonly position: number | 'end'
    },
  ) => Change
  /** Gives a change another position. */
  readonly move: (from: number, to: number) => Change
  /** Writes what waits to be written, so that it can be read. */
  readonly flush: () => void
  /** Drops what is cached of the order of changes. */
  readonly changed: () => void
}

/**
 * A gap is filled by the changes that its last hash stands for; or from below, as far as a replica has them, where none
 * doubts the writer. Each gets a position among those that are here, so that the order still respects causality
 * (salvage leaves room for that). Of a replica whose name two had, nothing is taken back.
 */
export const createRefill = (deps: RefillDeps): Pick<OpLog, 'isLost' | 'refill'> => {
  const { writers, branches, gaps } = deps

  const isLost: OpLog['isLost'] = (log, replica, seq) =>
    gaps.all().length > 0 &&
    writers.branches(log, replica).some(({ id }) => gaps.has(id, seq)) &&
    !branches.isDropped(log, replica, seq)

  const refill: OpLog['refill'] = (offers) => {
    const taken: IncomingChange[] = []
    const touched: Change[] = []
    const placings = new Map<number, Placing>()
    const placingOf = (log: number): Placing => {
      const known = placings.get(log) ?? createPlacing(deps.statement, writers, log)
      placings.set(log, known)
      return known
    }
    for (const gap of gaps.all()) {
      const writer = writers.byId(gap.writer)
      const replica = replicaOf(writer.actor)
      if (writers.branches(writer.log, replica).length > 1) continue
      const offered = offers.of(writer.log, replica, gap)
      if (offered.length === 0) continue
      deps.flush()
      const chain = chainOf(gap, writer, offered, placingOf(writer.log))
      if (!isCertain(gap, writer, chain) && !offers.isTrusted(writer.log, replica)) continue
      const back = take(gap, writer, chain, placingOf(writer.log), offers.schemaOf, touched)
      if (back.length > 0) gaps.filled(gap, gap.after + back.length)
      taken.push(...back)
    }
    if (touched.length > 0) deps.changed()
    // What they had seen, their writers' later changes have seen, too.
    const seeing = touched.filter(({ seen }) => Object.keys(seen).length > 0)
    for (const [log, all] of Map.groupBy(seeing, (change) => change.log))
      deps.compareAnew(log, Math.min(...all.map(({ position }) => position)))
    return { taken, touched }
  }

  /** Those that follow the gap's beginning; none if they are as many as are lost, and are others. */
  const chainOf = (
    gap: Gap,
    writer: Writer,
    offered: readonly IncomingChange[],
    placing: Placing,
  ): readonly IncomingChange[] => {
    const byNumber = Map.groupBy(offered, ({ seq }) => seq)
    const chain: IncomingChange[] = []
    let previous: Uint8Array | null = hashOf(writer, gap.after, placing)
    for (let seq = gap.after + 1; seq < gap.seq; seq++) {
      const next = byNumber.get(seq)?.find((change) => isSame(change.previous, previous))
      if (next === undefined) return chain
      chain.push(next)
      previous = next.hash
    }
    return gap.seq > writer.seq || isCertain(gap, writer, chain) ? chain : []
  }

  const hashOf = (writer: Writer, seq: number, placing: Placing): Buffer | null => {
    const position = placing.positionOf(writer.id, seq)
    if (position === null) return seq === writer.base_seq ? writer.base_hash : null
    return deps.statement('SELECT hash FROM changes WHERE position = ?').pluck().get(position) as Buffer
  }

  /** Whether these are all that are lost, as the change after them says. Nothing speaks against a writer's last ones. */
  const isCertain = (gap: Gap, writer: Writer, chain: readonly IncomingChange[]): boolean => {
    const last = chain.at(-1)
    if (last === undefined || gap.seq > writer.seq) return true
    if (last.seq !== gap.seq - 1) return false
    return isSame(last.hash, gap.previous)
  }

  const take = (
    gap: Gap,
    writer: Writer,
    chain: readonly IncomingChange[],
    placing: Placing,
    schemaOf: (change: IncomingChange) => number | null,
    touched: Change[],
  ): readonly IncomingChange[] => {
    const taken: IncomingChange[] = []
    for (const change of chain) {
      const schema = schemaOf(change)
      const seen = branches.seenBy(writer.log, change.seen)
      if (schema === null || seen === null) break
      const here = { writer: writer.id, seq: change.seq, seen }
      const position = placeFor(here, gap.seq - 1 - change.seq, placing, touched)
      if (position === null) break
      const written = deps.write(change, { writer, schema, seen, position })
      placing.put({ ...here, position: written.position })
      touched.push(written)
      taken.push(change)
    }
    return taken
  }

  /** What it had seen may have come before it: then that was put at the end, and has to be moved. Null if there is no room. */
  const placeFor = (
    here: Placed,
    more: number,
    placing: Placing,
    touched: Change[],
  ): number | 'end' | null => {
    const { high } = placing.boundsOf(here)
    if (high === Infinity) return 'end'
    const late = placing.late(here, high)
    for (const [n, one] of late.entries()) {
      const to = placing.between(placing.boundsOf(one).low, high, more + late.length - n)
      if (to === null) return null
      touched.push(deps.move(one.position, to))
      placing.move(one, to)
    }
    return placing.between(placing.boundsOf(here).low, high, more)
  }

  return { isLost, refill }
}

const isSame = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null ? b === null : b !== null && Buffer.compare(a, b) === 0
