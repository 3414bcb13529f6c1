import type { SchemaProblem } from './problems.ts'
import type { SchemaRefusal } from './refusal.ts'

/** A value to check, and its schema, as JSON: text crosses to a thread much faster than objects. */
export interface SchemaJob {
  readonly schema: string
  readonly value: string
}

export type SchemaVerdict =
  | { readonly problems: readonly SchemaProblem[] }
  | { readonly refusal: Pick<SchemaRefusal, 'kind' | 'message' | 'pointer'> }
