import type { ErrorObject } from 'ajv/dist/2020.js'

/** One invalid place of a value: a JSON pointer, and what is expected there. */
export interface SchemaProblem {
  readonly pointer: string
  readonly problem: string
}

const REPORTED = 20

/** The first of the library's errors, as places and what is expected there. */
export const problemsOf = (errors: readonly ErrorObject[]): readonly SchemaProblem[] =>
  errors.slice(0, REPORTED).map((error) => ({
    pointer: error.instancePath + missing(error.params),
    problem: (error.message ?? error.keyword) + choices(error.params),
  }))

/** Problems as one line for a message. */
export const sayProblems = (problems: readonly SchemaProblem[]): string =>
  problems.map(({ pointer, problem }) => `${pointer === '' ? '/' : pointer} ${problem}`).join('; ')

/** A missing property is named itself, not only the object that lacks it. */
const missing = (params: Readonly<Record<string, unknown>>): string =>
  typeof params['missingProperty'] === 'string'
    ? `/${params['missingProperty'].replaceAll('~', '~0').replaceAll('/', '~1')}`
    : ''

const MAX_CHOICES = 50

/** An enum's problem is of use only with its values. */
const choices = (params: Readonly<Record<string, unknown>>): string => {
  const { allowedValues: allowed } = params
  if (!Array.isArray(allowed)) return ''
  const shown = allowed.slice(0, MAX_CHOICES).map((value) => JSON.stringify(value))
  return `: ${shown.join(', ')}${allowed.length > MAX_CHOICES ? ', …' : ''}`
}
