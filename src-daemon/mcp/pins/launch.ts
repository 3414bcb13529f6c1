import { SatchelError } from '../../platform/errors.ts'
import type { Sandbox, SandboxMount } from '../../sandbox/types.ts'
import type { ServiceLog } from '../transports/server-log.ts'
import type { ServiceDefinition } from '../../contract/servers.ts'
import { FetchFailure } from './npm-packages.ts'
import { UnreadableCommand } from './npx-command.ts'
import type { PackagePin, ServiceFetch } from '../../contract/server-pins.ts'

type Command = Extract<ServiceDefinition, { kind: 'command' }>

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
  /** How that is started; null where that is the command itself. Errors: `service_package_unfetched`, `service_package_unreadable`. */
  readonly launch: (() => Promise<Launch>) | null
}

export interface Asked {
  readonly service: string
  readonly definition: Command
  /** Its variables, secrets filled in. */
  readonly env: Readonly<Record<string, string>>
  /** What was accepted of it; null where nothing was. */
  readonly accepted: PackagePin | null
  readonly log: ServiceLog
  readonly signal: AbortSignal
}

/** What knows the packages of one kind; null is its answer to a command that is none of its. */
export interface PackageFinder {
  find(asked: Asked): Promise<Found | null>
  fetches(definition: Command): Promise<ServiceFetch | null>
}

export interface PackageFinderDeps {
  readonly sandbox: Sandbox
  /** Where packages are kept; null where nothing is fetched. */
  readonly folder: string | null
  readonly home: string
  readonly env: NodeJS.ProcessEnv
}

/** Errors: `service_package_host` unless the owner let the service reach where its package is from. */
export const checkHost = (
  { service, definition }: Pick<Asked, 'service' | 'definition'>,
  host: string,
): void => {
  const { hosts, unsandboxed } = definition.grants
  if (!unsandboxed && !hosts.some((one) => one.toLowerCase() === host))
    throw new SatchelError('service_package_host', { params: { service, host }, details: { host } })
}

/** What was thrown, in the words of a service that is fetched. */
export const fetchFailure = (service: string, packages: readonly string[], thrown: unknown): unknown => {
  const readable = readableOr(service, thrown)
  if (!(readable instanceof FetchFailure)) return readable
  const params = { service, what: packages.join(', '), problem: readable.message }
  return new SatchelError('service_package_unfetched', { params, details: { ...params }, cause: readable })
}

/** Errors: `service_package_unreadable` */
export const readable = <T>(service: string, read: () => T): T => {
  try {
    return read()
  } catch (thrown) {
    throw readableOr(service, thrown)
  }
}

const readableOr = (service: string, thrown: unknown): unknown =>
  thrown instanceof UnreadableCommand
    ? new SatchelError('service_package_unreadable', {
        params: { service, what: thrown.message },
        cause: thrown,
      })
    : thrown
