import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject } from '../../contract/packages.ts'

/** Where a schema is not valid JSON Schema 2020-12, and why. */
export interface MetaSchemaProblem {
  readonly at: readonly string[]
  readonly problem: string
  readonly expected: string | null
}

const MAX_PROBLEMS = 20

let cached: Ajv2020 | null = null
/** Compiled once, on first use. */
const checker = (): Ajv2020 => {
  cached ??= new Ajv2020({ strict: false, validateFormats: false, logger: false, allErrors: true })
  return cached
}

/**
 * Checks a schema against the meta-schema of JSON Schema 2020-12. Its `$id` is left out: a Schema URI has a
 * fragment, which the meta-schema forbids there (asm.md 1.1).
 */
export const metaSchemaProblems = (schema: JsonObject): MetaSchemaProblem[] => {
  const { $id: _name, $schema: _dialect, ...rest } = schema
  const ajv = checker()
  if (ajv.validateSchema(rest) === true) return []
  const problems = new Map<string, MetaSchemaProblem>()
  for (const { instancePath, keyword, message = keyword, params } of ajv.errors ?? []) {
    // That an enclosing schema failed as well says nothing new.
    if (keyword === 'anyOf' || keyword === 'allOf' || keyword === '$dynamicRef') continue
    const at = instancePath
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    const allowed: unknown = params['allowedValues'] ?? params['type']
    const expected = allowed === undefined ? null : JSON.stringify(allowed).replaceAll(/[[\]"]/g, '')
    // Keep the first error at a position; the rest are the other alternatives.
    if (!problems.has(instancePath)) problems.set(instancePath, { at, problem: message, expected })
  }
  return [...problems.values()].slice(0, MAX_PROBLEMS)
}
