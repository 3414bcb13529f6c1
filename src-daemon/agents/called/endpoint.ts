import { agentEndpointSchema, type AgentEndpoint } from '../../contract/settings.ts'
import { SatchelError } from '../../platform/errors.ts'
import { originsOf } from '../core/origin.ts'
import { A2A_SERVICE_TYPES } from '../core/service-types.ts'

/** The host names, with their ports, by which requests may call the endpoint. */
export const hostsOf = (endpoint: AgentEndpoint): readonly string[] => [
  ownHost(endpoint),
  authority(endpoint.host, endpoint.port),
  ...publicHost(endpoint),
]

/** Where others reach it: the public origin, or this machine's own name. */
export const originOf = (endpoint: AgentEndpoint): string => {
  const { publicUrl } = endpoint
  return publicUrl === null ? `${schemeOf(endpoint)}://${ownHost(endpoint)}` : new URL(publicUrl).origin
}

/** Where an agent at a host can call us back; null if nothing listens, or it can't reach this machine. */
export const callbackOrigin = (endpoint: AgentEndpoint, hostname: string): string | null => {
  const { enabled, publicUrl } = endpoint
  const isHere = hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
  return enabled && (publicUrl !== null || isHere) ? originOf(endpoint) : null
}

/** The origin of files of ours at a host: that of the endpoint if it is its host, otherwise one that the owner uploads to. */
export const webOriginOf = (
  endpoint: AgentEndpoint,
  { host, developmentHosts }: { readonly host: string; readonly developmentHosts: readonly string[] },
): string =>
  host === ownHost(endpoint)
    ? `${schemeOf(endpoint)}://${host}`
    : (originsOf(host, developmentHosts).at(-1) ?? '')

/** A DID of the endpoint itself, for callers that know no other of ours, and where its document is. */
export interface EndpointDid {
  readonly did: string
  readonly path: string
}

/**
 * `did:web` of the origin; and one with a path, because a `did:wba` of the same host has its document where that of the first would be,
 * and a document is of one DID.
 */
export const didsOf = (endpoint: AgentEndpoint): readonly [root: EndpointDid, beside: EndpointDid] => {
  const root = `did:web:${new URL(originOf(endpoint)).host.replace(':', '%3A')}`
  return [
    { did: root, path: '/.well-known/did.json' },
    { did: `${root}:agent`, path: '/agent/did.json' },
  ]
}

/** Behind a proxy with TLS, senders signed the public address. */
export const addressIn =
  (endpoint: AgentEndpoint) =>
  (host: string, path: string): string =>
    `${publicHost(endpoint).includes(host) ? 'https' : schemeOf(endpoint)}://${host}${path}`

/** Errors: `agent_endpoint_invalid` for one that others would reach without TLS, or not at all. */
export const checkedEndpoint = (input: AgentEndpoint): AgentEndpoint => {
  const endpoint = agentEndpointSchema.parse(input)
  const url = endpoint.publicUrl === null ? null : new URL(endpoint.publicUrl)
  const isOrigin =
    url === null || (url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '')
  const isProtected = url !== null || endpoint.tls !== null || isLoopback(endpoint.host)
  if (!isOrigin || !isProtected)
    throw new SatchelError('agent_endpoint_invalid', { params: { host: endpoint.host } })
  return endpoint
}

/**
 * The DID document of `did:web` in which others find the endpoint. It contains the owner's key, to show whose agent it is.
 */
export const endpointDocument = (endpoint: AgentEndpoint, id: string, ownerDid: string): string => {
  const keyId = `${id}#owner`
  return JSON.stringify({
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    alsoKnownAs: [ownerDid],
    verificationMethod: [
      { id: keyId, type: 'Multikey', controller: id, publicKeyMultibase: ownerDid.replace(/^did:key:/, '') },
    ],
    authentication: [keyId],
    service: [{ id: `${id}#a2a`, type: A2A_SERVICE_TYPES[0], serviceEndpoint: `${originOf(endpoint)}/a2a` }],
  })
}

const ownHost = ({ port }: AgentEndpoint): string => `localhost:${String(port)}`

const publicHost = ({ publicUrl }: AgentEndpoint): readonly string[] =>
  publicUrl === null ? [] : [new URL(publicUrl).host]

const schemeOf = ({ tls }: AgentEndpoint): 'http' | 'https' => (tls === null ? 'http' : 'https')

const authority = (host: string, port: number): string =>
  `${host.includes(':') ? `[${host}]` : host}:${String(port)}`

const isLoopback = (host: string): boolean => host === '::1' || /^127\./.test(host)
