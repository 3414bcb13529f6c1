import { join } from 'node:path'
import type { Command } from 'commander'
import { writeFileAtomic } from '../../platform/files.ts'
import { dataPaths, prepareDataDir, type DataPaths } from '../../platform/paths.ts'
import { parentEnded } from '../../platform/parent-process.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { shellWord } from '../../text/shell-word.ts'
import { asTyped } from '../../text/index.ts'
import { portArgument } from '../console/port.ts'
import { untilStopped } from '../console/until-stopped.ts'

/** `satchel agents dev`: a second agent to try everything with, for as long as the command runs; needs no daemon. */
export const addAgentsDevCommand = (agents: Command, { text, session, env }: CommandDeps): void => {
  agents
    .command('dev')
    .description(text('cli_agents_dev'))
    .option('--port <port>', text('cli_agents_dev_port'), portArgument, 0)
    .action(async ({ port }: { port: number }) => {
      const { output } = session()
      // If the parent exits during the start, it stops too.
      const stopped = untilStopped(parentEnded())
      const { startDevAgent } = await import('../../agents/index.ts')
      const agent = await startDevAgent({ port, now: () => new Date() })
      try {
        const { host, did, url } = agent
        const authority = writeAuthority(dataPaths(env), agent.authority)
        output.result({ host, did, url, authority }, () => {
          output.say('cli_agents_dev_running')
          output.line()
          for (const line of [did, url]) output.line(line)
          output.line()
          output.say('cli_agents_dev_use', { host })
          output.line(asTyped(`satchel agents development ${host}`))
          output.line(asTyped(`satchel settings set trustedCa ${shellWord(authority)}`))
        })
        await stopped
      } finally {
        await agent.close()
      }
    })
}

/** Always at the same place: once it is named, the next agent is trusted, too. */
const writeAuthority = (paths: DataPaths, authority: string): string => {
  prepareDataDir(paths)
  const path = join(paths.runDir, 'agents-dev-ca.pem')
  writeFileAtomic(path, authority)
  return path
}
