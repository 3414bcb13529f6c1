import { SatchelError } from '../../platform/errors.ts'
import { isRecord } from '../../platform/is-record.ts'
import type { ReasonCode } from '../../text/index.ts'
import type { FetchLike, NetworkGuard } from '../../network/index.ts'
import type { Sandbox, SandboxMount } from '../../sandbox/types.ts'
import { movedOf } from '../../sandbox/index.ts'
import type { Database } from '../../storage/index.ts'
import { prepareContained } from '../pins/held-container.ts'
import { endpointPolicy, hasAuthorization } from '../transports/endpoint.ts'
import type { SignInTarget } from '../oauth/types.ts'
import type { SessionTarget } from '../transports/transport.ts'
import type { Launch } from '../pins/launch.ts'
import type { ServerLog } from '../transports/server-log.ts'
import { unreachedHosts } from '../transports/unreached-hosts.ts'
import type { ServerBundle } from '../../contract/server-setup.ts'
import type { ServerRow } from '../records/store.ts'
import { checkVariables } from '../records/variables.ts'
import type { ServerDefinition, ServerValue } from '../../contract/servers.ts'

export interface TargetDeps {
  readonly guard: Pick<NetworkGuard, 'fetchFor'>
  readonly sandbox: Sandbox
  /** Its path distinguishes the servers of this data directory from those of others. */
  readonly db: Pick<Database, 'name'>
  /** The value of one of the owner's secrets. Errors: `secret_missing` and those of the key store. */
  readonly secret: (name: string) => Promise<string>
  /** The DID document of `did`, resolved through the network guard. */
  readonly resolveDid: (did: string) => Promise<unknown>
  /** Calls a server with the owner's token, if they are signed in; `hide` is called with it. */
  readonly authorized: (target: SignInTarget, send: FetchLike, hide: (token: string) => void) => FetchLike
  /** The folder of a bundle whose files match their hash. Errors: `bundle_damaged`. */
  readonly bundleFolder: (sha256: string) => Promise<string>
}

/**
 * How a program is started once its pin was accepted; null = as in its definition. Errors:
 * `server_package_*`.
 */
export type LaunchOf = (input: {
  readonly definition: Extract<ServerDefinition, { kind: 'command' }>
  readonly env: Readonly<Record<string, string>>
}) => Promise<Launch | null>

/**
 * Resolves a server's definition on this machine now: looks up secrets, and resolves a DID again. Errors:
 * `server_variable_refused`, those of the secrets, of `LaunchOf` and of the address.
 */
export const targetOf = async (
  { uri, definition, addedBy }: Pick<ServerRow, 'uri' | 'definition' | 'addedBy'>,
  log: ServerLog,
  deps: TargetDeps,
  launchOf: LaunchOf,
): Promise<SessionTarget> => {
  // Including one that was stored before this rule existed.
  checkVariables(definition)
  if (definition.kind === 'command') {
    const { cwd, grants } = definition
    const given = await valuesOf(definition.env, log, deps)
    const launch = await launchOf({ definition, env: given })
    const { command, args } = launch ?? definition
    const env = launch?.env ?? given
    const mounts = [...(await mountsOf(definition.bundle, deps)), ...(launch?.mounts ?? [])]
    return {
      kind: 'program',
      prepare: () =>
        prepareContained(
          deps.sandbox,
          { command, args, env, cwd, grants, mounts, onUnreached: unreachedHosts(log, grants.hosts) },
          { server: uri, owner: deps.db.name, log },
        ).catch((thrown: unknown) => {
          throw movedOf(uri, thrown)
        }),
    }
  }
  if (definition.kind === 'did') {
    const url = endpointIn(definition.did, await deps.resolveDid(didOf(definition.did)))
    if (url !== definition.url)
      throw new SatchelError('server_address_refused', {
        params: { url, reason: 'did_changed' satisfies ReasonCode },
      })
  }
  const own = addedBy === 'owner' && definition.kind === 'url'
  const headers = definition.kind === 'url' ? await valuesOf(definition.headers, log, deps) : {}
  return {
    kind: 'address',
    url: new URL(definition.url),
    headers,
    policy: await endpointPolicy(definition.url, { own }),
    guard: guardOf({ uri, url: definition.url, own }, headers, log, deps),
  }
}

/** If the owner provided a key, no token replaces it. */
const guardOf = (
  target: SignInTarget,
  headers: Readonly<Record<string, string>>,
  log: ServerLog,
  { guard, authorized }: TargetDeps,
): Pick<NetworkGuard, 'fetchFor'> =>
  hasAuthorization(headers)
    ? guard
    : { fetchFor: (policy) => authorized(target, guard.fetchFor(policy), log.hide) }

/**
 * The folder of a bundled program. No grant can include Satchel's own folders, so it is mounted at its own
 * path.
 */
const mountsOf = async (
  bundle: ServerBundle | undefined,
  { bundleFolder }: TargetDeps,
): Promise<readonly SandboxMount[]> => {
  if (bundle === undefined) return []
  const folder = await bundleFolder(bundle.sha256)
  return [{ path: folder, at: folder, writable: false }]
}

/** The DID of a reference that may name one of its servers: `did:web:example.org#mcp`. */
export const didOf = (reference: string): string => reference.split('#')[0] ?? reference

/**
 * The https address of the MCP server in a DID document: the entry with the reference's fragment, else the
 * first with the right type. Errors: `server_address_refused` (reason `did_names_none`).
 */
export const endpointIn = (reference: string, document: unknown): string => {
  const fragment = reference.includes('#') ? reference.slice(reference.indexOf('#')) : null
  const entries = isRecord(document) && Array.isArray(document['service']) ? document['service'] : []
  const found = entries
    .filter(isRecord)
    .find(({ id, type }) =>
      fragment === null
        ? /mcp/i.test(JSON.stringify(type ?? ''))
        : typeof id === 'string' && id.endsWith(fragment),
    )
  const url = found?.['serviceEndpoint']
  if (typeof url !== 'string' || !url.startsWith('https://') || !URL.canParse(url))
    throw new SatchelError('server_address_refused', {
      params: { url: reference, reason: 'did_names_none' satisfies ReasonCode },
    })
  return new URL(url).href
}

const valuesOf = async (
  values: Readonly<Record<string, ServerValue>>,
  log: ServerLog,
  { secret }: TargetDeps,
): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    found[name] = typeof value === 'string' ? value : await secret(value.secret)
    if (typeof value !== 'string') log.hide(found[name])
  }
  return found
}
