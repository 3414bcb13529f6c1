import { isDeepStrictEqual } from 'node:util'
import { Option, type Command } from 'commander'
import type { CapabilityEntry } from '../../contract/capability-overview.ts'
import type { CatalogueEntry, InstalledPackage } from '../../contract/packages.ts'
import { SatchelError } from '../../platform/errors.ts'
import { say } from '../../text/index.ts'
import { Declined } from '../console/declined.ts'
import { writeNewFile } from '../console/new-file.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'

/** `satchel cap list|enable|disable|remove|export|authors`: managing installed capabilities. */
export const addCapManageCommands = (cap: Command, { text, session }: CommandDeps): void => {
  cap
    .command('list')
    .description(text('cli_cap_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const [installed, catalogue, all] = await withDaemon((api) =>
        Promise.all([
          api.packages.installed.query(),
          api.packages.catalogue.query(),
          api.capabilities.overview.query(),
        ]),
      )
      const connected = all.filter(({ kind }) => kind !== 'package')
      output.result({ installed, connected, catalogue }, () => {
        for (const line of columns(rowsOf(output, installed, connected, catalogue))) output.line(line)
      })
    })

  for (const [verb, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    cap
      .command(verb)
      .description(text(`cli_cap_${verb}`))
      .argument('<name>')
      .action(async (name: string) => {
        const { withDaemon, output } = session()
        const installed = await withDaemon((api) => api.packages.setEnabled.mutate({ name, enabled }))
        output.result(installed, () => {
          output.say(enabled ? 'cli_enabled' : 'cli_disabled', { name })
        })
      })
  }

  cap
    .command('remove')
    .description(text('cli_cap_remove'))
    .argument('<name>')
    .addOption(new Option('--keep', text('cli_cap_keep')).conflicts(['export', 'purge']))
    .addOption(new Option('--export <file>', text('cli_cap_export_to')).conflicts('purge'))
    .option('--purge', text('cli_cap_purge'))
    .action(async (name: string, options: { export?: string; purge?: boolean }) => {
      const { withDaemon, output, consent } = session()
      const path = options.export
      const purge = options.purge === true || path !== undefined
      const agreed =
        path === undefined
          ? await consent(purge ? 'cli_q_purge' : 'cli_q_remove', { name })
          : await consent('cli_q_export_purge', { name, path })
      if (!agreed) {
        output.say('cli_declined')
        throw new Declined()
      }
      await withDaemon(async (api) => {
        if (path !== undefined) sayExported(output, path, await exportTo(api, name, path))
        await api.packages.remove.mutate({ name, state: purge ? 'purge' : 'keep' })
      })
      output.result({ removed: name, purged: purge, exportedTo: path ?? null }, () => {
        output.say('cli_removed', { name })
      })
    })

  cap
    .command('export')
    .description(text('cli_cap_export'))
    .argument('<name>')
    .argument('<file>')
    .action(async (name: string, path: string) => {
      const { withDaemon, output } = session()
      const saved = await withDaemon((api) => exportTo(api, name, path))
      output.result({ ...saved, path }, () => {
        sayExported(output, path, saved)
      })
    })

  cap
    .command('authors')
    .description(text('cli_cap_authors'))
    .option('--refresh', text('cli_cap_authors_refresh'))
    .action(async (options: { refresh?: boolean }) => {
      const { withDaemon, output } = session()
      const authors = await withDaemon(async (api) => {
        if (options.refresh === true) await api.packages.refreshAuthors.mutate()
        return api.packages.authors.query()
      })
      output.result(authors, () => {
        const rows = authors.map(({ did, firstSeenAt, names, trust }) => [
          firstSeenAt.slice(0, 10),
          say(output.language, `cli_trust_${trust}`),
          names.join(', '),
          did,
        ])
        for (const line of columns(rows)) output.line(line)
        if (authors.length === 0) output.say('cli_none')
      })
    })
}

const rowsOf = (
  output: Output,
  installed: readonly InstalledPackage[],
  connected: readonly CapabilityEntry[],
  catalogue: readonly CatalogueEntry[],
): string[][] => {
  const { language } = output
  const offered = catalogue.filter(({ review }) => installed.every(({ name }) => name !== review.name))
  return [
    ...installed.map(({ name, version, disabledBy, authorKeyRevoked, yanked, review }) => {
      const newer = catalogue.find((one) => one.review.name === name)?.review
      const notes = [
        ...(newer?.difference?.direction === 'update'
          ? [say(language, 'cli_list_update', { version: newer.version })]
          : []),
        ...(authorKeyRevoked ? [say(language, 'cli_list_key_revoked')] : []),
        ...(yanked === undefined ? [] : [say(language, 'cli_list_yanked', { reason: yanked })]),
        ...review.advisories.map((one) => say(language, 'cli_list_blocked', one)),
      ]
      const status = say(language, `cli_status_${disabledBy ?? 'ready'}`)
      const trust = say(language, `cli_trust_${review.author.trust}`)
      return ['●', name, version, status, trust, notes.join(', '), review.description]
    }),
    ...connected.map(({ id, title, kind, health, trust, description, tools, tokens }) => [
      '●',
      kind === 'server' ? title : id,
      '',
      say(language, `cli_entry_${health}`),
      say(language, `cli_trust_${trust}`),
      '',
      kind === 'server' ? say(language, 'cli_entry_tools', { tools: tools.length, tokens }) : description,
    ]),
    ...offered.map(({ id, review }) => {
      const trust = say(language, `cli_trust_${review.author.trust}`)
      return ['○', id, review.version, say(language, 'cli_status_offered'), trust, '', review.description]
    }),
  ]
}

interface Saved {
  readonly objects: number
  readonly changes: number
}

/**
 * Saved means: written, read back, and still equal to the daemon's data, so that the purge loses nothing written
 * meanwhile.
 */
const exportTo = async (api: Api, name: string, path: string): Promise<Saved> => {
  const state = await api.packages.exportState.query({ name })
  writeNewFile(path, Buffer.from(`${JSON.stringify(state, null, 2)}\n`))
  const again = await api.packages.exportState.query({ name })
  if (!isDeepStrictEqual({ ...again, exportedAt: null }, { ...state, exportedAt: null }))
    throw new SatchelError('state_changed_meanwhile', { params: { name, path } })
  return { objects: lengthOf(state['objects']), changes: lengthOf(state['history']) }
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)

const sayExported = (output: Output, path: string, saved: Saved): void => {
  output.say('cli_exported', { ...saved, path })
}
