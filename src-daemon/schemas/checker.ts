import { createBeside, type Beside } from '../platform/beside.ts'
import { costOf } from './budget.ts'
import { checkHere, createValidators } from './check-here.ts'
import type { SchemaUse } from './convert.ts'
import { nestedTooDeeply, QUICK_STEPS } from './engine.ts'
import type { SchemaJob, SchemaVerdict } from './messages.ts'
import type { SchemaProblem } from './problems.ts'
import { SchemaRefusal } from './refusal.ts'
import { usableSchema } from './usable.ts'

/**
 * Checks values against the JSON Schemas of others, as far as they can be checked. Nothing is fetched; `$ref` stays inside
 * the schema.
 */
export interface SchemaChecker {
  /**
   * The problems of `value`, none if it is valid. A cheap check is synchronous, so that nothing changes meanwhile;
   * others run in a worker thread.
   *
   * @throws SchemaRefusal, also by the promise, if the schema costs too much
   */
  check(
    schema: Schema,
    value: unknown,
    use?: SchemaUse,
  ): readonly SchemaProblem[] | Promise<readonly SchemaProblem[]>
  /**
   * The same for checks that have to be cheap, such as of a form that a person fills in.
   *
   * @throws SchemaRefusal also if it would need the worker
   */
  checkAtOnce(schema: Schema, value: unknown): readonly SchemaProblem[]
}

type Schema = Readonly<Record<string, unknown>>

const KEPT = 500
/** The limits of one check in the worker. */
const DEADLINE_MS = 2000
const MAX_MEMORY_MB = 256

/** Makes a checker for schemas of any draft, with formats asserted. Its worker ends when idle. */
export const createSchemaChecker = (
  limits: { deadlineMs?: number; maxMemoryMb?: number } = {},
): SchemaChecker => {
  const { deadlineMs = DEADLINE_MS, maxMemoryMb = MAX_MEMORY_MB } = limits
  const validators = createValidators(KEPT)
  let beside: Beside<SchemaJob, SchemaVerdict> | null = null

  const check: SchemaChecker['check'] = (given, value, use) => {
    const { schema } = usableSchema(given, use) // refuses schemas beyond any budget
    try {
      return atOnce(schema, value)
    } catch (thrown) {
      // A schema that is too costly here may still be cheap enough there.
      if (thrown instanceof SchemaRefusal && thrown.kind === 'costly') return elsewhere(schema, value)
      throw thrown
    }
  }

  const checkAtOnce: SchemaChecker['checkAtOnce'] = (given, value) =>
    atOnce(usableSchema(given).schema, value)

  const atOnce = (schema: Schema, value: unknown): readonly SchemaProblem[] => {
    if (!costOf(schema).isQuick) throw new SchemaRefusal('costly', 'is too large to be compiled at once')
    return checkHere(validators, schema, value, QUICK_STEPS)
  }

  const elsewhere = async (schema: Schema, value: unknown): Promise<readonly SchemaProblem[]> => {
    beside ??= createBeside({
      worker: 'schema-worker',
      data: null,
      maxMemoryMb,
      budgetMs: () => deadlineMs,
    })
    const verdict = await beside.run({ schema: textOf(schema), value: textOf(value) })
    if (verdict === 'time')
      throw new SchemaRefusal('costly', `takes more than ${String(deadlineMs / 1000)} s to check`)
    if (verdict === 'memory')
      throw new SchemaRefusal('costly', `takes more than ${String(maxMemoryMb)} MB to check`)
    if ('problems' in verdict) return verdict.problems
    const { kind, message, pointer } = verdict.refusal
    throw new SchemaRefusal(kind, message, { pointer })
  }

  return { check, checkAtOnce }
}

const textOf = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch (thrown) {
    throw nestedTooDeeply(thrown)
  }
}
