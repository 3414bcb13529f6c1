import type { Command } from 'commander'
import type { CommandDeps } from '../program.ts'
import { addKeysFileCommands } from './keys-files.ts'
import { addKeysLogCommand } from './keys-log.ts'
import { addKeysManageCommands } from './keys-manage.ts'
import { addKeysSignCommands } from './keys-sign.ts'
import { addKeysStoreCommands } from './keys-store.ts'

/** `satchel keys list|create|label|rotate|retire|default|import|export|backup|restore|log|status|unlock|lock|move|passphrase|sign|verify` */
export const addKeysCommands = (program: Command, deps: CommandDeps): void => {
  const keys = program.command('keys').description(deps.text('cli_keys'))
  addKeysManageCommands(keys, deps)
  addKeysFileCommands(keys, deps)
  addKeysSignCommands(keys, deps)
  addKeysLogCommand(keys, deps)
  addKeysStoreCommands(keys, deps)
}
