import { SatchelError } from '../../platform/errors.ts'
import type { ErrorCode } from '../../text/index.ts'

/**
 * A tool call that Ollama could not parse, so that it sent an error instead of the call; null for every other
 * failure. The messages are those of Ollama's parsers.
 */
export const unreadableCallOf = (thrown: unknown): string | null => {
  if (!(thrown instanceof Error)) return null
  return /^error parsing tool call: raw='([\s\S]*)', err=/.exec(thrown.message)?.[1] ?? null
}

/** Whether a model with the requested window doesn't fit into the memory of the server's machine. */
export const lacksMemory = (thrown: unknown): boolean =>
  thrown instanceof Error && /more system memory|out of memory|failed to allocate/i.test(thrown.message)

/** Explains a failure of the Ollama client; the server's own words are the detail `problem`. `model`: the requested model, by id and name. */
export const explainOllama = (
  thrown: unknown,
  model: { readonly id: string; readonly name: string },
): unknown => {
  const known = { model: model.id, name: model.name }
  const explained = (
    code:
      | 'model_interrupted'
      | 'model_not_found'
      | 'model_out_of_memory'
      | 'model_refused'
      | 'model_server_failed'
      | 'model_failed',
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
  const said = { problem: thrown.message, ...(status !== null && { status }) }
  if (lacksMemory(thrown)) return explained('model_out_of_memory', said)
  if (status !== null && status >= 500) return explained('model_server_failed', { server: 'Ollama', ...said })
  if (status !== null) return explained('model_refused', said)
  return explained('model_failed', said)
}
