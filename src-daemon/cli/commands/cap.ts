import type { Command } from 'commander'
import { jsonObjectSchema } from '../../state/types.ts'
import type { PackageSource } from '../../packages/types.ts'
import { columns, plain } from '../output.ts'
import { Declined } from '../declined.ts'
import type { CommandDeps } from '../program.ts'
import { printReview } from '../review.ts'
import { readJsonArgument, readNamedFile } from './files.ts'

/** `satchel cap list|tools|describe|invoke|review|install|remove` */
export const addCapCommands = (program: Command, { text, session }: CommandDeps): void => {
  const cap = program.command('cap').description(text('cli_cap'))

  cap
    .command('list')
    .description(text('cli_cap_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const [installed, catalogue] = await withDaemon((api) =>
        Promise.all([api.packages.installed.query(), api.packages.catalogue.query()]),
      )
      output.result({ installed, catalogue }, () => {
        const rows = [
          ...installed.map((one) => ['●', one.name, one.version, plain(one.review.description)]),
          ...catalogue
            .filter((one) => !one.installed)
            .map((one) => ['○', one.id, one.review.version, plain(one.review.description)]),
        ]
        for (const line of columns(rows)) output.line(line)
      })
    })

  cap
    .command('tools')
    .description(text('cli_cap_tools'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.capabilities.list.query())
      output.result(list, () => {
        const rows = list.map((one) => [one.capability_id, one.version, one.kind, plain(one.description)])
        for (const line of columns(rows)) output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  cap
    .command('describe')
    .description(text('cli_cap_describe'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      const found = await withDaemon(async (api) =>
        (await api.capabilities.list.query()).find((one) => one.capability_id === id),
      )
      output.result(found ?? null, () => {
        output.line(JSON.stringify(found ?? null, null, 2))
      })
      if (found === undefined) process.exitCode = 1
    })

  cap
    .command('invoke')
    .description(text('cli_cap_invoke'))
    .argument('<id>')
    .argument('[json]', '', '{}')
    .action(async (id: string, json: string) => {
      const { withDaemon, output } = session()
      const input = jsonObjectSchema.parse(readJsonArgument(json))
      const result = await withDaemon(async (api) => {
        const known = (await api.capabilities.list.query()).find((one) => one.capability_id === id)
        return api.capabilities.invoke.mutate({
          ref: { capability_id: id, version: known?.version ?? '0.0.0' },
          input,
        })
      })
      output.result(result, () => {
        output.line(JSON.stringify(result.ok ? result.output : result.error, null, 2))
      })
      if (!result.ok) process.exitCode = 1
    })

  cap
    .command('review')
    .description(text('cli_cap_review'))
    .argument('<name-or-file>')
    .action(async (what: string) => {
      const { withDaemon, output } = session()
      const review = await withDaemon((api) => api.packages.review.query(sourceOf(what)))
      output.result(review, () => {
        printReview(output, review)
      })
    })

  cap
    .command('install')
    .description(text('cli_cap_install'))
    .argument('<name-or-file>')
    .action(async (what: string) => {
      const { withDaemon, output, consent } = session()
      const source = sourceOf(what)
      const installed = await withDaemon(async (api) => {
        const review = await api.packages.review.query(source)
        printReview(output, review)
        const { title, version, sha256 } = review
        if (!(await consent('cli_q_install', { title: plain(title), version }))) throw new Declined()
        return api.packages.install.mutate({ source, sha256, acceptWarnings: true })
      }).catch((thrown: unknown) => {
        if (thrown instanceof Declined) output.say('cli_declined')
        throw thrown
      })
      output.result(installed, () => {
        output.say('cli_installed', { title: plain(installed.review.title), version: installed.version })
      })
    })

  cap
    .command('remove')
    .description(text('cli_cap_remove'))
    .argument('<name>')
    .option('--purge', text('cli_cap_purge'))
    .action(async (name: string, options: { purge?: boolean }) => {
      const { withDaemon, output, consent } = session()
      const purge = options.purge === true
      if (!(await consent(purge ? 'cli_q_purge' : 'cli_q_remove', { name }))) {
        output.say('cli_declined')
        throw new Declined()
      }
      await withDaemon((api) => api.packages.remove.mutate({ name, state: purge ? 'purge' : 'keep' }))
      output.result({ removed: name, purged: purge }, () => {
        output.say('cli_removed', { name })
      })
    })
}

/** A file where the argument looks like one, else a name in the catalogue. */
const sourceOf = (what: string): PackageSource => {
  if (!what.endsWith('.yaml') && !what.includes('/')) return { kind: 'catalogue', id: what }
  const { fileName, bytes } = readNamedFile(what)
  return { kind: 'file', fileName, bytesBase64: bytes.toString('base64') }
}
