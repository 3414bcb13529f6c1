import { SatchelError } from '../../platform/errors.ts'

/** A problem of a schema, and its path from the root. */
export interface SchemaProblem {
  readonly at: readonly string[]
  readonly problem: string
  /** A warning doesn't prevent the use of the schema. */
  readonly severity?: 'warning'
}

export const schemaInvalid = (uri: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('schema_invalid', { params: { uri, problem }, details: { uri, problem }, cause })

/** The readable place of a problem: `#/properties/title`. */
export const placeText = (at: readonly string[]): string => (at.length === 0 ? '#' : `#/${at.join('/')}`)
