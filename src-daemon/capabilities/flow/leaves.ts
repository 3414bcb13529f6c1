import { isRecord } from '../../platform/is-record.ts'

/** A value of an argument that is no object or list. */
export interface Leaf {
  /** As a JSON pointer. */
  readonly at: string
  /** The name of the argument or member it belongs to. */
  readonly name: string
  readonly value: string | number | boolean | null
}

export const leavesOf = (value: unknown, at = '', name = ''): readonly Leaf[] => {
  if (Array.isArray(value))
    return value.flatMap((one, index) => leavesOf(one, `${at}/${String(index)}`, name))
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, one]) =>
      leavesOfMember(one, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, key),
    )
  return [{ at, name, value: isPlain(value) ? value : null }]
}

/** Names are the tool's, unless they can be anything: then they are values. */
const leavesOfMember = (value: unknown, at: string, key: string): readonly Leaf[] => [
  ...(/^[\p{L}_$][\p{L}\p{N}_$-]{0,60}$/u.test(key) ? [] : [{ at, name: key, value: key }]),
  ...leavesOf(value, at, key),
]

export const isNothing = ({ value }: Leaf): boolean => value === null || value === ''

const isPlain = (value: unknown): value is Leaf['value'] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null

/** The texts of a call's arguments, without those that say nothing. */
export const textsIn = (args: Readonly<Record<string, unknown>>): readonly string[] =>
  leavesOf(args).flatMap(({ value }) => (typeof value === 'string' && value.trim() !== '' ? [value] : []))
