import { z } from 'zod'
import { serviceEndpoint, type DidAuth } from '../../identity/index.ts'
import type { DidResolver } from '../../identity/types.ts'
import { SatchelError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { readResponse, writeRequest } from './json-rpc.ts'

/** A `nuwa_a2a` binding (acp.md 8). */
const a2aBindingSchema = z.object({
  type: z.literal('nuwa_a2a'),
  /** A DID, or `{argument}`. */
  target_did: z.string().min(1),
  service_method: z.string().regex(/^[\x21-\x7e]{1,300}$/),
})

/** The service types under which agents take such calls; ours is the first. */
export const A2A_SERVICE_TYPES: readonly string[] = ['NuwaA2A', 'NuwaA2AService', 'A2AService']

/** The longest wait for another agent: it may have to ask its owner. */
const TIMEOUT_MS = 60_000

export interface CallAgentDeps {
  readonly dids: Pick<DidResolver, 'resolve'>
  readonly didAuth: Pick<DidAuth, 'create'>
  readonly guard: Pick<NetworkGuard, 'fetch'>
}

/**
 * Runs a `nuwa_a2a` binding: the target's DID document names its service endpoint, which gets a JSON-RPC 2.0
 * request signed for that DID (identity.md 4). The argument that names the target is not sent. The response
 * is untrusted.
 * Errors: `binding_invalid`, `agent_no_endpoint`, `agent_refused`, `agent_answer_unusable`, those of the DID
 * resolver, of `DidAuth.create` and of the network guard.
 */
export const callAgent = async (
  { dids, didAuth, guard }: CallAgentDeps,
  input: {
    binding: unknown
    arguments: Readonly<Record<string, unknown>>
    /** The caller, for the signature log. */
    requester: string
    idempotencyKey?: string | undefined
    signal?: AbortSignal | undefined
  },
): Promise<Record<string, unknown>> => {
  const parsed = a2aBindingSchema.safeParse(input.binding)
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error))
  const { target_did: template, service_method: method } = parsed.data
  const { target, params } = targetOf(template, input.arguments)
  const { document } = await dids.resolve(target)
  const endpoint = serviceEndpoint(document, A2A_SERVICE_TYPES)
  if (endpoint === null)
    throw new SatchelError('agent_no_endpoint', { params: { did: target }, details: { did: target } })
  const authorization = await didAuth.create({
    operation: method,
    params,
    audience: target,
    requester: input.requester,
  })
  input.signal?.throwIfAborted()
  const id = input.idempotencyKey ?? newId()
  const response = await guard.fetch(
    endpoint,
    {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization },
      body: writeRequest(id, method, params),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    },
    { kind: 'package_host', hosts: [endpoint.host], timeoutMs: TIMEOUT_MS },
  )
  return outputOf(await response.text(), { id, did: target, status: response.status })
}

const targetOf = (
  template: string,
  args: Readonly<Record<string, unknown>>,
): { target: string; params: Readonly<Record<string, unknown>> } => {
  const [, name] = /^\{([^{}]+)\}$/.exec(template) ?? []
  if (name === undefined) return { target: template, params: args }
  const { [name]: target, ...params } = args
  if (typeof target !== 'string') throw invalid(`the argument ${name} names no agent`)
  return { target, params }
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

const invalid = (problem: string): SatchelError =>
  new SatchelError('binding_invalid', { params: { problem }, details: { problem } })
