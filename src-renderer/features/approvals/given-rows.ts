import { isRecord } from '../../components/is-record.ts'

/** One argument as it is read before a consent: where it belongs, and its value in full. */
export interface GivenRow {
  readonly name: string
  readonly text: string
}

/** Behind which a value is shown as it is sent. */
const DEEPEST = 4

/**
 * The arguments of a call, with what is nested as rows of its own (`object › title`). Nothing is left out or changed: names are
 * those that are sent, and what has no rows of its own is its JSON.
 */
export const givenRows = (values: Readonly<Record<string, unknown>>): readonly GivenRow[] =>
  Object.entries(values).flatMap(([name, value]) => rowsOf(name, value, 1))

const rowsOf = (name: string, value: unknown, depth: number): readonly GivenRow[] => {
  if (typeof value === 'string') return [{ name, text: value }]
  const members = isRecord(value) ? Object.entries(value) : Array.isArray(value) ? numbered(value) : []
  if (depth === DEEPEST || members.length === 0) return [{ name, text: JSON.stringify(value, null, 2) }]
  return members.flatMap(([inner, one]) => rowsOf(`${name} › ${inner}`, one, depth + 1))
}

/** Counted as people do. */
const numbered = (items: readonly unknown[]): [string, unknown][] =>
  items.map((item, at) => [String(at + 1), item])
