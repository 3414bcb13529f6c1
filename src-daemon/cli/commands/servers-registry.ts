import type { Command } from 'commander'
import type { RegistryEntry, RegistryServer } from '../../contract/server-registry.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api, Session } from '../console/session.ts'
import { connectBundle } from './servers-bundle.ts'
import { connectOne, type Outcome } from './servers-connect.ts'
import { askSetup } from './servers-setup.ts'

/** `satchel servers registry search|show|add` */
export const addServersRegistryCommands = (servers: Command, { text, session, io }: CommandDeps): void => {
  const registry = servers.command('registry').description(text('cli_servers_registry'))
  const several = (one: string, all: readonly string[] = []) => [...all, one]

  registry
    .command('search')
    .description(text('cli_servers_registry_search'))
    .argument('[text...]')
    .option('--cursor <cursor>', text('cli_servers_registry_cursor'))
    .action(async (words: string[], { cursor }: { cursor?: string }) => {
      const { withDaemon, output } = session()
      const page = await withDaemon((api) =>
        api.servers.registry.search.mutate({
          text: words.join(' '),
          ...(cursor === undefined ? {} : { cursor }),
        }),
      )
      output.result(page, () => {
        const rows = page.entries.map((one) => [
          one.name,
          one.version,
          statusOf(output, one),
          one.description.slice(0, 80),
        ])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_none')
        if (page.next !== null) output.line(`--cursor ${page.next}`)
      })
    })

  registry
    .command('show')
    .description(text('cli_servers_registry_show'))
    .argument('<name>')
    .option('--of-version <version>', text('cli_servers_registry_version'))
    .action(async (name: string, { ofVersion }: { ofVersion?: string }) => {
      const { withDaemon, output } = session()
      const server = await withDaemon((api) => shown(api, name, ofVersion))
      output.result(server, () => {
        printServer(output, server)
      })
    })

  registry
    .command('add')
    .description(text('cli_servers_registry_add'))
    .argument('<name>')
    .option('--of-version <version>', text('cli_servers_registry_version'))
    .option('--way <way>', text('cli_servers_registry_way'))
    .option('--set <key=value>', text('cli_servers_set'), several)
    .option('--keep', text('cli_servers_import_keep'))
    .action(async (name: string, options: AddOptions) => {
      const one = session()
      const outcome = await one.withDaemon((api) => add(one, api, name, options))
      one.output.result(outcome, () => undefined)
      if (outcome.state === 'failed') io.exitCode = 1
    })
}

interface AddOptions {
  readonly ofVersion?: string
  readonly way?: string
  readonly set?: readonly string[]
  readonly keep?: boolean
}

const shown = (api: Api, name: string, version: string | undefined): Promise<RegistryServer> =>
  api.servers.registry.show.mutate({ name, ...(version === undefined ? {} : { version }) })

const add = async (one: Session, api: Api, name: string, options: AddOptions): Promise<Outcome> => {
  const { set = [], keep = false } = options
  const server = await shown(api, name, options.ofVersion)
  printServer(one.output, server)
  const possible = server.ways.filter(({ problem }) => problem === null)
  const way = options.way === undefined ? possible[0] : server.ways.find(({ id }) => id === options.way)
  if (way === undefined)
    throw new SatchelError('mcp_registry_unknown', { params: { name: options.way ?? `${name} …` } })
  const chosen = { name, version: server.version, way: way.id }
  if (way.kind === 'bundle')
    return connectBundle(one, api, await api.servers.registry.bundle.mutate(chosen), { set, keep })
  const values = await askSetup(one, way.fields, set)
  return connectOne(one, api, await api.servers.registry.plan.mutate({ ...chosen, values }), keep)
}

const statusOf = (output: Output, { status }: Pick<RegistryEntry, 'status'>): string =>
  status === 'active' ? '' : say(output.language, `registry_status_${status}`)

const printServer = (output: Output, server: RegistryServer): void => {
  const { title, name, version, description, statusMessage, repository, website, versions, ways } = server
  output.line(`${title}  ${name} ${version}  ${statusOf(output, server)}`)
  if (description !== '') output.line(`  ${description}`)
  for (const fact of [statusMessage, repository, website])
    if (fact !== null && fact !== '') output.line(`  ${fact}`)
  if (versions.length > 1)
    output.line(
      `  ${versions
        .map((one) => one.version)
        .join(', ')
        .slice(0, 400)}`,
    )
  for (const { id, kind, target, fields, problem } of ways) {
    output.line(`  ${id}  ${kind}  ${target}${problem === null ? '' : `  ${problem}`}`)
    if (problem !== null) continue
    for (const field of fields)
      output.line(
        `    --set ${field.key}=…  ${field.description || field.title}${field.required ? ' *' : ''}`,
      )
  }
}
