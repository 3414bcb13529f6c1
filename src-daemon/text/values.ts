import type { Value, Values } from './format.ts'

/** What a message says where any text or number can stand. */
export type Text = Value
/** A message without parameters. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- it needs no value
export type None = Record<never, never>

/**
 * The last argument of what says a text: the values that the texts `K` of the list `T` need together, or nothing. Of a key that is known only
 * at run time, the type says nothing about its values.
 */
export type ValuesOf<T, K extends keyof T> = keyof T extends K
  ? [values?: Values]
  : None extends Together<T[K]>
    ? [values?: keyof Together<T[K]> extends never ? None : Readonly<Together<T[K]>>]
    : [values: Readonly<Together<T[K]>>]

type Together<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never
