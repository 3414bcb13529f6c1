import { SatchelError } from '../../platform/errors.ts'
import type { ErrorCode } from '../../text/index.ts'

/**
 * The call a model wrote in a way its server could not read, so that it sent a failure instead of the call; null for every other
 * failure. The words are those of Ollama's parsers.
 */
export const unreadableCallOf = (thrown: unknown): string | null => {
  if (!(thrown instanceof Error)) return null
  return /^error parsing tool call: raw='([\s\S]*)', err=/.exec(thrown.message)?.[1] ?? null
}

/** What a failure of the Ollama client means. `model`: the one that was asked, by id and name. */
export const explainOllama = (
  thrown: unknown,
  model: { readonly id: string; readonly name: string },
): unknown => {
  const known = { model: model.id, name: model.name }
  const explained = (
    code: 'model_interrupted' | 'model_not_found' | 'model_refused' | 'model_failed',
    more: Readonly<Record<string, string | number>> = {},
  ): SatchelError =>
    new SatchelError<ErrorCode>(code, {
      params: { model: model.name, ...more },
      details: { ...known, ...more },
      cause: thrown,
    })

  if (thrown instanceof SatchelError)
    return thrown.code === 'network_interrupted' ? explained('model_interrupted') : thrown
  if (!(thrown instanceof Error)) return thrown
  const status = 'status_code' in thrown && typeof thrown.status_code === 'number' ? thrown.status_code : null
  if (status === 404) return explained('model_not_found')
  if (status !== null) return explained('model_refused', { status, problem: thrown.message })
  // The client's own words for a stream that simply ended.
  if (thrown.message.startsWith('Did not receive done')) return explained('model_interrupted')
  return explained('model_failed', { problem: thrown.message })
}
