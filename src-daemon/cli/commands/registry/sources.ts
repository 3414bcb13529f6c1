import { resolve } from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { SourceView } from '../../../contract/marketplace.ts'
import { catalogueTrustSchema, type Catalogue } from '../../../contract/settings.ts'
import { say } from '../../../text/index.ts'
import { columns, type Output } from '../../console/output.ts'
import type { Api } from '../../console/session.ts'
import type { CommandDeps } from '../../console/command-deps.ts'

type Trust = Catalogue['trust']

/** `satchel registry sources [list|add|set|remove]`: the sources of packages. */
export const addRegistrySourcesCommands = (registry: Command, { text, session }: CommandDeps): void => {
  const sources = registry.command('sources').description(text('cli_market_sources'))
  const trust = () =>
    new Option('--trust <trust>', text('cli_market_trust')).choices(catalogueTrustSchema.options)

  sources
    .command('list', { isDefault: true })
    .description(text('cli_market_sources_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const all = await withDaemon((api) => api.marketplace.sources.list.query())
      output.result(all, () => {
        showSources(output, all)
      })
    })

  sources
    .command('add')
    .description(text('cli_market_sources_add'))
    .argument('<name>')
    .option('--index <url>', text('cli_market_sources_index'))
    .option('--registry <registry>', text('cli_market_sources_registry'))
    .option('--folder <path>', text('cli_market_sources_folder'))
    .option('--static <place>', text('cli_market_sources_static'))
    .option('--did <did>', text('cli_market_sources_did'))
    .addOption(trust().default('ask'))
    .action(async (name: string, options: AddOptions) => {
      const { withDaemon, output } = session()
      const all = await withDaemon(async (api) => {
        const catalogue =
          options.static === undefined
            ? catalogueOf(name, options)
            : await staticCatalogue(api, output, name, { ...options, static: options.static })
        return api.marketplace.sources.add.mutate(catalogue)
      })
      output.result(all, () => {
        showSources(output, all)
      })
    })

  sources
    .command('set')
    .description(text('cli_market_sources_set'))
    .argument('<name>')
    .addOption(trust())
    .option('--position <number>', text('cli_market_sources_position'))
    .action(async (name: string, options: { trust?: Trust; position?: string }) => {
      const { withDaemon, output } = session()
      const change = {
        name,
        ...(options.trust === undefined ? {} : { trust: options.trust }),
        ...(options.position === undefined ? {} : { position: Number(options.position) - 1 }),
      }
      const all = await withDaemon((api) => api.marketplace.sources.set.mutate(change))
      output.result(all, () => {
        showSources(output, all)
      })
    })

  sources
    .command('remove')
    .description(text('cli_market_sources_remove'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      const all = await withDaemon((api) => api.marketplace.sources.remove.mutate({ name }))
      output.result(all, () => {
        showSources(output, all)
      })
    })
}

interface AddOptions {
  readonly index?: string
  readonly registry?: string
  readonly folder?: string
  readonly static?: string
  readonly did?: string
  readonly trust: Trust
}

const catalogueOf = (name: string, { index, registry, folder, trust }: AddOptions): Catalogue => {
  if ((index === undefined) === (folder === undefined) || (folder !== undefined && registry !== undefined))
    throw new InvalidArgumentError('--index [--registry] | --folder | --static [--did]')
  if (folder !== undefined) return { kind: 'folder', name, trust, path: resolve(folder) }
  const indexed = { name, trust, indexer: index ?? '' }
  return registry === undefined ? { kind: 'indexer', ...indexed } : { kind: 'chain', ...indexed, registry }
}

/** A static registry, pinned to the publisher given, else to its present signer, who is named. */
const staticCatalogue = async (
  api: Api,
  output: Output,
  name: string,
  { static: given, did, trust, index, registry, folder }: AddOptions & { readonly static: string },
): Promise<Catalogue> => {
  if (index !== undefined || registry !== undefined || folder !== undefined)
    throw new InvalidArgumentError('--static [--did]')
  const place = /^https?:/i.test(given) ? given : resolve(given)
  const found = await api.marketplace.sources.look.mutate({ place })
  const { did: signedBy, time, packages } = found
  output.say('cli_market_sources_signed_by', { did: signedBy, time: time.slice(0, 10), count: packages })
  return { kind: 'static', name, trust, place, did: did ?? signedBy }
}

const showSources = (output: Output, all: readonly SourceView[]): void => {
  const { language } = output
  const rows = all.map(({ catalogue, state, about }, at) => [
    `${String(at + 1)}.`,
    catalogue.name,
    say(language, `cli_market_kind_${catalogue.kind}`),
    say(language, `cli_market_trust_${catalogue.trust}`),
    placeOf(catalogue),
    holdsOf(output, about),
    say(language, `cli_market_state_${state.status}`, { time: state.at?.slice(0, 16) ?? '' }),
  ])
  for (const line of columns(rows)) output.line(line)
  if (rows.length === 0) output.say('cli_none')
}

/** How many packages there are, and whose; the DID alone until its list was read. */
const holdsOf = ({ language }: Output, about: SourceView['about']): string => {
  if (about === null) return ''
  const { publisher: did, packages: count } = about
  return count === null ? did : say(language, 'cli_market_holds', { count, did })
}

const placeOf = (catalogue: Catalogue): string => {
  switch (catalogue.kind) {
    case 'builtin':
      return '-'
    case 'folder':
      return catalogue.path
    case 'static':
      return catalogue.place
    case 'indexer':
      return catalogue.indexer
    case 'chain':
      return `${catalogue.registry} ${catalogue.indexer}`
  }
}
