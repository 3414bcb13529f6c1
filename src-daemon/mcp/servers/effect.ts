import type { ServersService } from './types.ts'

/**
 * The effect of a server's call, as far as it is known: the strictest, unless the owner trusts that it only
 * reads.
 */
export const serverEffect = (
  servers: Pick<ServersService, 'facts'>,
  binding: Readonly<Record<string, unknown>>,
): {
  readonly effect: 'process' | 'network_write' | 'network_read'
  readonly target: string
  readonly pin: string
} => {
  const { serverUri, action } = serverOf(binding)
  const facts = servers.facts(serverUri, action)
  if (facts === null) return { effect: 'process', target: serverUri, pin: '' }
  const effect = facts.readOnly
    ? 'network_read'
    : facts.target.kind === 'program'
      ? 'process'
      : 'network_write'
  return { effect, target: facts.target.kind === 'host' ? facts.target.name : serverUri, pin: facts.sha256 }
}

/** The server and the tool an `mcp_service` binding names (acp.md 8). */
export const serverOf = (
  binding: Readonly<Record<string, unknown>>,
): { readonly serverUri: string; readonly action: string } => ({
  serverUri: textOf(binding['service_uri']),
  action: textOf(binding['mcp_action']),
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
