import { z } from 'zod'
import { readStrictJson } from '../identity/index.ts'

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
    const hidden = requestsOf(read.value).find(({ params }) => hasOwnProto(params?.arguments))
    return hidden === undefined ? null : refusal(hidden.id, '/__proto__ must not be the name of a member')
  }
  if (read.problem !== 'duplicate_key' && read.problem !== 'too_deep') return null
  const [request] = requestsOf(JSON.parse(text))
  const problem =
    read.problem === 'too_deep' ? 'it is nested too deeply' : `${JSON.stringify(read.found)} is there twice`
  return refusal(request?.id, problem)
}

const refusal = (id: string | number | undefined, problem: string): ErrorResponse => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code: INVALID_PARAMS, message: `INVALID_INPUT: ${problem}` },
})

/** The relevant parts of a request or a batch; the library refuses other shapes. */
const requestsOf = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => {
    const read = requestSchema.safeParse(one)
    return read.success ? [read.data] : []
  })

const requestSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  // Unchanged: a copy would lack the member.
  params: z.object({ arguments: z.unknown() }).optional(),
})

const hasOwnProto = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__')
