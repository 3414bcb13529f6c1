import type { Command } from 'commander'
import type { CommandDeps } from '../program.ts'
import { addRouterCorrections } from './router-corrections.ts'
import { addRouterEval } from './router-eval.ts'
import { addRouterWhy } from './router-why.ts'

/** `satchel router eval|why|corrections|correct|forget` */
export const addRouterCommands = (program: Command, deps: CommandDeps): void => {
  const router = program.command('router').description(deps.text('cli_router'))
  addRouterEval(router, deps)
  addRouterWhy(router, deps)
  addRouterCorrections(router, deps)
}
