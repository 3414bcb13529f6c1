import { z } from 'zod'
import { nestsTooDeep } from '../../platform/nesting.ts'
import { activityRecordSchema, type ActivityRecord } from '../../contract/capabilities.ts'

/** Larger values are kept in state or not at all; the log says how large they were. In UTF-16 units of JSON. */
const LOGGED = 64 * 1024

export const COLUMNS = `id, at, kind, caller, client, conversation_id AS conversationId, turn_id AS turnId, call_id AS callId,
  capability_id AS capabilityId, version, effect, target, outcome, waited_ms AS waitedMs, bytes_in AS bytesIn, bytes_out AS bytesOut,
  prompt_tokens AS promptTokens, completion_tokens AS completionTokens, decision, arguments, result`

/** The values of `INSERT INTO activity`. */
export const rowOf = (record: ActivityRecord): Record<string, string | number | null> => {
  const { output, x_content: content } = record.result
  const kept = bounded(content)
  const {
    id,
    at,
    kind,
    caller,
    client,
    conversationId,
    turnId,
    callId,
    capabilityId,
    version,
    effect,
    target,
  } = record
  return {
    id,
    at,
    kind,
    caller,
    client,
    conversationId,
    turnId,
    callId,
    capability: capabilityOf(capabilityId),
    capabilityId,
    version,
    effect,
    target,
    outcome: record.outcome,
    waitedMs: record.waitedMs,
    bytesIn: record.bytes.in,
    bytesOut: record.bytes.out,
    promptTokens: record.tokens?.prompt ?? null,
    completionTokens: record.tokens?.completion ?? null,
    decision: JSON.stringify(record.decision),
    arguments: JSON.stringify(bounded(record.arguments)),
    result: JSON.stringify({
      ...record.result,
      output: output === null ? null : bounded(output),
      ...(content !== undefined && { x_content: Array.isArray(kept) ? content : [kept] }),
    }),
  }
}

/** `note` for `acp:note/state.create` and `acp:note`; other kinds keep their prefix, and a skill its whole id. */
export const capabilityOf = (capabilityId: string): string =>
  /^skill:[^/]+\/[^/]+/u.exec(capabilityId)?.[0] ?? (capabilityId.split('/')[0] ?? '').replace(/^acp:/, '')

/** A value as the log keeps it: complete, or only its size. */
export const bounded = (value: unknown): unknown => {
  const size = JSON.stringify(value ?? null).length
  return size <= LOGGED && !nestsTooDeep(value) ? (value ?? null) : { x_truncated: true, characters: size }
}

const jsonText = z.string().transform((text): unknown => JSON.parse(text))

const rowSchema = activityRecordSchema.omit({ bytes: true, tokens: true }).extend({
  decision: jsonText,
  arguments: jsonText,
  result: jsonText,
  bytesIn: z.int(),
  bytesOut: z.int(),
  promptTokens: z.int().nullable(),
  completionTokens: z.int().nullable(),
})

export const recordOf = (row: unknown): ActivityRecord => {
  const { bytesIn, bytesOut, promptTokens, completionTokens, ...rest } = rowSchema.parse(row)
  return activityRecordSchema.parse({
    ...rest,
    bytes: { in: bytesIn, out: bytesOut },
    tokens: promptTokens === null ? null : { prompt: promptTokens, completion: completionTokens ?? 0 },
  })
}
