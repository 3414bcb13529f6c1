import type { NetworkGuard } from './guard.ts'

const DID_DOCUMENT_LIMIT = 256 * 1024

/** Fetches DID documents through the network guard; over http only from hosts the owner allowed for development. */
export const fetchDidDocument =
  (guard: Pick<NetworkGuard, 'fetch'>, developmentHosts: () => readonly string[]) =>
  (written: string): Promise<Response> => {
    const url = new URL(written)
    // A DID of this machine has no certificate; it is accepted if the owner allowed that host for development.
    if (url.hostname === 'localhost' && developmentHosts().includes(url.host)) url.protocol = 'http:'
    return guard.fetch(
      url,
      { headers: { accept: 'application/did+json, application/json' } },
      { kind: 'package_host', hosts: [url.host], maxBytes: DID_DOCUMENT_LIMIT },
    )
  }
