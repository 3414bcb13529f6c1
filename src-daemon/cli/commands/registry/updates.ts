import type { Command } from 'commander'
import type { CommandDeps } from '../../console/command-deps.ts'
import { answers, saySilence } from '../../console/silence.ts'

/** `satchel registry updates [--check]`: available updates, and yanked versions. Changes nothing. */
export const addRegistryUpdatesCommand = (registry: Command, { text, session, io }: CommandDeps): void => {
  registry
    .command('updates')
    .description(text('cli_market_updates'))
    .option('--check', text('cli_market_updates_check'))
    .action(async ({ check = false }: { check?: boolean }) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) =>
        check ? api.marketplace.check.mutate() : api.marketplace.updates.query(),
      )
      output.result(found, () => {
        for (const { name, installed, offered, yanked } of found.updates) {
          const { version: from } = installed
          if (offered !== null)
            output.say('cli_market_offered', { name, from, version: offered.version, source: offered.source })
          if (offered !== null && offered.problem !== null)
            output.say('cli_market_not_installable', { problem: offered.problem.message })
          if (offered !== null && offered.higher !== null)
            output.say('cli_market_passed_over', {
              version: offered.higher.version,
              problem: offered.higher.problem.message,
            })
          if (yanked !== null)
            output.say('cli_market_withdrawn', {
              name,
              version: from,
              source: yanked.source,
              reason: yanked.reason,
            })
        }
        if (found.checkedAt !== null && found.updates.length === 0 && answers(found)) output.say('cli_none')
        saySilence(output, found)
        if (found.checkedAt === null) output.say('cli_market_never_checked')
        else output.say('cli_market_checked', { time: found.checkedAt.slice(0, 16) })
      })
      if (!answers(found)) io.exitCode = 1
    })
}
