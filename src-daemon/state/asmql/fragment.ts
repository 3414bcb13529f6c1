/** A piece of SQL with the values bound to its placeholders, in order. Values never become part of the text. */
export interface Fragment {
  readonly text: string
  readonly params: readonly Param[]
}

export type Bound = string | number | null | Uint8Array
/**
 * A constant, or a value filled in when the query runs: SQL is made from a query's form, before its values are known.
 */
export type Param = string | number | null | Slot | Position | Now | Offset

/** The value number `slot` of the query. */
export interface Slot {
  readonly slot: number
  readonly as: Reading
}
/** Part number `position` of the previous page's end. */
export interface Position {
  readonly position: number
}
/** Milliseconds since 1970. */
export interface Now {
  readonly now: true
}
/** The number of rows to skip. */
export interface Offset {
  readonly offset: true
}

/** How a value of the query is passed to SQLite. */
export type Reading =
  | 'value'
  | 'instant'
  /** 0 or 1. */
  | 'flag'
  /** `json_type`'s name of a boolean. */
  | 'type'
  /** JCS. */
  | 'json'
  /** The key of a list element. */
  | 'member'
  /** The smallest text greater than every text with this prefix. */
  | 'end'

/**
 * The placeholder of a value. Without the sign, SQLite considers the values of joins and limits, and plans again
 * whenever one changes, which is half of a page's cost. Which index is used is decided here, not by SQLite.
 */
export const PLACE = '+?'

/** ``sql`x = ${value}` ``: values are bound, fragments are inserted. */
export const sql = (strings: readonly string[], ...parts: readonly (Fragment | Param)[]): Fragment => {
  let text = strings[0] ?? ''
  const params: Param[] = []
  for (const [n, part] of parts.entries()) {
    if (typeof part === 'object' && part !== null && 'text' in part) {
      text += part.text
      params.push(...part.params)
    } else {
      text += PLACE
      params.push(part)
    }
    text += strings[n + 1] ?? ''
  }
  return { text, params }
}

/** SQL text of our own: a table, a column, an alias. */
export const raw = (text: string): Fragment => ({ text, params: [] })

export const FALSE = raw('0')
export const TRUE = raw('1')
/** Whether a condition holds for every row. */
export const isTrue = ({ text }: Fragment): boolean => text === TRUE.text

/** A balanced tree: SQLite refuses expressions more than 1,000 levels deep, and a chain has a level for each part. */
const join = (parts: readonly Fragment[], word: string, none: Fragment): Fragment => {
  const [only] = parts
  if (only === undefined) return none
  if (parts.length === 1) return only
  const half = Math.ceil(parts.length / 2)
  const left = join(parts.slice(0, half), word, none)
  const right = join(parts.slice(half), word, none)
  return { text: `(${left.text} ${word} ${right.text})`, params: [...left.params, ...right.params] }
}

export const and = (parts: readonly Fragment[]): Fragment =>
  join(
    parts.filter((part) => !isTrue(part)),
    'AND',
    TRUE,
  )
export const or = (parts: readonly Fragment[]): Fragment => join(parts, 'OR', FALSE)

/** SQL's unknown (a missing field) counts as false, so its negation is true. */
export const not = (part: Fragment): Fragment => sql`((${part}) IS NOT TRUE)`

export const list = (parts: readonly Fragment[]): Fragment => ({
  text: parts.map(({ text }) => text).join(', '),
  params: parts.flatMap(({ params }) => params),
})
