import { readStrictJson } from '../../identity/index.ts'
import { isRecord } from '../../platform/is-record.ts'
import { OPERATIONS_PATH } from '../offer/open-api.ts'
import type { Face } from './faces.ts'
import { errorText, refusedByHttp } from './http-refusals.ts'
import type { Reception } from './reception.ts'

/** Operations by plain HTTP, as our OpenAPI document says: `POST /operations/units/convert` with the input as JSON. */
export const httpFace = (reception: Pick<Reception, 'admit' | 'call'>): Face => ({
  method: 'POST',
  path: `${OPERATIONS_PATH}*`,
  answer: async (request) => {
    const json = readStrictJson(request.body)
    const params = json.ok ? json.value : null
    const method = decoded(request.path.slice(OPERATIONS_PATH.length))
    if (!isRecord(params) || method === null)
      return { status: 400, body: errorText('INVALID_INPUT', 'expected a JSON object') }
    const caller = await reception.admit(request)
    if (!caller.ok) return refusedByHttp(caller)
    const outcome = await reception.call(caller, { method, params, signal: request.signal })
    return outcome.ok
      ? { status: 200, headers: caller.headers, body: JSON.stringify(outcome.output) }
      : refusedByHttp(outcome)
  },
})

const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path)
  } catch {
    return null // no escape of UTF-8
  }
}
