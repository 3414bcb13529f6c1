import { readStrictJson } from '../identity/index.ts'
import { isRecord } from '../platform/is-record.ts'

/** An error response of JSON-RPC. */
export interface ErrorResponse {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

const INVALID_PARAMS = -32602

/**
 * The answer to an ambiguous message: a name twice in one object, of which parsing keeps
 * the last, or a member `__proto__` of a call's arguments, which the library drops before our code sees it. Null for
 * any other text, JSON or not.
 */
export const refuseAmbiguous = (text: string): ErrorResponse | null => {
  const read = readStrictJson(text)
  if (read.ok) {
    const hidden = requestsOf(read.value).find(
      ({ params }) => isRecord(params) && hasOwnProto(params['arguments']),
    )
    return hidden === undefined ? null : refusal(hidden['id'], '/__proto__ must not be the name of a member')
  }
  if (read.problem !== 'duplicate_key' && read.problem !== 'too_deep') return null
  const [request] = requestsOf(JSON.parse(text))
  const problem =
    read.problem === 'too_deep' ? 'it is nested too deeply' : `${JSON.stringify(read.found)} is there twice`
  return refusal(request?.['id'], problem)
}

const refusal = (id: unknown, problem: string): ErrorResponse => ({
  jsonrpc: '2.0',
  id: typeof id === 'string' || typeof id === 'number' ? id : null,
  error: { code: INVALID_PARAMS, message: `INVALID_INPUT: ${problem}` },
})

/** A request, or those of a batch, which may be hundreds of thousands; the library refuses other shapes. */
const requestsOf = (value: unknown): readonly Record<string, unknown>[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord)

const hasOwnProto = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')
