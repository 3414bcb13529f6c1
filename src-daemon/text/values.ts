import type { Value, Values } from './format.ts'

/** A placeholder for any text or number. */
export type Text = Value
/** A message without parameters. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- it needs no value
export type None = Record<never, never>

/**
 * The last argument of functions that format a text: the values that the texts `K` of the list `T` need together, or
 * nothing. For a key known only at run time, the type does not check its values.
 */
export type ValuesOf<T, K extends keyof T> = keyof T extends K
  ? [values?: Values]
  : None extends Together<T[K]>
    ? [values?: keyof Together<T[K]> extends never ? None : Readonly<Together<T[K]>>]
    : [values: Readonly<Together<T[K]>>]

type Together<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never
