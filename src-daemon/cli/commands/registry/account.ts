import type { Command } from 'commander'
import { columns } from '../../console/output.ts'
import type { CommandDeps } from '../../console/command-deps.ts'
import { inCoins } from '../../console/coins.ts'

/** `satchel registry account` */
export const addRegistryAccountCommand = (registry: Command, { text, session }: CommandDeps): void => {
  registry
    .command('account')
    .description(text('cli_registry_account'))
    .option('--create', text('cli_registry_account_create'))
    .action(async ({ create = false }: { create?: boolean }) => {
      const { withDaemon, output } = session()
      const { account, balances } = await withDaemon((api) =>
        create ? api.registry.chains.createAccount.mutate() : api.registry.chains.account.mutate(),
      )
      output.result({ account, balances }, () => {
        if (account === null) {
          output.say('cli_registry_account_none')
          return
        }
        output.line(account.address)
        if (account.backedUpAt === null) output.say('cli_registry_account_backup')
        const rows = balances.map(({ registry: name, chainId, balance, problem }) => [
          name,
          String(chainId),
          balance === null ? (problem ?? '') : inCoins(balance),
        ])
        for (const line of columns(rows)) output.line(line)
      })
    })
}
