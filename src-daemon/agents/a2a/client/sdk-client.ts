import {
  Client,
  JsonRpcTransportFactory,
  RestTransportFactory,
  TenantTransportDecorator,
  type TransportFactory,
} from '@a2a-js/sdk/client'
import type { AgentCard } from '@a2a-js/sdk'
import type { FetchLike } from '../../../network/index.ts'
import type { SkillTarget } from '../card/operations.ts'

/**
 * The SDK's client for one way to call an agent, in the version that its card names. Transports are made here alone, and always
 * with our `fetch`: without one they would take the global one, past the network guard.
 */
export const openClient = async (
  { url, binding, version, tenant, streaming, push = false }: Omit<SkillTarget, 'skill' | 'outputModes'>,
  fetchImpl: FetchLike,
): Promise<Client> => {
  const options = { fetchImpl, legacyCompat: { enabled: true } }
  const factory: TransportFactory =
    binding === 'JSONRPC' ? new JsonRpcTransportFactory(options) : new RestTransportFactory(options)
  const card: AgentCard = {
    name: '',
    description: '',
    version: '',
    supportedInterfaces: [{ url, protocolBinding: binding, protocolVersion: version, tenant }],
    provider: undefined,
    capabilities: { streaming, pushNotifications: push, extendedAgentCard: false, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [],
    signatures: [],
  }
  const transport = await factory.create(url, card)
  return new Client(tenant === '' ? transport : new TenantTransportDecorator(transport, tenant), card)
}
