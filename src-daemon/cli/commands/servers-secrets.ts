import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import { say } from '../../text/index.ts'
import { columns } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { askPassphrase, isInteractive } from '../console/terminal.ts'

/** A secret's whole name: people may leave out `servers/`, which all of them begin with. */
export const serverSecretName = (given: string): string =>
  given.startsWith('servers/') ? given : `servers/${given}`

/** `satchel servers secrets|secret|forget-secret`: servers' credentials. No value is ever shown. */
export const addServersSecretsCommands = (servers: Command, { text, session, io }: CommandDeps): void => {
  servers
    .command('secrets')
    .description(text('cli_servers_secrets'))
    .action(async () => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.servers.secrets.query())
      output.result(list, () => {
        const rows = list.map(({ name, setAt, usedBy }) => [
          name,
          say(output.language, setAt === null ? 'cli_secret_missing' : 'cli_secret_given'),
          usedBy.join(', '),
        ])
        for (const line of columns(rows)) output.line(line)
        if (list.length === 0) output.say('cli_none')
      })
    })

  servers
    .command('secret')
    .description(text('cli_servers_secret'))
    .argument('<name>', text('cli_servers_secret_name'))
    .action(async (given: string) => {
      const { withDaemon, output, language } = session()
      const name = serverSecretName(given)
      // Never as an argument, which other programs and the shell's history can see.
      const value = isInteractive(io)
        ? await askPassphrase(io, language, 'cli_q_secret')
        : (await readText(io.stdin)).trim()
      await withDaemon((api) => api.servers.setSecret.mutate({ name, value }))
      output.result({ name, kept: true }, () => {
        output.say('cli_secret_kept', { name })
      })
    })

  servers
    .command('forget-secret')
    .description(text('cli_servers_forget_secret'))
    .argument('<name>')
    .action(async (given: string) => {
      const { withDaemon, output } = session()
      const name = serverSecretName(given)
      await withDaemon((api) => api.servers.forgetSecret.mutate({ name }))
      output.result({ name, kept: false }, () => {
        output.say('cli_secret_forgotten', { name })
      })
    })
}
