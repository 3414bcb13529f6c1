import type { Command } from 'commander'
import type { CommandDeps } from '../program.ts'
import { addRegistryAccountCommand } from './account.ts'
import { addRegistryChainsCommands } from './chains.ts'
import { addRegistryChangeCommands } from './change.ts'
import { addRegistryServeCommand } from './serve.ts'
import { addRegistryShowCommand } from './show.ts'

/** `satchel registry …` */
export const addRegistryCommands = (program: Command, deps: CommandDeps): void => {
  const registry = program.command('registry').description(deps.text('cli_registry'))
  addRegistryAccountCommand(registry, deps)
  addRegistryChainsCommands(registry, deps)
  addRegistryShowCommand(registry, deps)
  addRegistryServeCommand(registry, deps)
  addRegistryChangeCommands(registry, deps)
}
