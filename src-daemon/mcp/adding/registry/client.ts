import { SatchelError } from '../../../platform/errors.ts'
import type { ReasonCode } from '../../../text/index.ts'
import type { NetworkGuard, NetworkPolicy } from '../../../network/index.ts'
import { endpointPolicy } from '../../transports/endpoint.ts'
import { readPage, readResponse, type Described } from './server-json.ts'

export interface RegistryClient {
  search(
    text: string,
    cursor: string | undefined,
  ): Promise<{ found: readonly Described[]; next: string | null }>
  /** Newest first. */
  versions(name: string): Promise<readonly Described[]>
  version(name: string, version: string): Promise<Described>
  /** The bytes of a bundle: from the registry's own origin, or over https from a public host. */
  download(url: string): Promise<Buffer>
}

const ANSWER = { timeoutMs: 20_000, maxBytes: 8 * 1024 * 1024 }
const BUNDLE = { timeoutMs: 10 * 60_000, maxBytes: 256 * 1024 * 1024 }
const PAGE = 30

/**
 * A client for a registry of MCP servers (API v0.1) at `base`, through the network guard. Errors:
 * `mcp_registry_missing`, `mcp_registry_failed`, `mcp_registry_unknown`, `server_address_refused`,
 * `network_*`.
 */
export const createRegistryClient = (base: string, guard: Pick<NetworkGuard, 'fetch'>): RegistryClient => {
  if (base === '') throw new SatchelError('mcp_registry_missing')
  const root = base.replace(/\/+$/, '').replace(/\/v0(?:\.\d+)?$/, '')
  const { host, origin } = new URL(root)
  const failed = (problem: string, cause?: unknown) =>
    new SatchelError('mcp_registry_failed', { params: { host, problem }, details: { problem }, cause })

  const ask = async (path: string): Promise<Response> => {
    const policy: NetworkPolicy = { ...(await endpointPolicy(root, { own: true })), ...ANSWER }
    return guard.fetch(`${root}/v0.1/${path}`, { headers: { accept: 'application/json' } }, policy)
  }
  const json = async (response: Response): Promise<unknown> => {
    const text = await response.text()
    if (!response.ok) throw failed(`HTTP ${String(response.status)}`)
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw failed('not_json', cause)
    }
  }
  const page = async (response: Response) => readPage(await json(response)) ?? fail('no_servers')
  const fail = (problem: ReasonCode): never => {
    throw failed(problem)
  }
  const unknown = (name: string) =>
    new SatchelError('mcp_registry_unknown', { params: { name }, details: { name } })
  const known = async (response: Response, name: string): Promise<Response> => {
    if (response.status !== 404) return response
    await response.body?.cancel()
    throw unknown(name)
  }
  /** A part of a path. Half a character can't be written there, so nothing has such a name. */
  const step = (text: string, name: string): string => {
    if (!text.isWellFormed()) throw unknown(name)
    return encodeURIComponent(text)
  }

  return {
    search: async (text, cursor) => {
      const query = new URLSearchParams({ limit: String(PAGE), version: 'latest' })
      if (text !== '') query.set('search', text)
      if (cursor !== undefined) query.set('cursor', cursor)
      return page(await ask(`servers?${query.toString()}`))
    },
    versions: async (name) => {
      const response = await known(await ask(`servers/${step(name, name)}/versions`), name)
      return (await page(response)).found.filter(({ entry }) => entry.name === name)
    },
    version: async (name, version) => {
      const path = `servers/${step(name, name)}/versions/${step(version, name)}`
      const found = readResponse(await json(await known(await ask(path), name)))
      // Otherwise another server could be shown under the requested name.
      if (found?.entry.name !== name) throw failed('other_server')
      return found
    },
    download: async (url) => {
      const policy: NetworkPolicy =
        URL.parse(url)?.origin === origin
          ? { ...(await endpointPolicy(root, { own: true })), ...BUNDLE }
          : { ...(await endpointPolicy(url, { own: false })), ...BUNDLE }
      const response = await guard.fetch(url, {}, policy)
      const bytes = Buffer.from(await response.arrayBuffer())
      if (!response.ok) throw failed(`HTTP ${String(response.status)}`)
      return bytes
    },
  }
}
