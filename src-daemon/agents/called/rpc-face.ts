import { readRequest, RPC, writeError, writeResult, type RpcRequest } from '../core/json-rpc.ts'
import type { Face, FaceAnswer } from './faces.ts'
import type { Reception, Refusal } from './reception.ts'

/** Operations as methods of JSON-RPC 2.0 with parameters by name (acp.md 8, and OpenRPC). */
export const rpcFace = (path: string, reception: Reception): Face => ({
  method: 'POST',
  path,
  answer: async (request) => {
    const rpc = readRequest(request.body)
    if (typeof rpc === 'number')
      return {
        status: 400,
        body: writeError(null, rpc, 'no request of JSON-RPC 2.0 with parameters by name'),
      }
    const { id, method, params } = rpc
    const caller = await reception.admit(request)
    if (!caller.ok) return refused(id, caller)
    const outcome = await reception.call(caller, { method, params, signal: request.signal })
    return outcome.ok
      ? { status: 200, headers: caller.headers, body: writeResult(id, outcome.output) }
      : refused(id, outcome)
  },
})

const refused = (id: RpcRequest['id'], { code, message, headers = {} }: Refusal): FaceAnswer => {
  const [status, number] = CODES[code]
  return { status, headers, body: writeError(id, number, message) }
}

/** What is wrong with the request itself is also said by HTTP. */
const CODES: Readonly<Record<Refusal['code'], readonly [status: number, code: number]>> = {
  NOT_PROVEN: [401, RPC.notAuthenticated],
  NOT_ALLOWED: [403, RPC.notAllowed],
  TOO_MANY: [429, RPC.tooMany],
  NOT_FOUND: [200, RPC.methodNotFound],
  INVALID_INPUT: [200, RPC.invalidParams],
  PERMISSION_DENIED: [200, RPC.notAllowed],
  EXECUTION_FAILED: [200, RPC.failed],
  TIMEOUT: [200, RPC.timedOut],
}
