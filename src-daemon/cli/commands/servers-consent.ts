import type { ServerDefinition } from '../../contract/servers.ts'
import { say } from '../../text/index.ts'
import type { Output } from '../console/output.ts'
import type { Api, Session } from '../console/session.ts'

/**
 * Shows what would be run or reached, with everything it may use, and asks. `secrets` are names of its secret values.
 */
export const askToConnect = (
  { output, consent }: Session,
  uri: string,
  definition: ServerDefinition,
  secrets: readonly string[] = [],
): Promise<boolean> => {
  const params = { uri, what: reachedBy(definition), grants: grantsOf(output, definition, secrets) }
  const isOpen = definition.kind === 'command' && definition.grants.unsandboxed
  return consent(isOpen ? 'cli_q_server_open' : 'cli_q_server_add', params)
}

/** Prints what a command downloads before it runs, and from where. Errors: `server_package_unreadable`. */
export const sayFetches = async (
  { output }: Session,
  api: Api,
  definition: ServerDefinition,
): Promise<void> => {
  const fetched = await api.servers.fetches.query({ definition })
  if (fetched === null || output.json) return
  const { program, packages, host } = fetched
  output.say('cli_server_fetches', { program, packages: packages.join(', '), host })
}

/** The exact command, or the URL. */
export const reachedBy = (definition: ServerDefinition): string =>
  definition.kind === 'command' ? [definition.command, ...definition.args].join(' ') : definition.url

const grantsOf = (output: Output, definition: ServerDefinition, secrets: readonly string[]): string => {
  if (definition.kind !== 'command') return secrets.join(', ')
  const { read, write, hosts } = definition.grants
  const { bundle } = definition
  const granted = [
    ...(bundle === undefined
      ? []
      : [say(output.language, 'cli_server_bundle', { name: bundle.name, version: bundle.version })]),
    ...read.map((path) => say(output.language, 'cli_server_reads', { path })),
    ...write.map((path) => say(output.language, 'cli_server_writes', { path })),
    ...hosts.map((host) => say(output.language, 'cli_server_connects', { host })),
    ...Object.keys(definition.env),
    ...secrets,
  ]
  return granted.length === 0 ? say(output.language, 'cli_server_nothing') : granted.join(', ')
}
