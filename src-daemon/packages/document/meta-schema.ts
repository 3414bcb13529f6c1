import { costOf, metaSchemaErrors, SchemaRefusal } from '../../schemas/index.ts'
import type { JsonObject } from '../../contract/packages.ts'

/** Where a schema is not valid JSON Schema 2020-12, and why. */
export interface MetaSchemaProblem {
  readonly at: readonly string[]
  readonly problem: string
  readonly expected: string | null
}

const MAX_PROBLEMS = 20

/** Where a schema costs more to compile and run than any may, and why; null if it doesn't. */
export const costProblem = (schema: JsonObject): Omit<MetaSchemaProblem, 'expected'> | null => {
  try {
    costOf(schema)
    return null
  } catch (thrown) {
    if (!(thrown instanceof SchemaRefusal)) throw thrown
    return { at: pathOf(thrown.pointer), problem: thrown.message }
  }
}

/**
 * Checks a schema, which `costProblem` has passed, against the meta-schema of JSON Schema 2020-12. Its `$id` is left
 * out: a Schema URI has a fragment, which the meta-schema forbids there (asm.md 1.1).
 */
export const metaSchemaProblems = (schema: JsonObject): MetaSchemaProblem[] => {
  const { $id: _name, $schema: _dialect, ...rest } = schema
  const problems = new Map<string, MetaSchemaProblem>()
  for (const { instancePath, keyword, message = keyword, params } of metaSchemaErrors(rest)) {
    // That an enclosing schema failed as well says nothing new.
    if (keyword === 'anyOf' || keyword === 'allOf' || keyword === '$dynamicRef') continue
    const allowed: unknown = params['allowedValues'] ?? params['type']
    const expected = allowed === undefined ? null : JSON.stringify(allowed).replaceAll(/[[\]"]/g, '')
    // Keep the first error at a position; the rest are the other alternatives.
    if (!problems.has(instancePath))
      problems.set(instancePath, { at: pathOf(instancePath), problem: message, expected })
  }
  return [...problems.values()].slice(0, MAX_PROBLEMS)
}

const pathOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
