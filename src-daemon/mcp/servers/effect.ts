import type { ServicesService } from './types.ts'

/** What a call of a service does, as far as it is known: the strictest, unless the owner trusts that it only reads. */
export const serviceEffect = (
  services: Pick<ServicesService, 'facts'>,
  binding: Readonly<Record<string, unknown>>,
): {
  readonly effect: 'process' | 'network_write' | 'network_read'
  readonly target: string
  readonly pin: string
} => {
  const { serviceUri, action } = serviceOf(binding)
  const facts = services.facts(serviceUri, action)
  if (facts === null) return { effect: 'process', target: serviceUri, pin: '' }
  const effect = facts.readOnly
    ? 'network_read'
    : facts.target.kind === 'program'
      ? 'process'
      : 'network_write'
  return { effect, target: facts.target.kind === 'host' ? facts.target.name : serviceUri, pin: facts.sha256 }
}

/** The service and the tool an `mcp_service` binding names (acp.md 8). */
export const serviceOf = (
  binding: Readonly<Record<string, unknown>>,
): { readonly serviceUri: string; readonly action: string } => ({
  serviceUri: textOf(binding['service_uri']),
  action: textOf(binding['mcp_action']),
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
