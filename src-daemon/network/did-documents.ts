import type { NetworkGuard } from './guard.ts'

const DID_DOCUMENT_LIMIT = 256 * 1024

/** How DID documents are fetched: through the network guard, and over http where the owner allowed the host for development. */
export const fetchDidDocument =
  (guard: Pick<NetworkGuard, 'fetch'>, developmentHosts: () => readonly string[]) =>
  (written: string): Promise<Response> => {
    const url = new URL(written)
    // A DID of this machine has no certificate; it counts where the owner allowed that host for development.
    if (url.hostname === 'localhost' && developmentHosts().includes(url.host)) url.protocol = 'http:'
    return guard.fetch(
      url,
      { headers: { accept: 'application/did+json, application/json' } },
      { kind: 'package_host', hosts: [url.host], maxBytes: DID_DOCUMENT_LIMIT },
    )
  }
