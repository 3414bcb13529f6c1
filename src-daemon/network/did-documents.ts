import type { NetworkGuard } from './guard.ts'

const DID_DOCUMENT_LIMIT = 256 * 1024

/** Fetches DID documents through the network guard; over http only from hosts the owner allowed for development. */
export const fetchDidDocument =
  (guard: Pick<NetworkGuard, 'fetch'>, developmentHosts: () => readonly string[]) =>
  async (written: string): Promise<Response> => {
    const url = new URL(written)
    const at = (target: URL): Promise<Response> =>
      guard.fetch(
        target,
        { headers: { accept: 'application/did+json, application/json' } },
        { kind: 'package_host', hosts: [target.host], maxBytes: DID_DOCUMENT_LIMIT },
      )
    // A DID of this machine may have no certificate; that is accepted if the owner allowed its host for development.
    if (url.hostname !== 'localhost' || !developmentHosts().includes(url.host)) return at(url)
    const plain = new URL(url)
    plain.protocol = 'http:'
    // If nothing answers either way, what is wrong with TLS says more.
    return at(url).catch((thrown: unknown) =>
      at(plain).catch(() => {
        throw thrown
      }),
    )
  }
