import { SatchelError } from '../platform/errors.ts'
import type { ReasonCode } from '../text/index.ts'
import type { IdleLimit } from './idle-timeout.ts'

interface Limits {
  /** Milliseconds for the whole exchange, body included. */
  readonly timeoutMs?: number
  /** Largest body accepted, in bytes after decoding. */
  readonly maxBytes?: number
  /** The idle timeout; none by default. */
  readonly idle?: IdleLimit | undefined
}

/** An address the user configured, e.g. Ollama on loopback: this origin only, not where it redirects to. */
export interface UserEndpointPolicy extends Limits {
  readonly kind: 'user_endpoint'
  readonly origin: string
}

/** Hosts that a package declared and the user agreed to: https, public addresses, small and quick (acp.md 8). */
export interface PackageHostPolicy extends Limits {
  readonly kind: 'package_host'
  /** `api.example.org`, or with a port `api.example.org:8443`. */
  readonly hosts: readonly string[]
}

/**
 * A file the user chose to download: over https, from public addresses, wherever its server redirects. What arrives is checked by its
 * hash, or is the user's own choice.
 */
export interface PublicFilePolicy extends Limits {
  readonly kind: 'public_file'
}

export type NetworkPolicy = UserEndpointPolicy | PackageHostPolicy | PublicFilePolicy

/** Why the guard refused a request; goes into `details.reason` of `network_refused`. */
export type RefusalReason =
  | 'invalid_url'
  | 'credentials_in_url'
  | 'other_origin'
  | 'host_not_allowed'
  | 'not_https'
  | 'private_address'
  | 'too_many_redirects'

/** The error for a request that may not leave. */
export const refused = (
  reason: RefusalReason,
  host: string,
  extra: Record<string, unknown> = {},
): SatchelError =>
  new SatchelError('network_refused', {
    params: { host, reason: reason satisfies ReasonCode },
    details: { reason, host, ...extra },
  })

/**
 * Limits of `policy`, with the defaults of its kind: packages 10 s and 1 MiB (acp.md 8), the user's own endpoints none.
 */
export const limitsOf = (policy: NetworkPolicy): { timeoutMs: number | null; maxBytes: number | null } =>
  policy.kind === 'package_host'
    ? { timeoutMs: policy.timeoutMs ?? 10_000, maxBytes: policy.maxBytes ?? 1024 * 1024 }
    : { timeoutMs: policy.timeoutMs ?? null, maxBytes: policy.maxBytes ?? null }

const originOf = (text: string): string | null => (URL.canParse(text) ? new URL(text).origin : null)

/** Whether `url` is at one of `hosts`; an entry without a port means the scheme's default port. */
export const matchesHost = (url: URL, hosts: readonly string[]): boolean =>
  hosts.some((host) => host.toLowerCase() === url.host)

/**
 * Throws `network_refused` unless `policy` allows requesting `url`. Does not check addresses; that happens when the
 * connection is made.
 */
export const checkUrl = (url: URL, policy: NetworkPolicy, developmentHosts: readonly string[]): void => {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refused('invalid_url', url.host || url.protocol)
  // `example.org.` is the same host as `example.org` under another name, and would need its own consent. Port 0 is not
  // a port.
  if (url.hostname === '' || url.hostname.endsWith('.') || url.port === '0')
    throw refused('invalid_url', url.host)
  if (url.username !== '' || url.password !== '') throw refused('credentials_in_url', url.host)
  if (policy.kind === 'user_endpoint') {
    if (url.origin !== originOf(policy.origin)) throw refused('other_origin', url.host)
    return
  }
  if (policy.kind === 'package_host' && !matchesHost(url, policy.hosts))
    throw refused('host_not_allowed', url.host)
  if (url.protocol !== 'https:' && !matchesHost(url, developmentHosts)) throw refused('not_https', url.host)
}
