/** Changes that a damaged disk took, and that no other replica has brought back (refill.ts). */
import type { Statements } from '../base/statements.ts'

/**
 * A gap of one writer: the changes after `after` and before `seq` are lost. If its last changes are lost, `seq` follows
 * the last one that any other change has seen.
 */
export interface Gap {
  readonly writer: number
  readonly after: number
  readonly seq: number
  /** The hash that change `seq` names as its predecessor's; null where a writer's last changes are lost. */
  readonly previous: Buffer | null
}

export interface Gaps {
  all(): readonly Gap[]
  /** The first gap of a writer; null if it has none. */
  first(writer: number): Gap | null
  /** The gap that ends with this change; null if it follows the one before it. */
  before(writer: number, seq: number): Gap | null
  /** Whether the change is one of the lost. */
  has(writer: number, seq: number): boolean
  /** What followed `after` in this gap is here again, up to `seq`. */
  filled(gap: Gap, seq: number): void
  forget(): void
}

export const createGaps = (statement: Statements): Gaps => {
  let loaded: { readonly all: readonly Gap[]; readonly byWriter: Map<number, readonly Gap[]> } | null = null
  const load = () => {
    if (loaded !== null) return loaded
    const all = statement(
      'SELECT writer, after, seq, previous FROM log_gaps ORDER BY writer, seq',
    ).all() as Gap[]
    return (loaded = { all, byWriter: Map.groupBy(all, ({ writer }) => writer) })
  }
  const of = (writer: number): readonly Gap[] => load().byWriter.get(writer) ?? NONE
  return {
    all: () => load().all,
    first: (writer) => of(writer)[0] ?? null,
    before: (writer, seq) => of(writer).find((gap) => gap.seq === seq) ?? null,
    has: (writer, seq) => of(writer).some((gap) => seq > gap.after && seq < gap.seq),
    filled: ({ writer, seq: end }, seq) => {
      if (seq === end - 1) statement('DELETE FROM log_gaps WHERE writer = ? AND seq = ?').run(writer, end)
      else statement('UPDATE log_gaps SET after = ? WHERE writer = ? AND seq = ?').run(seq, writer, end)
      loaded = null
    },
    forget: () => {
      loaded = null
    },
  }
}

const NONE: readonly Gap[] = []
