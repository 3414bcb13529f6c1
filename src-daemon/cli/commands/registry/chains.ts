import type { Command } from 'commander'
import { chainRegistrySchema } from '../../../contract/settings.ts'
import { columns } from '../../console/output.ts'
import type { CommandDeps } from '../../console/command-deps.ts'

/** `satchel registry chains [list|add|remove]` */
export const addRegistryChainsCommands = (registry: Command, { text, session }: CommandDeps): void => {
  const chains = registry.command('chains').description(text('cli_registry_chains'))

  chains
    .command('list', { isDefault: true })
    .description(text('cli_registry_chains_list'))
    .action(async () => {
      const { withDaemon, output } = session()
      const all = await withDaemon((api) => api.registry.chains.list.query())
      output.result(all, () => {
        const rows = all.map(({ name, chainId, contract, rpcUrl }) => [
          name,
          String(chainId),
          contract,
          rpcUrl,
        ])
        for (const line of columns(rows)) output.line(line)
        if (rows.length === 0) output.say('cli_none')
      })
    })

  chains
    .command('add')
    .description(text('cli_registry_chains_add'))
    .argument('<name>')
    .requiredOption('--rpc <url>', text('cli_registry_chains_rpc'))
    .requiredOption('--chain <number>', text('cli_registry_chains_chain'))
    .requiredOption('--contract <address>', text('cli_registry_chains_contract'))
    .option('--start <block>', text('cli_registry_chains_start'), '0')
    .option('--confirmations <blocks>', text('cli_registry_chains_confirmations'), '3')
    .action(async (name: string, options: AddOptions) => {
      const { withDaemon, output } = session()
      const chosen = chainRegistrySchema.parse({
        name,
        rpcUrl: options.rpc,
        chainId: Number(options.chain),
        contract: options.contract,
        startBlock: Number(options.start),
        confirmations: Number(options.confirmations),
      })
      await withDaemon((api) => api.registry.chains.add.mutate(chosen))
      output.result(chosen, () => {
        output.say('cli_registry_chains_added', { name })
      })
    })

  chains
    .command('remove')
    .description(text('cli_registry_chains_remove'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.registry.chains.remove.mutate({ name }))
      output.result({ name }, () => {
        output.say('cli_registry_chains_removed', { name })
      })
    })
}

interface AddOptions {
  readonly rpc: string
  readonly chain: string
  readonly contract: string
  readonly start: string
  readonly confirmations: string
}
