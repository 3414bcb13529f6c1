import { SatchelError } from '../../platform/errors.ts'

/** What is wrong with a schema, and where: names from its root. */
export interface SchemaProblem {
  readonly at: readonly string[]
  readonly problem: string
  /** A warning keeps no one from using the schema. */
  readonly severity?: 'warning'
}

export const schemaInvalid = (uri: string, problem: string, cause?: unknown): SatchelError =>
  new SatchelError('schema_invalid', { params: { uri, problem }, details: { uri, problem }, cause })

/** The place of a problem as a person reads it: `#/properties/title`. */
export const placeText = (at: readonly string[]): string => (at.length === 0 ? '#' : `#/${at.join('/')}`)
