/** A query before it runs, and filling in its parameters. */
import type { Schema } from '../schema/schema.ts'
import type { Compiled } from './compile.ts'
import type { ReadFilter } from './filter.ts'
import type { Bound, Fragment, Param, Reading } from './fragment.ts'
import type { ParsedQuery } from './parse.ts'
import type { PlannedStep } from './plan.ts'
import type { Statement, Step } from './run.ts'
import canonicalize from 'canonicalize'
import { instantKey } from '../base/time.ts'
import type { Json } from '../base/json.ts'
import { memberKeyOf } from '../view/columns.ts'

/** A query before it runs. */
export interface Prepared {
  readonly schema: Schema
  readonly query: ParsedQuery
  readonly read: ReadFilter
  /** Everything but the values: what the SQL depends on. */
  readonly form: string
  /** `heavy`: it took so long last time that it goes to the worker at once. */
  readonly compiled: Compiled & { heavy: boolean }
}

/** A step with its values filled in. */
export const filled = ({ metered, indexed }: PlannedStep, filling: Filling): Step => {
  const fill = ({ text, params }: Fragment): Statement => ({ text, params: bind(params, filling) })
  if (indexed === null) return { metered: fill(metered), indexed }
  const { count, rows, covers = false } = indexed
  const counted = count === 'offset' ? filling.offset : count === 'given' ? count : fill(count)
  return { metered: fill(metered), indexed: { count: counted, rows: rows && fill(rows), covers } }
}

/** The values for the parameters of a compiled query. */
export interface Filling {
  readonly values: readonly Json[]
  /** Sort keys and id of the previous page's last object. */
  readonly position: readonly Bound[]
  readonly now: number
  readonly offset: number
}

/** The values to bind, in order. */
export const bind = (params: readonly Param[], { values, position, now, offset }: Filling): Bound[] =>
  params.map((param) => {
    if (typeof param !== 'object' || param === null) return param
    if ('slot' in param) return readings[param.as](values[param.slot] ?? null)
    if ('offset' in param) return offset
    return 'now' in param ? now : (position[param.position] ?? null)
  })

const readings: Readonly<Record<Reading, (value: Json) => Bound>> = {
  value: (value) => (typeof value === 'string' || typeof value === 'number' ? value : null),
  instant: instantKey,
  flag: Number,
  type: (value) => (value === true ? 'true' : 'false'),
  json: (value) => canonicalize(value) ?? null,
  member: (value) => memberKeyOf('mixed', value),
  end: (value) => (typeof value === 'string' ? endOf(value) : null),
}

const LAST = 0x10ffff
/** SQLite sorts every blob after every text. */
const AFTER_ALL_TEXT = new Uint8Array(0)

/** For prefix `a`, `b`: the smallest text greater than every text with `prefix`, in code point order. */
const endOf = (prefix: string): Bound => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === LAST) points.pop()
  const last = points.pop()
  if (last === undefined) return AFTER_ALL_TEXT
  // In between are surrogates, which aren't text.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1)
}
