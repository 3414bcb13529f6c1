import { z } from 'zod'
import { newId } from '../platform/ids.ts'
import type { Database } from '../storage/index.ts'
import { jsonObjectSchema } from '../state/types.ts'
import type { Language } from '../text/index.ts'
import { createActivityLog } from './activity.ts'
import { InvokeFailure, invalidInput, toInvokeError } from './failure.ts'
import {
  capabilityRefSchema,
  type CapabilitiesService,
  type CapabilityManifest,
  type CapabilityRef,
  type CapabilitySource,
  type InvokeContext,
  type InvokeResult,
} from './types.ts'
import { createSchemaChecker, type SchemaProblem } from './validate.ts'
import { wrapOutput } from './wrap.ts'

export interface CapabilitiesDeps {
  readonly sources: readonly CapabilitySource[]
  readonly db: Database
  readonly now: () => Date
  /** Language of the messages of failures; people read them too. */
  readonly language: () => Language
  readonly log: { error(data: object, message: string): void }
}

interface Outcome {
  readonly output: Record<string, unknown>
  readonly changes: InvokeResult['x_changes']
  readonly authorization?: readonly string[] | undefined
}

const DEADLINE_MS = 30_000
/** What a call that changes nothing may return, in UTF-16 units of JSON. */
const OUTPUT_LIMIT = 1024 * 1024

/**
 * The CAP floor (cap.md): every tool and skill is found and run here, whoever asks. The order of checks is reference, input,
 * permission, run; every failure is one of five codes; every call leaves a line in the activity log.
 */
export const createCapabilities = ({
  sources,
  db,
  now,
  language,
  log,
}: CapabilitiesDeps): CapabilitiesService => {
  const schemas = createSchemaChecker()
  const activity = createActivityLog(db)

  const list = () => sources.flatMap((source) => source.list())

  const describe = (ref: CapabilityRef): CapabilityManifest | null => find(ref)?.manifest ?? null

  const invoke: CapabilitiesService['invoke'] = async (ref, input, context) => {
    const start = performance.now()
    const result = await attempt(ref, input, context).then(
      ({ output, changes, authorization }): Omit<InvokeResult, 'duration_ms'> => ({
        ok: true,
        output,
        error: null,
        x_changes: changes,
        ...(authorization === undefined ? {} : { x_authorization: [...authorization] }),
      }),
      (thrown: unknown): Omit<InvokeResult, 'duration_ms'> => {
        const error = toInvokeError(thrown, language())
        if (error.details?.reason === 'internal')
          log.error({ err: thrown, ref }, 'a tool failed unexpectedly')
        return { ok: false, output: null, error, x_changes: [] }
      },
    )
    const timed = { ...result, duration_ms: Math.round(performance.now() - start) }
    record(ref, input, context, timed)
    return timed
  }

  const attempt = async (ref: CapabilityRef, input: unknown, context: InvokeContext): Promise<Outcome> => {
    const found = find(ref)
    if (found === null) throw notFound(ref)
    const { source, manifest } = found
    const checked = checkInput(manifest, input)
    const refusal = source.permission(ref, context)
    if (refusal !== null) {
      throw new InvokeFailure('PERMISSION_DENIED', 'tool_not_permitted', { params: { reason: refusal } })
    }
    const { output, changes, authorization } = await withDeadline(context, (signal) =>
      source.run(ref, checked, { ...context, signal, hide: () => undefined }),
    )
    return { output: checkOutput(manifest, wrapOutput(output), changes.length > 0), changes, authorization }
  }

  const find = (ref: unknown): { source: CapabilitySource; manifest: CapabilityManifest } | null => {
    const parsed = capabilityRefSchema.safeParse(ref)
    if (!parsed.success) return null
    for (const source of sources) {
      const manifest = source.describe(parsed.data.capability_id, parsed.data.version)
      if (manifest !== null) return { source, manifest }
    }
    return null
  }

  const notFound = (ref: CapabilityRef): InvokeFailure => {
    const parsed = capabilityRefSchema.safeParse(ref)
    if (!parsed.success) return new InvokeFailure('NOT_FOUND', 'tool_not_found', { params: { id: '?' } })
    const reason = sources
      .map((source) => source.explain?.(parsed.data) ?? null)
      .find((words) => words !== null)
    return reason === undefined
      ? new InvokeFailure('NOT_FOUND', 'tool_not_found', { params: { id: parsed.data.capability_id } })
      : new InvokeFailure('NOT_FOUND', 'tool_not_available', { params: { reason } })
  }

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
    const problems = checkAgainst(manifest.output_schema, output)
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

  const record = (ref: CapabilityRef, input: unknown, context: InvokeContext, result: InvokeResult): void => {
    const parsed = capabilityRefSchema.safeParse(ref)
    try {
      activity.append({
        id: newId(),
        at: now().toISOString(),
        caller: context.caller,
        conversationId: context.turn?.conversationId ?? null,
        turnId: context.turn?.turnId ?? null,
        callId: context.turn?.callId ?? null,
        capabilityId: parsed.data?.capability_id ?? '?',
        version: parsed.data?.version ?? '?',
        arguments: jsonCopy(input),
        result,
      })
    } catch (err) {
      // The call has happened; its result is worth more to the caller than an error about the log.
      log.error({ err, ref }, 'a call could not be written to the activity log')
    }
  }

  return {
    list,
    describe,
    invoke,
    activity: activity.list,
    recorded: ({ turnId, callId }) => activity.ofCall(turnId, callId),
  }
}

/** The input as its own JSON object; null when it is none. */
const jsonCopy = (input: unknown): Record<string, unknown> | null => {
  try {
    // In an object, because what JSON cannot say, such as undefined, is left out of one instead of being no JSON at all.
    return wrappedInput.parse(JSON.parse(JSON.stringify({ input }))).input
  } catch {
    return null // Cyclic, a BigInt, or no object: the caller hears that it is no JSON object.
  }
}

const wrappedInput = z.object({ input: jsonObjectSchema })

/** Runs until the deadline, or until the caller gives up. What comes later is dropped. */
const withDeadline = async <T>(
  context: InvokeContext,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const deadlineMs = context.deadlineMs ?? DEADLINE_MS
  const controller = new AbortController()
  const ended = Promise.withResolvers<never>()
  const end = (failure: InvokeFailure) => {
    ended.reject(failure)
    controller.abort(failure)
  }
  const cancel = () => {
    end(new InvokeFailure('EXECUTION_FAILED', 'tool_cancelled', { details: { reason: 'cancelled' } }))
  }
  const timer = setTimeout(() => {
    end(new InvokeFailure('TIMEOUT', 'tool_timed_out', { params: { seconds: deadlineMs / 1000 } }))
  }, deadlineMs)
  context.signal?.addEventListener('abort', cancel, { once: true })
  try {
    if (context.signal?.aborted === true) {
      cancel()
      return await ended.promise
    }
    return await Promise.race([ended.promise, run(controller.signal)])
  } finally {
    clearTimeout(timer)
    context.signal?.removeEventListener('abort', cancel)
  }
}
