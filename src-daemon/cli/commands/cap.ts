import type { Command } from 'commander'
import type { CommandDeps } from '../console/command-deps.ts'
import { addCapConformanceCommands } from './cap-conformance.ts'
import { addCapInstallCommands } from './cap-install.ts'
import { addCapManageCommands } from './cap-manage.ts'
import { addCapModulesCommands } from './cap-modules.ts'
import { addCapSecretsCommands } from './cap-secrets.ts'
import { addCapUpdateCommand } from './cap-update.ts'
import { addCapUseCommands } from './cap-use.ts'

/** `satchel cap list|tools|describe|invoke|review|diff|install|update|rollback|enable|disable|remove|export|authors|secrets|secret|forget-secret|modules|module` */
export const addCapCommands = (program: Command, deps: CommandDeps): void => {
  const cap = program.command('cap').description(deps.text('cli_cap'))
  addCapManageCommands(cap, deps)
  addCapUseCommands(cap, deps)
  addCapInstallCommands(cap, deps)
  addCapUpdateCommand(cap, deps)
  addCapConformanceCommands(cap, deps)
  addCapSecretsCommands(cap, deps)
  addCapModulesCommands(cap, deps)
}
