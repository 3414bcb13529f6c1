import type { FaceAnswer } from './faces.ts'
import type { Refusal } from './reception.ts'

/** A refusal as HTTP says it, for faces whose protocol has no words of its own for it. */
export const refusedByHttp = ({ code, message, headers = {} }: Refusal): FaceAnswer => ({
  status: STATUSES[code],
  headers,
  body: errorText(code, message),
})

export const errorText = (code: Refusal['code'], message: string): string =>
  JSON.stringify({ error: { code, message } })

const STATUSES: Readonly<Record<Refusal['code'], number>> = {
  NOT_PROVEN: 401,
  NOT_ALLOWED: 403,
  TOO_MANY: 429,
  NOT_FOUND: 404,
  INVALID_INPUT: 400,
  PERMISSION_DENIED: 403,
  EXECUTION_FAILED: 502,
  TIMEOUT: 504,
}
