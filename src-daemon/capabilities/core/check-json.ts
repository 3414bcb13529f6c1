import { z } from 'zod'
import { jsonObjectSchema } from '../../contract/state.ts'
import type { CapabilityManifest } from '../../contract/capabilities.ts'
import { InvokeFailure, invalidInput } from './failure.ts'
import type { SchemaChecker, SchemaProblem } from './validate.ts'

type Json = Readonly<Record<string, unknown>>

/** What a call that changes nothing may return, in UTF-16 units of JSON. */
const OUTPUT_LIMIT = 1024 * 1024

export interface JsonChecks {
  /** The input as its own JSON object. Errors: `InvokeFailure` INVALID_INPUT, EXECUTION_FAILED for an unusable schema. */
  input(manifest: CapabilityManifest, input: unknown): Json
  /** The output if it is as declared. Errors: `InvokeFailure` EXECUTION_FAILED. */
  output(
    manifest: CapabilityManifest,
    output: Record<string, unknown>,
    changed: boolean,
  ): Record<string, unknown>
  isInput(manifest: CapabilityManifest, input: Json): boolean
}

/** Checks what goes into a tool and what comes out of it against its manifest (cap.md). */
export const createJsonChecks = (schemas: SchemaChecker): JsonChecks => {
  const checkInput = (manifest: CapabilityManifest, input: unknown): Readonly<Record<string, unknown>> => {
    const copy = jsonCopy(input)
    if (copy === null) throw invalidInput([{ pointer: '', problem: 'must be a JSON object' }])
    const problems = checkAgainst(manifest.input_schema, copy)
    if (problems.length > 0) throw invalidInput(problems)
    return copy
  }

  const checkOutput = (
    manifest: CapabilityManifest,
    output: Record<string, unknown>,
    changed: boolean,
  ): Record<string, unknown> => {
    // What has been changed stays changed: calling it a failure now would invite a second try.
    if (changed) return output
    const size = JSON.stringify(output).length
    if (size > OUTPUT_LIMIT) {
      const details = { reason: 'output_too_large', characters: size, limit: OUTPUT_LIMIT }
      throw new InvokeFailure('EXECUTION_FAILED', 'tool_output_too_large', { details })
    }
    const problems = manifest.output_schema === null ? [] : checkAgainst(manifest.output_schema, output)
    if (problems.length === 0) return output
    const details = { reason: 'output_schema_violation', problems }
    throw new InvokeFailure('EXECUTION_FAILED', 'tool_output_unexpected', { details })
  }

  const checkAgainst = (
    schema: Readonly<Record<string, unknown>>,
    value: unknown,
  ): readonly SchemaProblem[] => {
    try {
      return schemas.check(schema, value)
    } catch (cause) {
      throw new InvokeFailure('EXECUTION_FAILED', 'tool_schema_unusable', {
        details: { reason: 'schema_unusable' },
        cause,
      })
    }
  }

  return {
    input: checkInput,
    output: checkOutput,
    isInput: (manifest, input) => checkAgainst(manifest.input_schema, input).length === 0,
  }
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
