/** Which changes of the others each replica had seen. */
import type { Statements } from '../base/statements.ts'
import { isBranch, parentOf } from '../base/names.ts'
import { decodeSeen, type Seen, seenVector } from './codec.ts'
import type { OpLog, VersionVector } from './types.ts'
import type { Writer, Writers } from './writers.ts'

/** Which changes of the others each replica had seen, change by change. */
export interface Causality {
  readonly saw: OpLog['saw']
  /** The stored `seen`, by number of the writer, as a version vector. */
  decode(seen: string | null): VersionVector
  /** Records what the just stored change `seq` of `writer` had newly seen. */
  note(writer: number, seq: number, seen: readonly Seen[]): void
  forget(): void
}

/** From which change on a replica had seen another up to which number; both increase. */
interface Steps {
  readonly from: number[]
  readonly upTo: number[]
}

const NOTHING: VersionVector = {}

/*
 * A branch has seen what its parent had when it left. An older change that names a replica without a hash has seen its
 * changes before the first branch, since nothing says which branch it means; what it did is concurrent with the rest.
 */
export const createCausality = (statement: Statements, writers: Writers): Causality => {
  const loaded = new Map<number, Map<string, Steps>>()

  let last: { readonly log: number; readonly actor: string; readonly steps: Map<string, Steps> } | null = null

  const saw: Causality['saw'] = ({ log, actor, seq }, other) => {
    if (actor === other.actor) return other.seq < seq
    const steps = ofWriter(log, actor)?.get(other.actor)
    if (steps !== undefined && (steps.upTo[lastAtMost(steps.from, seq)] ?? 0) >= other.seq) return true
    return isBranch(other.actor) && sawBefore({ log, actor, seq }, other)
  }

  /** For a number before a branch, which means the changes it diverged from. */
  const sawBefore: Causality['saw'] = (change, { actor, seq }) => {
    const parent = parentOf(actor)
    const since = writers.find(change.log, actor)?.since ?? 0
    return parent !== null && seq <= since && saw(change, { actor: parent, seq })
  }

  /** Usually the same replica is requested again. */
  const ofWriter = (log: number, actor: string): Map<string, Steps> | null => {
    if (last?.log === log && last.actor === actor) return last.steps
    const writer = writers.find(log, actor)
    if (writer === null) return null
    const steps = stepsOf(writer)
    last = { log, actor, steps }
    return steps
  }

  const stepsOf = (writer: Writer): Map<string, Steps> => {
    const known = loaded.get(writer.id)
    if (known !== undefined) return known
    const steps = beforeBranch(writer)
    loaded.set(writer.id, steps)
    const rows = statement(
      'SELECT seq, seen FROM changes WHERE writer = ? AND seen IS NOT NULL ORDER BY seq',
    ).all(writer.id) as { seq: number; seen: string }[]
    for (const { seq, seen } of rows) add(steps, seq, decodeSeen(seen, writers.byId))
    return steps
  }

  /** What a branch's first change had seen through its parent. */
  const beforeBranch = ({ log, actor, since }: Writer): Map<string, Steps> => {
    const steps = new Map<string, Steps>()
    const parent = parentOf(actor)
    const left = parent === null ? null : writers.find(log, parent)
    if (left === null) return steps
    for (const [name, { from, upTo }] of stepsOf(left)) {
      const count = lastAtMost(from, since) + 1
      steps.set(name, { from: from.slice(0, count), upTo: upTo.slice(0, count) })
    }
    steps.set(left.actor, { from: [since], upTo: [since] })
    return steps
  }

  const add = (steps: Map<string, Steps>, seq: number, seen: readonly Seen[]): void => {
    for (const { writer, seq: upTo } of seen) {
      addOne(steps, seq, writer.actor, upTo)
      for (let at: Writer | null = writer; at !== null;) {
        const parent = parentOf(at.actor)
        if (parent !== null) addOne(steps, seq, parent, at.since)
        at = parent === null ? null : writers.find(at.log, parent)
      }
    }
  }

  const addOne = (steps: Map<string, Steps>, seq: number, actor: string, upTo: number): void => {
    const known = steps.get(actor)
    if (known === undefined) steps.set(actor, { from: [seq], upTo: [upTo] })
    else {
      known.from.push(seq)
      // A writer has still seen it later, whatever its later changes say.
      known.upTo.push(Math.max(upTo, known.upTo.at(-1) ?? 0))
    }
  }

  return {
    saw,
    decode: (seen) => (seen === null ? NOTHING : seenVector(decodeSeen(seen, writers.byId))),
    note: (writer, seq, seen) => {
      const known = loaded.get(writer)
      if (known !== undefined) add(known, seq, seen)
    },
    forget: () => {
      loaded.clear()
      last = null
    },
  }
}

/** Index of the last number that is at most `most`; -1 if there is none. */
const lastAtMost = (numbers: readonly number[], most: number): number => {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= most) low = middle + 1
    else high = middle
  }
  return low - 1
}
