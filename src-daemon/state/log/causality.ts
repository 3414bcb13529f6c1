/** Which changes of the others each replica had seen. */
import type { Statements } from '../base/statements.ts'
import type { OpLog, VersionVector } from './types.ts'
import type { Writers } from './writers.ts'

/** Which changes of the others each replica had seen, change by change. */
export interface Causality {
  readonly saw: OpLog['saw']
  /** The stored `seen`, by number of the writer, as a version vector. */
  decode(seen: string | null): VersionVector
  /** Records what the just stored change `seq` of `writer` had newly seen. */
  note(writer: number, seq: number, seen: VersionVector): void
  forget(): void
}

/** From which change on a replica had seen another up to which number; both increase. */
interface Steps {
  readonly from: number[]
  readonly upTo: number[]
}

const NOTHING: VersionVector = {}

export const createCausality = (statement: Statements, writers: Writers): Causality => {
  const loaded = new Map<number, Map<string, Steps>>()

  let last: { readonly log: number; readonly actor: string; readonly steps: Map<string, Steps> } | null = null

  const saw: Causality['saw'] = ({ log, actor, seq }, other) => {
    if (actor === other.actor) return other.seq < seq
    const steps = ofWriter(log, actor)?.get(other.actor)
    return steps !== undefined && (steps.upTo[lastAtMost(steps.from, seq)] ?? 0) >= other.seq
  }

  /** Usually the same replica is requested again. */
  const ofWriter = (log: number, actor: string): Map<string, Steps> | null => {
    if (last?.log === log && last.actor === actor) return last.steps
    const writer = writers.find(log, actor)
    if (writer === null) return null
    const steps = stepsOf(writer.id)
    last = { log, actor, steps }
    return steps
  }

  const stepsOf = (writer: number): Map<string, Steps> => {
    const known = loaded.get(writer)
    if (known !== undefined) return known
    const rows = statement(
      'SELECT seq, seen FROM changes WHERE writer = ? AND seen IS NOT NULL ORDER BY seq',
    ).all(writer) as { seq: number; seen: string }[]
    const steps = new Map<string, Steps>()
    loaded.set(writer, steps)
    for (const { seq, seen } of rows) add(steps, seq, decode(seen))
    return steps
  }

  const add = (steps: Map<string, Steps>, seq: number, seen: VersionVector): void => {
    for (const [actor, upTo] of Object.entries(seen)) {
      const known = steps.get(actor)
      if (known === undefined) steps.set(actor, { from: [seq], upTo: [upTo] })
      else {
        known.from.push(seq)
        // A writer has still seen it later, whatever its later changes say.
        known.upTo.push(Math.max(upTo, known.upTo.at(-1) ?? 0))
      }
    }
  }

  const decode = (seen: string | null): VersionVector => {
    if (seen === null) return NOTHING
    const byNumber = JSON.parse(seen) as Record<string, number>
    return Object.fromEntries(
      Object.entries(byNumber).map(([id, seq]) => [writers.byId(Number(id)).actor, seq]),
    )
  }

  return {
    saw,
    decode,
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
