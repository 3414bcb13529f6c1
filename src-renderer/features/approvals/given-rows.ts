import { isRecord } from '../../components/is-record.ts'

/** One argument as it is read before a consent: where it belongs, and its value in full. */
export interface GivenRow {
  readonly name: string
  readonly text: string
  /** The place of the value, as a JSON pointer. */
  readonly at: string
}

/** Behind which a value is shown as it is sent. */
const DEEPEST = 4

/**
 * The arguments of a call, with what is nested as rows of its own (`object › title`). Nothing is left out or changed: names are
 * those that are sent, and what has no rows of its own is its JSON.
 */
export const givenRows = (values: Readonly<Record<string, unknown>>): readonly GivenRow[] =>
  Object.entries(values).flatMap(([name, value]) => rowsOf({ name, at: pointerOf('', name) }, value, 1))

const rowsOf = ({ name, at }: Omit<GivenRow, 'text'>, value: unknown, depth: number): readonly GivenRow[] => {
  if (typeof value === 'string') return [{ name, at, text: value }]
  const members = isRecord(value)
    ? Object.entries(value)
    : Array.isArray(value)
      ? value.entries().toArray()
      : []
  if (depth === DEEPEST || members.length === 0) return [{ name, at, text: JSON.stringify(value, null, 2) }]
  return members.flatMap(([inner, one]) => {
    // Counted as people do.
    const shown = typeof inner === 'number' ? inner + 1 : inner
    return rowsOf({ name: `${name} › ${String(shown)}`, at: pointerOf(at, String(inner)) }, one, depth + 1)
  })
}

const pointerOf = (at: string, member: string): string =>
  `${at}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`
