import type { Command } from 'commander'
import { bridgeProgram, ensureDaemon, ownRuntime } from '../../client/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'

/** `satchel mcp [--as NAME]`: a Model Context Protocol server on the standard streams; the daemon answers. */
export const addMcpCommand = (program: Command, { text, session, env, io }: CommandDeps): void => {
  program
    .command('mcp')
    .description(text('cli_mcp'))
    .option('--as <name>', text('cli_mcp_as'))
    .action(async ({ as = null }: { as?: string | null }) => {
      // Standard output may only contain messages, so questions and errors go to standard error.
      await session().withDaemon(() => Promise.resolve())
      const address = await ensureDaemon({ env, runtime: ownRuntime() })
      const streams = { input: io.stdin, output: io.stdout }
      try {
        await bridgeProgram(address, { as, streams })
      } finally {
        io.stdin.destroy()
      }
    })
}
