import { SatchelError } from '../../platform/errors.ts'
import type { ReasonCode } from '../../text/index.ts'
import type { Sandbox, SandboxMount } from '../../sandbox/types.ts'
import type { ServerLog } from '../transports/server-log.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import { FetchFailure, HostsRefused, ScriptFailure } from './npm-packages.ts'
import { UnreadableCommand } from './npx-command.ts'
import type { PackagePin, ServerFetch, ServerUnpinned } from '../../contract/server-pins.ts'

type Command = Extract<ServerDefinition, { kind: 'command' }>

/** How a command is started once its pin was accepted. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly mounts: readonly SandboxMount[]
  /** Its environment variables, with secrets filled in. */
  readonly env: Readonly<Record<string, string>>
}

/** What a command would run now. */
export interface Found {
  /** Null if it cannot be determined. */
  readonly pin: PackagePin | null
  /**
   * How it is started; null if as the command itself. Errors: `server_package_unfetched`,
   * `server_package_unreadable`.
   */
  readonly launch: (() => Promise<Launch>) | null
}

export interface Asked {
  readonly server: string
  readonly definition: Command
  /** Its environment variables, with secrets filled in. */
  readonly env: Readonly<Record<string, string>>
  /** The accepted pin; null if there is none. */
  readonly accepted: PackagePin | null
  readonly log: ServerLog
  readonly signal: AbortSignal
}

/** Handles the packages of one kind; returns null for any other command. */
export interface PackageFinder {
  find(asked: Asked): Promise<Found | null>
  fetches(definition: Command): Promise<ServerFetch | ServerUnpinned | null>
}

export interface PackageFinderDeps {
  readonly sandbox: Sandbox
  /** Folder of downloaded packages. */
  readonly folder: string
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

/** Errors: `server_package_host` unless the owner allowed the server to reach its package's host. */
export const checkHost = (
  { server, definition }: Pick<Asked, 'server' | 'definition'>,
  host: string,
): void => {
  const { hosts, unsandboxed } = definition.grants
  if (!unsandboxed && !hosts.some((one) => one.toLowerCase() === host)) throw hostsRefused(server, [host])
}

/** `details.hosts`: what has to be granted, all at once. */
const hostsRefused = (server: string, hosts: readonly string[]): SatchelError =>
  new SatchelError('server_package_host', { params: { server, host: hosts.join(', ') }, details: { hosts } })

/** Turns what was thrown into an error about the package of a server. */
export const fetchFailure = (server: string, packages: readonly string[], thrown: unknown): unknown => {
  const readable = readableOr(server, thrown)
  if (readable instanceof HostsRefused) return hostsRefused(server, readable.hosts)
  if (!(readable instanceof FetchFailure)) return readable
  if (readable instanceof ScriptFailure) {
    const { package: what, refused } = readable.script
    const reach: ReasonCode = refused.length > 0 ? 'script_hosts' : 'script_alone'
    const params = { server, what, problem: readable.message, reach, hosts: refused.join(', ') }
    return new SatchelError('server_package_script', { params, details: { ...params }, cause: readable })
  }
  const params = { server, what: packages.join(', '), problem: readable.message }
  return new SatchelError('server_package_unfetched', { params, details: { ...params }, cause: readable })
}

/** Errors: `server_package_unreadable` */
export const readable = <T>(server: string, read: () => T): T => {
  try {
    return read()
  } catch (thrown) {
    throw readableOr(server, thrown)
  }
}

const readableOr = (server: string, thrown: unknown): unknown =>
  thrown instanceof UnreadableCommand
    ? new SatchelError('server_package_unreadable', {
        params: { server, what: thrown.message },
        cause: thrown,
      })
    : thrown
