import type { Command } from 'commander'
import type { CommandDeps } from '../../console/command-deps.ts'
import { addRegistryAccountCommand } from './account.ts'
import { addRegistryChainsCommands } from './chains.ts'
import { addRegistryChangeCommands } from './change.ts'
import { addRegistryDevCommand } from './dev.ts'
import { addRegistryExportCommand } from './export.ts'
import { addRegistryIndexCommand } from './index-command.ts'
import { addRegistryPublicationsCommand } from './publications.ts'
import { addRegistryPublishCommand } from './publish.ts'
import { addRegistrySearchCommands } from './search.ts'
import { addRegistryServeCommand } from './serve.ts'
import { addRegistryShowCommand } from './show.ts'
import { addRegistrySourcesCommands } from './sources.ts'
import { addRegistryUpdatesCommand } from './updates.ts'

/** `satchel registry …` */
export const addRegistryCommands = (program: Command, deps: CommandDeps): void => {
  const registry = program.command('registry').description(deps.text('cli_registry'))
  addRegistryAccountCommand(registry, deps)
  addRegistryChainsCommands(registry, deps)
  addRegistryShowCommand(registry, deps)
  addRegistrySourcesCommands(registry, deps)
  addRegistrySearchCommands(registry, deps)
  addRegistryUpdatesCommand(registry, deps)
  addRegistryPublishCommand(registry, deps)
  addRegistryPublicationsCommand(registry, deps)
  addRegistryExportCommand(registry, deps)
  addRegistryIndexCommand(registry, deps)
  addRegistryServeCommand(registry, deps)
  addRegistryDevCommand(registry, deps)
  addRegistryChangeCommands(registry, deps)
}
