import { z } from 'zod'
import { readStrictJson } from '../../identity/index.ts'
import type { DidResolver } from '../../identity/types.ts'
import type { NetworkGuard } from '../../network/index.ts'
import { SatchelError } from '../../platform/errors.ts'
import { handleText, readHandle, type Handle } from '../core/handle.ts'
import { listOf, recordOf, textOf } from './interfaces/values.ts'

export interface ResolveHandleDeps {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly dids: Pick<DidResolver, 'resolve'>
}

const MAX_BYTES = 64 * 1024
const SERVICE = 'ANPHandleService'

const resolutionSchema = z.object({
  handle: z.string(),
  did: z.string().max(2048),
  status: z.enum(['active', 'suspended', 'revoked']),
  /** Counts the DIDs the name has had: positive, without leading zeroes. */
  binding_generation: z.string().regex(/^[1-9]\d*$/),
})

/**
 * The DID of a handle, once both sides say so: the provider names the DID, and the DID's document names the provider. A did:wba must
 * be of the provider's own domain. Errors: `agent_handle_unconfirmed`, those of the network guard and of the DID resolver.
 */
export const resolveHandle = async ({ guard, dids }: ResolveHandleDeps, handle: Handle): Promise<string> => {
  const { local, domain } = handle
  const url = `https://${domain}/.well-known/handle/${local}`
  const policy = { kind: 'package_host', hosts: [domain], maxBytes: MAX_BYTES } as const
  const response = await guard.fetch(url, { headers: { accept: 'application/json' } }, policy)
  if (response.status !== 200) {
    await response.body?.cancel()
    throw unconfirmed(handle, `HTTP ${String(response.status)}`)
  }
  const json = readStrictJson(await response.text())
  const resolution = resolutionSchema.safeParse(json.ok ? json.value : null).data
  if (resolution === undefined) throw unconfirmed(handle, 'not a resolution document')
  const { did, status } = resolution
  const named = readHandle(resolution.handle)
  if (named === null || handleText(named) !== handleText(handle)) throw unconfirmed(handle, resolution.handle)
  if (status !== 'active') throw unconfirmed(handle, status)
  if (!isAllowed(did, domain)) throw unconfirmed(handle, did)
  const { document } = await dids.resolve(did, { fresh: true })
  if (!listOf(document['service']).some((one) => isProvider(recordOf(one), domain)))
    throw unconfirmed(handle, `${did}: ${SERVICE}`)
  return did
}

const isAllowed = (did: string, domain: string): boolean => {
  const [, method, host = ''] = did.split(':')
  return method === 'web' || (method === 'wba' && host.toLowerCase() === domain)
}

const isProvider = (service: Readonly<Record<string, unknown>>, domain: string): boolean => {
  const endpoint = textOf(service['serviceEndpoint'])
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  return service['type'] === SERVICE && url?.protocol === 'https:' && url.hostname === domain
}

const unconfirmed = (handle: Handle, problem: string): SatchelError => {
  const params = { handle: handleText(handle), problem: problem.slice(0, 200) }
  return new SatchelError('agent_handle_unconfirmed', { params, details: params })
}
