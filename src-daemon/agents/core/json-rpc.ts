import { z } from 'zod'
import { readStrictJson } from '../../identity/index.ts'

/** Error codes of JSON-RPC 2.0, and our own in the range for servers. */
export const RPC = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  failed: -32_000,
  notAuthenticated: -32_001,
  notAllowed: -32_002,
  tooMany: -32_003,
  timedOut: -32_004,
} as const

const idSchema = z.union([z.string().max(200), z.number(), z.null()])

const requestSchema = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: idSchema,
  method: z.string().min(1).max(300),
  params: z.record(z.string(), z.unknown()).default({}),
})
export type RpcRequest = z.infer<typeof requestSchema>

/** A request with named parameters, or the code of its error. No notifications, no batches. */
export const readRequest = (text: string): RpcRequest | (typeof RPC)['parse' | 'invalidRequest'] => {
  const json = readStrictJson(text)
  if (!json.ok) return RPC.parse
  const parsed = requestSchema.safeParse(json.value)
  return parsed.success ? parsed.data : RPC.invalidRequest
}

const responseSchema = z.union([
  z.object({
    jsonrpc: z.literal('2.0'),
    id: idSchema,
    error: z.object({ code: z.int(), message: z.string() }),
  }),
  z.object({ jsonrpc: z.literal('2.0'), id: idSchema, result: z.unknown() }).refine((one) => 'result' in one),
])
export type RpcResponse = z.infer<typeof responseSchema>

/** A response; null if it is invalid. */
export const readResponse = (text: string): RpcResponse | null => {
  const json = readStrictJson(text)
  return json.ok ? (responseSchema.safeParse(json.value).data ?? null) : null
}

export const writeRequest = (id: string, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })
export const writeResult = (id: RpcRequest['id'], result: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, result })
export const writeError = (id: RpcRequest['id'], code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })
