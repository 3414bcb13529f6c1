import type { ServerDefinition, ServerValue } from '../../contract/servers.ts'
import { say } from '../../text/index.ts'
import type { Output } from '../console/output.ts'
import type { Api, Session } from '../console/session.ts'

/**
 * Shows what would be run or reached, with everything it may use, and asks. `secrets` are names of variables or headers
 * whose values will be stored as secrets.
 */
export const askToConnect = (
  { output, consent }: Session,
  uri: string,
  definition: ServerDefinition,
  secrets: readonly string[] = [],
): Promise<boolean> => {
  const asked = { uri, what: reachedBy(definition) }
  const values = valuesOf(output, definition, secrets)
  if (definition.kind === 'command' && definition.grants.unsandboxed)
    return consent('cli_q_server_open', {
      ...asked,
      variables: values.length === 0 ? say(output.language, 'cli_server_no_variables') : values.join(', '),
    })
  const grants = [...grantsOf(output, definition), ...values].join(', ')
  // A server elsewhere uses nothing of this computer.
  return grants === ''
    ? consent('cli_q_server_add_address', asked)
    : consent('cli_q_server_add', { ...asked, grants })
}

/**
 * Prints what a command downloads before it runs, and from where, or that it isn't pinned and why. Errors:
 * `server_package_unreadable`.
 */
export const sayFetches = async (
  { output }: Session,
  api: Api,
  definition: ServerDefinition,
): Promise<void> => {
  const fetched = await api.servers.fetches.query({ definition })
  if (fetched === null || output.json) return
  if ('unpinned' in fetched) {
    output.say(fetched.unpinned === 'image' ? 'cli_server_unpinned_image' : 'cli_server_unpinned_because', {
      what: fetched.what,
    })
    return
  }
  const { program, packages, host } = fetched
  output.say('cli_server_fetches', { program, packages: packages.join(', '), host })
}

/** The exact command, or the URL. */
export const reachedBy = (definition: ServerDefinition): string =>
  definition.kind === 'command' ? [definition.command, ...definition.args].join(' ') : definition.url

/** What a program on this computer can use of it; empty for a server elsewhere. */
export const grantsOf = (output: Output, definition: ServerDefinition): readonly string[] => {
  if (definition.kind !== 'command') return []
  const { read, write, hosts, unsandboxed } = definition.grants
  if (unsandboxed) return [say(output.language, 'cli_trust_unsandboxed')]
  const { bundle } = definition
  const granted = [
    ...(bundle === undefined
      ? []
      : [say(output.language, 'cli_server_bundle', { name: bundle.name, version: bundle.version })]),
    ...read.map((path) => say(output.language, 'cli_server_reads', { path })),
    ...write.map((path) => say(output.language, 'cli_server_writes', { path })),
    ...hosts.map((host) => say(output.language, 'cli_server_connects', { host })),
  ]
  return granted.length === 0 ? [say(output.language, 'cli_server_nothing')] : granted
}

/** Its variables or headers with their values; of secrets, with the secret's name. */
export const valuesOf = (
  { language }: Output,
  definition: ServerDefinition,
  secrets: readonly string[] = [],
): readonly string[] => {
  const values: Readonly<Record<string, ServerValue>> =
    definition.kind === 'command' ? definition.env : definition.kind === 'url' ? definition.headers : {}
  return [
    ...Object.entries(values).map(([name, value]) =>
      typeof value === 'string'
        ? assignment(name, value)
        : say(language, 'cli_server_from_secret', { name, secret: value.secret }),
    ),
    ...secrets.map((name) => say(language, 'cli_server_sealed', { name })),
  ]
}

/** `NAME=value`; quoted unless it is a single word, so that it can't look like anything else. */
export const assignment = (name: string, value: string): string =>
  `${name}=${/^[\w./:@%+~-]*$/.test(value) ? value : JSON.stringify(value)}`
