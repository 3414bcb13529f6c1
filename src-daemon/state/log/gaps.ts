/** Changes that a damaged disk took, and that no other replica has brought back. */
import type { Statements } from '../base/statements.ts'

/** A gap of one writer: the changes after `after` and before `seq` are lost. */
interface Gap {
  readonly writer: number
  readonly after: number
  readonly seq: number
  /** The hash that change `seq` names as its predecessor's; null if it is not known. */
  readonly previous: Buffer | null
}

export interface Gaps {
  /** The gap that ends with this change; null if it follows the one before it. */
  before(writer: number, seq: number): Gap | null
  /** Whether the change is one of the lost. */
  has(writer: number, seq: number): boolean
  forget(): void
}

export const createGaps = (statement: Statements): Gaps => {
  let loaded: Map<number, readonly Gap[]> | null = null
  const of = (writer: number): readonly Gap[] =>
    (loaded ??= Map.groupBy(
      statement('SELECT writer, after, seq, previous FROM log_gaps').all() as Gap[],
      (gap) => gap.writer,
    )).get(writer) ?? []
  return {
    before: (writer, seq) => of(writer).find((gap) => gap.seq === seq) ?? null,
    has: (writer, seq) => of(writer).some((gap) => seq > gap.after && seq < gap.seq),
    forget: () => {
      loaded = null
    },
  }
}
