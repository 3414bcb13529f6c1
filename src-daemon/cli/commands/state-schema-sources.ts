import { InvalidArgumentError, type Command } from 'commander'
import type { SchemaSource } from '../../contract/settings.ts'
import { say } from '../../text/index.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'

/** `satchel state sources [list|add|remove|move|enable|disable|reset]`: where schemas are looked for. */
export const addStateSchemaSourceCommands = (state: Command, { text, session }: CommandDeps): void => {
  const sources = state.command('sources').description(text('cli_schema_sources'))

  /** Runs a command that gives the list, and shows it. */
  const show = async (ask: (api: Api) => Promise<readonly SchemaSource[]>): Promise<void> => {
    const { withDaemon, output } = session()
    const all = await withDaemon(ask)
    output.result(all, () => {
      showSources(output, all)
    })
  }

  sources
    .command('list', { isDefault: true })
    .description(text('cli_schema_sources_list'))
    .action(() => show((api) => api.schemas.sources.list.query()))

  sources
    .command('add')
    .description(text('cli_schema_sources_add'))
    .argument('<name>')
    .option('--index <url>', text('cli_market_sources_index'))
    .option('--did <did>', text('cli_schema_sources_did'))
    .option('--url <url>', text('cli_schema_sources_url'))
    .action((name: string, options: AddOptions) =>
      show((api) => api.schemas.sources.add.mutate(sourceOf(name, options))),
    )

  sources
    .command('remove')
    .description(text('cli_market_sources_remove'))
    .argument('<name>')
    .action((name: string) => show((api) => api.schemas.sources.remove.mutate({ name })))

  sources
    .command('move')
    .description(text('cli_schema_sources_move'))
    .argument('<name>')
    .argument('<position>', text('cli_market_sources_position'))
    .action((name: string, position: string) => {
      if (!/^[1-9]\d?$/.test(position)) throw new InvalidArgumentError('<position>')
      return show((api) => api.schemas.sources.set.mutate({ name, position: Number(position) - 1 }))
    })

  for (const [command, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const)
    sources
      .command(command)
      .description(text(`cli_schema_sources_${command}`))
      .argument('<name>')
      .action((name: string) => show((api) => api.schemas.sources.set.mutate({ name, enabled })))

  sources
    .command('reset')
    .description(text('cli_schema_sources_reset'))
    .action(() => show((api) => api.schemas.sources.reset.mutate()))
}

interface AddOptions {
  readonly index?: string
  readonly did?: string
  readonly url?: string
}

const sourceOf = (name: string, { index, did, url }: AddOptions): SchemaSource => {
  const kinds: SchemaSource[] = [
    ...(index === undefined ? [] : [{ kind: 'index', name, enabled: true, indexer: index } as const]),
    ...(did === undefined ? [] : [{ kind: 'did', name, enabled: true, did } as const]),
    ...(url === undefined ? [] : [{ kind: 'web', name, enabled: true, url } as const]),
  ]
  const [only, ...others] = kinds
  if (only === undefined || others.length > 0) throw new InvalidArgumentError('--index | --did | --url')
  return only
}

const showSources = (output: Output, all: readonly SchemaSource[]): void => {
  const { language } = output
  const rows = all.map((source, at) => [
    `${String(at + 1)}.`,
    source.name,
    say(language, `cli_schema_kind_${source.kind}`),
    say(language, source.enabled ? 'cli_schema_on' : 'cli_schema_off'),
    placeOf(source),
  ])
  for (const line of columns(rows)) output.line(line)
  if (rows.length === 0) output.say('cli_none')
}

const placeOf = (source: SchemaSource): string => {
  switch (source.kind) {
    case 'marketplace':
    case 'author':
      return '-'
    case 'index':
      return source.indexer
    case 'did':
      return source.did
    case 'web':
      return source.url
  }
}
