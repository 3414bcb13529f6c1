import type { Face, FaceAnswer, FaceSet } from '../../called/faces.ts'
import type { Reception, Refusal } from '../../called/reception.ts'
import { RPC, writeError } from '../../core/json-rpc.ts'
import { MESSAGES_PATH } from '../own-card/compose-card.ts'
import type { A2aRpc, A2aRpcDeps } from './rpc.ts'
import { createPushConfigs } from './push/configs.ts'

/** A2A at the endpoint: messages and tasks, from the same callers as everything else. The SDK is loaded with the first. */
export const createA2aFaces = (reception: Reception, deps: Omit<A2aRpcDeps, 'reception'>): FaceSet => {
  let rpc: Promise<A2aRpc> | undefined
  const load = async (): Promise<A2aRpc> => (await import('./rpc.ts')).createA2aRpc({ ...deps, reception })

  const face: Face = {
    method: 'POST',
    path: MESSAGES_PATH,
    answer: async (request) => {
      const caller = await reception.admit(request)
      if (!caller.ok) return refused(caller)
      // DID-Auth signs an operation and its parameters, and a message is neither.
      if (caller.signed !== null)
        return refused({ ok: false, code: 'NOT_PROVEN', message: 'what was signed is another request' })
      const answer = await (
        await (rpc ??= load())
      ).answer(request.body, caller, request.header('a2a-version'))
      return { ...answer, headers: { ...caller.headers, ...answer.headers } }
    },
  }
  return {
    faces: [face],
    resume: async () => {
      if (createPushConfigs(deps.db).all().length > 0) (await (rpc ??= load())).resume()
    },
    close: () => {
      void rpc?.then(({ close }) => {
        close()
      })
    },
  }
}

/** Before a message is read, HTTP says it: the protocol has no words for it. */
const refused = ({ code, message, headers = {} }: Refusal): FaceAnswer => ({
  status: code === 'NOT_PROVEN' ? 401 : code === 'TOO_MANY' ? 429 : 403,
  headers,
  body: writeError(null, RPC.failed, message),
})
