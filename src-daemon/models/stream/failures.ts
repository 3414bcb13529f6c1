import { isRecord } from '../../platform/is-record.ts'

/** A failure that a server reports within its answer: the request itself was accepted. */
export class AnswerFailure extends Error {
  override readonly name = 'AnswerFailure'
  /** A status in the failure's words, as OpenRouter has it. */
  readonly status: number | undefined
  /** The server's text. */
  readonly error: unknown

  constructor(error: unknown) {
    super(problemIn(error))
    this.error = error
    this.status = statusIn(error)
  }
}

/** The failure that an event of an answer reports; null if none. `event`: the name of the event. */
export const failureIn = (value: unknown, event: string | null): unknown => {
  if (event === 'error') return isRecord(value) ? (value['error'] ?? value) : value
  if (!isRecord(value)) return null
  const { error, choices, object, detail, base_resp: minimax } = value
  if (error !== null && error !== undefined && error !== false && error !== '') {
    if (!isRecord(error) || Object.keys(error).length > 0) return error
  }
  if (isRecord(minimax) && Number(minimax['status_code'] ?? 0) !== 0) return minimax
  if (choices !== undefined && choices !== null) return null
  // vLLM and Mistral; FastAPI.
  if (object === 'error' || (detail !== undefined && detail !== null)) return value
  return null
}

/** The message of a failure of any shape; as JSON if it has none. */
export const problemIn = (error: unknown): string => {
  if (typeof error === 'string') return error
  if (Array.isArray(error)) return error.map(problemIn).join(' ')
  if (!isRecord(error)) return JSON.stringify(error)
  for (const member of ['message', 'error', 'detail', 'msg', 'error_msg', 'status_msg', 'title']) {
    const words = error[member]
    if (typeof words === 'string' && words !== '') return words
    if (typeof words === 'object' && words !== null) return problemIn(words)
  }
  return JSON.stringify(error)
}

const statusIn = (error: unknown): number | undefined => {
  if (!isRecord(error)) return undefined
  const status = [error['code'], error['status_code'], error['status']].map(Number).find(isFailure)
  return status
}

const isFailure = (status: number): boolean => Number.isInteger(status) && status >= 400 && status < 600

/** A refusal whose body has the one shape that the client reads, `{error: {message}}`, whatever the server wrote. */
export const withReadableFailure = async (response: Response): Promise<Response> => {
  if (response.ok) return response
  const text = await response.text()
  const { status, statusText, headers } = response
  if (text.trim() === '') return new Response(null, { status, statusText, headers })
  return new Response(JSON.stringify({ error: failureOf(text) }), {
    status,
    statusText,
    headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
  })
}

const failureOf = (text: string): unknown => {
  const body = jsonOrText(text)
  const first: unknown = Array.isArray(body) ? body[0] : body
  const error = isRecord(first) ? (first['error'] ?? first) : first
  return { ...(isRecord(error) ? error : {}), message: problemIn(error) }
}

export const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
