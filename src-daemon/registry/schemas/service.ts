import type { VerificationKey } from '../../contract/identity.ts'
import type { AcpPackage } from '../../contract/packages.ts'
import type { Language } from '../../contract/language.ts'
import { serviceEndpoint } from '../../identity/index.ts'
import type { DidResolver } from '../../identity/types.ts'
import { endpointPolicy } from '../../mcp/index.ts'
import type { NetworkGuard, NetworkPolicy } from '../../network/index.ts'
import { problemOf, verifyPackage } from '../../packages/index.ts'
import { SatchelError } from '../../platform/errors.ts'

/** The type of the service in a DID document that has schemas. */
export const SCHEMA_SERVICE = 'SchemaService'

/** The largest package, and how long it may take. */
const LIMITS = { maxBytes: 1024 * 1024, timeoutMs: 20_000 }

export interface SchemaServiceDeps {
  readonly guard: Pick<NetworkGuard, 'fetch'>
  readonly dids: Pick<DidResolver, 'resolve'>
  readonly keyOf: (keyId: string) => Promise<VerificationKey>
  readonly language: () => Language
}

/**
 * Asks schema services: `GET <endpoint>?uri=<Schema URI>` answers with the signed package whose schema it is, or 404.
 * The package is verified like any other; whose it is, is for the caller to judge.
 */
export const createSchemaServices = ({ guard, dids, keyOf, language }: SchemaServiceDeps) => {
  /** At an address that the owner entered. Null if it has none. Errors: `network_*`, `package_rejected`. */
  const atAddress = async (url: string, schemaUri: string, signal: AbortSignal): Promise<AcpPackage | null> =>
    ask(new URL(url), schemaUri, { ...(await endpointPolicy(url, { own: true })), ...LIMITS }, signal)

  /**
   * At the service that a DID names, which has packages of that DID only. Null if it has none, or names no service.
   * Errors: those of `atAddress`, of resolving the DID, and `author_changed`.
   */
  const ofDid = async (did: string, schemaUri: string, signal: AbortSignal): Promise<AcpPackage | null> => {
    const { document } = await dids.resolve(did)
    const endpoint = serviceEndpoint(document, [SCHEMA_SERVICE])
    if (endpoint === null) return null
    // The document chose it, not the owner: a public host.
    const policy: NetworkPolicy = { kind: 'package_host', hosts: [endpoint.host], ...LIMITS }
    const found = await ask(endpoint, schemaUri, policy, signal)
    if (found !== null && found.author.did !== did)
      throw new SatchelError('author_changed', {
        params: { name: found.name, known: did, found: found.author.did },
      })
    return found
  }

  const ask = async (
    endpoint: URL,
    schemaUri: string,
    policy: NetworkPolicy,
    signal: AbortSignal,
  ): Promise<AcpPackage | null> => {
    const url = new URL(endpoint)
    url.searchParams.set('uri', schemaUri)
    const response = await guard.fetch(url, { signal }, policy)
    if (!response.ok) {
      await response.body?.cancel()
      if (response.status === 404) return null
      throw new SatchelError('network_unreachable', {
        params: { host: url.host, problem: `HTTP ${String(response.status)}` },
      })
    }
    return verified(new Uint8Array(await response.arrayBuffer()), url.host)
  }

  const verified = async (bytes: Uint8Array, file: string): Promise<AcpPackage> => {
    const { package: acp, findings } = await verifyPackage(bytes, file, { checkSchema: null, keyOf })
    if (acp !== null) return acp
    const problems = findings.map((one) => problemOf(one, language()))
    const first = problems.find(({ severity }) => severity === 'error')
    throw new SatchelError('package_rejected', {
      params: { file, problem: first?.message ?? '' },
      details: { problems },
    })
  }

  return { atAddress, ofDid }
}
export type SchemaServices = ReturnType<typeof createSchemaServices>
