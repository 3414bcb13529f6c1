import { SatchelError } from '../../platform/errors.ts'
import type { Sandbox, SandboxMount } from '../../sandbox/types.ts'
import type { ServerLog } from '../transports/server-log.ts'
import type { ServerDefinition } from '../../contract/servers.ts'
import { FetchFailure } from './npm-packages.ts'
import { UnreadableCommand } from './npx-command.ts'
import type { PackagePin, ServerFetch } from '../../contract/server-pins.ts'

type Command = Extract<ServerDefinition, { kind: 'command' }>

/** A command as it is started once what it runs was accepted. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly mounts: readonly SandboxMount[]
}

/** What a command would run now. */
export interface Found {
  /** Null where nobody can tell. */
  readonly pin: PackagePin | null
  /** How that is started; null where that is the command itself. Errors: `server_package_unfetched`, `server_package_unreadable`. */
  readonly launch: (() => Promise<Launch>) | null
}

export interface Asked {
  readonly server: string
  readonly definition: Command
  /** Its variables, secrets filled in. */
  readonly env: Readonly<Record<string, string>>
  /** What was accepted of it; null where nothing was. */
  readonly accepted: PackagePin | null
  readonly log: ServerLog
  readonly signal: AbortSignal
}

/** What knows the packages of one kind; null is its answer to a command that is none of its. */
export interface PackageFinder {
  find(asked: Asked): Promise<Found | null>
  fetches(definition: Command): Promise<ServerFetch | null>
}

export interface PackageFinderDeps {
  readonly sandbox: Sandbox
  /** Where packages are kept; null where nothing is fetched. */
  readonly folder: string | null
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

/** Errors: `server_package_host` unless the owner let the server reach where its package is from. */
export const checkHost = (
  { server, definition }: Pick<Asked, 'server' | 'definition'>,
  host: string,
): void => {
  const { hosts, unsandboxed } = definition.grants
  if (!unsandboxed && !hosts.some((one) => one.toLowerCase() === host))
    throw new SatchelError('server_package_host', { params: { server, host }, details: { host } })
}

/** What was thrown, in the words of a server that is fetched. */
export const fetchFailure = (server: string, packages: readonly string[], thrown: unknown): unknown => {
  const readable = readableOr(server, thrown)
  if (!(readable instanceof FetchFailure)) return readable
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
