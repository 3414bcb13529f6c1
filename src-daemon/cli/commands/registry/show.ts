import type { Command } from 'commander'
import { say } from '../../../text/index.ts'
import { columns } from '../../console/output.ts'
import type { CommandDeps } from '../../console/command-deps.ts'

/** `satchel registry show` */
export const addRegistryShowCommand = (registry: Command, { text, session }: CommandDeps): void => {
  registry
    .command('show')
    .description(text('cli_registry_show'))
    .argument('<name>', text('cli_registry_name'))
    .option('--registry <registry>', text('cli_registry_which'))
    .action(async (name: string, { registry: which }: { registry?: string }) => {
      const { withDaemon, output } = session()
      const input = { name, ...(which === undefined ? {} : { registry: which }) }
      const shown = await withDaemon((api) => api.registry.chains.show.mutate(input))
      output.result(shown, () => {
        const { capUri, owner, offeredTo, authorDid, votes, records } = shown
        output.line(capUri)
        output.say('cli_registry_owner', { owner })
        if (offeredTo !== null) output.say('cli_registry_offered', { address: offeredTo })
        output.say('cli_registry_author', { author: authorDid })
        output.say('cli_registry_votes', votes)
        const rows = records.map(({ semver, publishedAt, cid, yanked }) => [
          semver,
          publishedAt.slice(0, 10),
          cid,
          yanked === null ? '' : say(output.language, 'cli_registry_yanked', { reason: yanked }),
        ])
        for (const line of columns(rows)) output.line(line)
      })
    })
}
