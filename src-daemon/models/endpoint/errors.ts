import { z } from 'zod'
import { SatchelError } from '../../platform/errors.ts'
import { hideTexts } from '../../platform/redact.ts'
import { jsonOrText, problemIn } from '../stream/failures.ts'
import type { ErrorCode } from '../../text/index.ts'
import type { EndpointAccess } from './access.ts'

/** The model a request was for, to explain its failure. */
export interface Requested {
  /** Id of the model; the endpoint's id if no model was requested. */
  readonly id: string
  readonly model: string
}

/**
 * Explains a failure of a protocol's client, or of the server behind it: whatever they threw, the words are for a person, and the
 * server's own message is the detail `problem`, without the key, which some servers repeat.
 */
export const explainEndpoint = async (
  thrown: unknown,
  { endpoint, key }: Pick<EndpointAccess, 'endpoint' | 'key'>,
  requested: Requested,
): Promise<unknown> => {
  const known = satchelCause(thrown)
  const secret = known === null ? await key().catch(() => null) : null
  const hidden = new Set(secret === null ? [] : [secret])
  const explained = (code: ErrorCode, more: Readonly<Record<string, string | number>> = {}): SatchelError => {
    const { model } = requested
    const server = endpoint.name
    return new SatchelError(code, {
      params: { model, server, ...more },
      details: { model: requested.id, name: model, server, ...more },
      // What is thrown may end in a log.
      ...(repeats(thrown, hidden) ? {} : { cause: thrown }),
    })
  }
  if (known !== null) return known.code === 'network_interrupted' ? explained('model_interrupted') : known
  if (!(thrown instanceof Error)) return thrown
  const status = statusOf(thrown)
  const problem = problemOf(thrown, hidden)
  if (NO_MEMORY.test(problem)) return explained('model_out_of_memory', { problem })
  // An error object inside the stream comes without a status.
  if (status === null && /overloaded/i.test(problem)) return explained('model_busy')
  if (status === null)
    return explained(isTooLong(problem) ? 'model_context_exceeded' : 'model_failed', { problem })
  if (status === 401 || status === 403 || (status === 400 && KEY_INVALID.test(problem)))
    return explained('model_key_refused', { status })
  if (status === 402) return explained('model_quota_used')
  if (status === 404) return explained('model_not_found')
  if (status === 429) return rateLimited(thrown, problem, explained)
  if (status === 529 || (status === 503 && /overloaded/i.test(problem))) return explained('model_busy')
  if (status === 413 || (status < 500 && isTooLong(problem)))
    return explained('model_context_exceeded', { problem })
  return explained(status >= 500 ? 'model_server_failed' : 'model_refused', { status, problem })
}

/**
 * A tool call that the server could not parse, so that it sent an error instead of the call; null for every
 * other failure. The error codes are Groq's.
 */
export const unreadableCallOf = (thrown: unknown): string | null => {
  if (!(thrown instanceof Error) || !('error' in thrown)) return null
  const body = unreadableCallSchema.safeParse(thrown.error)
  return body.success ? body.data.failed_generation : null
}

const unreadableCallSchema = z.object({
  code: z.literal('tool_use_failed'),
  failed_generation: z.string().default(''),
})

/** The HTTP status the client reports; null for anything else. */
export const statusOf = (thrown: unknown): number | null =>
  thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number' ? thrown.status : null

/** The server's message, without the client's prefix, the JSON around it and `hidden`, on one line and cut to size. */
export const problemOf = (thrown: unknown, hidden: ReadonlySet<string> = new Set()): string => {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  const words = text.replace(/^(?:got status: [\w ]+\. |\d{3} (?=\S))/, '')
  return hideTexts(problemIn(jsonOrText(words)), hidden)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}

/** Whether an error has one of these texts in it, in any form. */
const repeats = (thrown: unknown, hidden: ReadonlySet<string>): boolean => {
  if (hidden.size === 0 || !(thrown instanceof Error)) return false
  const { message, stack = '' } = thrown
  const headers = 'headers' in thrown && thrown.headers instanceof Headers ? [...thrown.headers] : []
  const said = [message, stack, JSON.stringify(Object.entries(thrown)), JSON.stringify(headers)].join('\n')
  return hideTexts(said, hidden) !== said
}

/** Gemini refuses a wrong key as a bad request. */
const KEY_INVALID = /api[ _-]?key (?:not valid|expired|not found)/i

/** Of llama.cpp, vLLM, CUDA and Metal. */
const NO_MEMORY =
  /out of memory|insufficient (?:system |gpu )?memory|more system memory|failed to allocate|not enough memory/i

/** Servers word it differently; `context_length_exceeded` is OpenAI's. */
const isTooLong = (problem: string): boolean =>
  /context[ _-]?(length|size|window)|maximum context|too many tokens|prompt is too long|exceeds? .{0,40}\b(tokens|context)/i.test(
    problem,
  )

const rateLimited = (
  thrown: Error,
  problem: string,
  explained: (code: ErrorCode, more?: Readonly<Record<string, string | number>>) => SatchelError,
): SatchelError => {
  if (/insufficient[_ ]quota|billing|credit/i.test(problem)) return explained('model_quota_used')
  const headers = 'headers' in thrown && thrown.headers instanceof Headers ? thrown.headers : new Headers()
  // Gemini writes it into the body.
  const inBody = /"retryDelay":\s*"(\d+(?:\.\d+)?)s"/.exec(thrown.message)?.[1] ?? null
  const seconds = secondsOf(headers.get('retry-after') ?? inBody)
  return seconds === null ? explained('model_busy') : explained('model_rate_limited', { seconds })
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). */
const secondsOf = (header: string | null): number | null => {
  if (header === null) return null
  const seconds = /^\d+(\.\d+)?$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null
}

/** The client wraps what `fetch` threw. */
const satchelCause = (thrown: unknown): SatchelError | null => {
  let current = thrown
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    if (current instanceof SatchelError) return current
    current = current.cause
  }
  return null
}
