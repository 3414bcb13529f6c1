import type { Schema } from '../schema/schema.ts'
import { bind, type Filling } from './bind.ts'
import type { Compiled } from './compile.ts'
import type { ReadFilter } from './filter.ts'
import type { Fragment } from './fragment.ts'
import type { ParsedQuery } from './parse.ts'
import type { PlannedStep } from './plan.ts'
import type { Statement, Step } from './run.ts'

/** A query before it runs. */
export interface Prepared {
  readonly schema: Schema
  readonly query: ParsedQuery
  readonly read: ReadFilter
  /** All but the values: what the SQL depends on. */
  readonly form: string
  /** `heavy`: the last time it took so long that the worker is asked at once. */
  readonly compiled: Compiled & { heavy: boolean }
}

/** A step with the values in their places. */
export const filled = ({ metered, indexed }: PlannedStep, filling: Filling): Step => {
  const fill = ({ text, params }: Fragment): Statement => ({ text, params: bind(params, filling) })
  if (indexed === null) return { metered: fill(metered), indexed }
  const { count, rows } = indexed
  const counted = count === 'offset' ? filling.offset : count === 'given' ? count : fill(count)
  return { metered: fill(metered), indexed: { count: counted, rows: rows && fill(rows) } }
}
