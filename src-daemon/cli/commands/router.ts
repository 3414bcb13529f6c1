import type { Command } from 'commander'
import type { CommandDeps } from '../program.ts'
import { addRouterWhy } from './router-why.ts'

/** `satchel router …`: which capability a message is for. */
export const addRouterCommands = (program: Command, deps: CommandDeps): void => {
  const router = program.command('router').description(deps.text('cli_router'))
  addRouterWhy(router, deps)
}
