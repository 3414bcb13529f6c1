import { z } from 'zod'
import { serviceEndpoint } from '../../identity/index.ts'
import type { DidResolver } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { readResponse, writeRequest } from '../core/json-rpc.ts'
import { A2A_SERVICE_TYPES } from '../core/service-types.ts'
import type { DidAuth } from '../requests/service.ts'

/** The longest wait for another agent: it may have to ask its owner. */
const TIMEOUT_MS = 60_000

export interface CallAgentDeps {
  readonly dids: Pick<DidResolver, 'resolve'>
  readonly didAuth: Pick<DidAuth, 'create'>
  readonly guard: Pick<NetworkGuard, 'fetch'>
}

/**
 * Calls a method of another agent: its DID document names its service endpoint, which gets a JSON-RPC 2.0 request
 * signed for that DID (identity.md 4). The response is untrusted.
 * Errors: `agent_no_endpoint`, `agent_refused`, `agent_answer_unusable`, those of the DID resolver, of `DidAuth.create`
 * and of the network guard.
 */
export const callAgent = async (
  { dids, didAuth, guard }: CallAgentDeps,
  input: {
    did: string
    method: string
    params: Readonly<Record<string, unknown>>
    /** The caller, for the signature log. */
    requester: string
    idempotencyKey?: string | undefined
    signal?: AbortSignal | undefined
  },
): Promise<Record<string, unknown>> => {
  const { did, method, params, requester, idempotencyKey, signal } = input
  const { document } = await dids.resolve(did)
  const endpoint = serviceEndpoint(document, A2A_SERVICE_TYPES)
  if (endpoint === null) throw new SatchelError('agent_no_endpoint', { params: { did }, details: { did } })
  const authorization = await didAuth.create({ operation: method, params, audience: did, requester })
  signal?.throwIfAborted()
  const id = idempotencyKey ?? newId()
  const response = await guard.fetch(
    endpoint,
    {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization },
      body: writeRequest(id, method, params),
      ...(signal === undefined ? {} : { signal }),
    },
    { kind: 'package_host', hosts: [endpoint.host], timeoutMs: TIMEOUT_MS },
  )
  return outputOf(await response.text(), { id, did, status: response.status })
}

const outputOf = (
  text: string,
  { id, did, status }: { id: string; did: string; status: number },
): Record<string, unknown> => {
  const response = readResponse(text)
  if (response !== null && 'error' in response) {
    const { code, message } = response.error
    const words = { did, code, message: message.slice(0, 500) }
    throw new SatchelError('agent_refused', { params: words, details: { ...words, status } })
  }
  if (response === null || response.id !== id || status !== 200)
    throw new SatchelError('agent_answer_unusable', { params: { did, status }, details: { did, status } })
  const object = z.record(z.string(), z.unknown()).safeParse(response.result)
  return object.success ? object.data : { value: response.result ?? null }
}
