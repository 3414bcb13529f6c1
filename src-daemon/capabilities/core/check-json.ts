import { z } from 'zod'
import { jsonObjectSchema } from '../../contract/state.ts'
import { withoutBytes } from '../../contract/result-bytes.ts'
import { cutText } from '../../platform/cut-text.ts'
import { isRecord } from '../../platform/is-record.ts'
import { nestsTooDeep } from '../../platform/nesting.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import { SchemaRefusal, usableSchema, type SchemaChecker, type SchemaProblem } from '../../schemas/index.ts'
import { InvokeFailure, invalidInput } from './failure.ts'

type Json = Readonly<Record<string, unknown>>

/** What a call that changes nothing may return, in UTF-16 units of JSON. */
const OUTPUT_LIMIT = 1024 * 1024

/** The most that a failure quotes of an output, in UTF-16 units. */
const MAX_SAID = 8000

export interface JsonChecks {
  /**
   * The input as its own JSON object: what is shown, hashed and sent from here on. Errors: `InvokeFailure` INVALID_INPUT, also where the schema
   * can't be used; EXECUTION_FAILED where the output couldn't be checked. Given at once where the check is cheap.
   */
  input(manifest: CapabilityManifest, input: unknown): Json | Promise<Json>
  /** The output if it is as declared. Errors: `InvokeFailure` EXECUTION_FAILED. */
  output(
    manifest: CapabilityManifest,
    output: Record<string, unknown>,
    changed: boolean,
  ): Promise<Record<string, unknown>>
  /** Whether a call could be made with it; false also where the schema can't be used. */
  isInput(manifest: CapabilityManifest, input: unknown): Promise<boolean>
}

/** Checks what goes into a tool and what comes out of it against its manifest (cap.md). */
export const createJsonChecks = (schemas: SchemaChecker): JsonChecks => {
  const checkInput: JsonChecks['input'] = (manifest, input) => {
    const given = jsonCopy(input)
    if (given === null) throw invalidInput([{ pointer: '', problem: 'must be a JSON object' }])
    const copy = withDefaults(manifest.input_schema, given)
    if (nestsTooDeep(copy)) throw invalidInput([{ pointer: '', problem: 'must not nest so deep' }])
    const ambiguous = ambiguousPlaces(input)
    if (ambiguous.length > 0) throw invalidInput(ambiguous, 'ambiguous_json')
    // What can't be checked afterwards isn't run.
    if (manifest.output_schema !== null) holdToBudget(manifest.output_schema)
    const fitting = (problems: readonly SchemaProblem[]): Json => {
      if (problems.length > 0) throw invalidInput(problems)
      return copy
    }
    const checked = checkAgainst('input', manifest.input_schema, copy)
    return checked instanceof Promise ? checked.then(fitting) : fitting(checked)
  }

  const checkOutput: JsonChecks['output'] = async (manifest, output, changed) => {
    // What has been changed stays changed: calling it a failure now would invite a second try.
    if (changed) return output
    const size = nestsTooDeep(output) ? null : JSON.stringify(output).length
    if (size === null || size > OUTPUT_LIMIT) {
      const details = { reason: 'output_too_large', characters: size, limit: OUTPUT_LIMIT }
      throw new InvokeFailure('EXECUTION_FAILED', 'tool_output_too_large', { details })
    }
    const problems =
      manifest.output_schema === null ? [] : await checkAgainst('output', manifest.output_schema, output)
    if (problems.length === 0) return output
    const said = wordsIn(output)
    const details = { reason: 'output_schema_violation', problems, said }
    throw new InvokeFailure('EXECUTION_FAILED', 'tool_output_unexpected', { params: { said }, details })
  }

  const holdToBudget = (schema: Json): void => {
    try {
      usableSchema(schema)
    } catch (cause) {
      throw cause instanceof SchemaRefusal ? tooCostly('output', cause) : cause
    }
  }

  const checkAgainst = (
    of: 'input' | 'output',
    schema: Json,
    value: unknown,
  ): ReturnType<SchemaChecker['check']> => {
    const refuse = (cause: unknown): readonly SchemaProblem[] => {
      if (cause instanceof SchemaRefusal && cause.kind === 'costly') throw tooCostly(of, cause)
      // A promise that nobody can read is none; arguments that nobody can check are not sent.
      if (of === 'output') return []
      const found = cause instanceof SchemaRefusal ? { problem: cause.sentence } : {}
      throw new InvokeFailure('INVALID_INPUT', 'tool_schema_unusable', {
        details: { reason: 'schema_unusable', ...found },
        cause,
      })
    }
    try {
      const checked = schemas.check(schema, value, of === 'input' ? 'arguments' : 'value')
      return checked instanceof Promise ? checked.catch(refuse) : checked
    } catch (cause) {
      return refuse(cause)
    }
  }

  return {
    input: checkInput,
    output: checkOutput,
    isInput: async (manifest, input) => {
      try {
        await checkInput(manifest, input)
        return true
      } catch (thrown) {
        if (thrown instanceof InvokeFailure) return false
        throw thrown
      }
    },
  }
}

/**
 * The input with the defaults of required arguments that are missing: many servers' libraries list an argument as required although they
 * give it a value themselves. So what is shown, hashed and sent is what runs.
 */
const withDefaults = ({ properties, required }: Json, input: Json): Json => {
  if (!Array.isArray(required) || !isRecord(properties)) return input
  const missing = required.flatMap((name: unknown): [string, unknown][] => {
    const argument = typeof name === 'string' && !Object.hasOwn(input, name) ? properties[name] : null
    return typeof name === 'string' && isRecord(argument) && Object.hasOwn(argument, 'default')
      ? [[name, structuredClone(argument['default'])]]
      : []
  })
  return missing.length === 0 ? input : { ...input, ...Object.fromEntries(missing) }
}

const tooCostly = (schema: 'input' | 'output', cause: SchemaRefusal): InvokeFailure =>
  new InvokeFailure(schema === 'input' ? 'INVALID_INPUT' : 'EXECUTION_FAILED', 'tool_schema_costly', {
    params: { problem: cause.sentence },
    details: { reason: 'schema_costly', schema, pointer: cause.pointer, problem: cause.message },
    cause,
  })

/**
 * Where a JSON value isn't the same for all its readers: a member `__proto__`, which many take for something else and
 * leave out, so that less is shown than is sent; half a character, and a number beyond a double. Other names, such as
 * `constructor`, are data like any.
 */
const ambiguousPlaces = (input: unknown): readonly SchemaProblem[] => {
  const found: SchemaProblem[] = []
  const left: [value: unknown, pointer: string][] = [[input, '']]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, pointer] = next
    if (typeof value === 'number' && !Number.isFinite(value))
      found.push({ pointer, problem: 'must be a finite number' })
    if (typeof value === 'string' && !value.isWellFormed())
      found.push({ pointer, problem: 'must not contain half a character' })
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      const place = `${pointer}/${name.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (name === '__proto__') found.push({ pointer: place, problem: 'must not be the name of a member' })
      else if (!name.isWellFormed())
        found.push({ pointer: place, problem: 'must not be named with half a character' })
      else left.push([inner, place])
    }
  }
  return found
}

/** The input as its own JSON object; null when it is none. */
export const jsonCopy = (input: unknown): Record<string, unknown> | null => {
  try {
    // In an object, because what JSON cannot say, such as undefined, is left out of one instead of being no JSON at all.
    return wrappedInput.parse(JSON.parse(JSON.stringify({ input }))).input
  } catch {
    return null // Cyclic, a BigInt, or no object: the caller hears that it is no JSON object.
  }
}

const wrappedInput = z.object({ input: jsonObjectSchema })

/** What a tool said in a form that it does not declare, so that nobody has to call it again for the words. */
const wordsIn = (output: Json): string => {
  const { content } = output
  const blocks: readonly unknown[] = Array.isArray(content) ? content : []
  const texts = blocks.flatMap((block) =>
    isRecord(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  )
  const words = texts.length > 0 ? texts.join('\n') : JSON.stringify(withoutBytes(output))
  return cutText(words, MAX_SAID)
}
