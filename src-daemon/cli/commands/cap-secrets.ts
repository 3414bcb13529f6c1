import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { PackageSecret } from '../../contract/package-secrets.ts'
import { say } from '../../text/index.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { askPassphrase, isInteractive } from '../console/terminal.ts'

/** `satchel cap secrets|secret|forget-secret`: capabilities' credentials. No value is ever shown. */
export const addCapSecretsCommands = (cap: Command, { text, session, io }: CommandDeps): void => {
  cap
    .command('secrets')
    .description(text('cli_cap_secrets'))
    .argument('<name>')
    .action(async (name: string) => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.packages.secrets.query({ name }))
      output.result(list, () => {
        show(output, list)
      })
    })

  cap
    .command('secret')
    .description(text('cli_cap_secret'))
    .argument('<name>')
    .argument('<secret>')
    .option('--host <host>', text('cli_cap_secret_host'))
    .action(async (name: string, secret: string, { host }: { host?: string }) => {
      const { withDaemon, output, language } = session()
      // Never as an argument, which other programs and the shell's history can see.
      const value = isInteractive(io)
        ? await askPassphrase(io, language, 'cli_q_secret')
        : (await readText(io.stdin)).trim()
      const list = await withDaemon((api) => api.packages.setSecret.mutate({ name, secret, host, value }))
      output.result(list, () => {
        output.say('cli_secret_kept', { name: secret })
        show(output, list)
      })
    })

  cap
    .command('forget-secret')
    .description(text('cli_cap_forget_secret'))
    .argument('<name>')
    .argument('<secret>')
    .option('--host <host>', text('cli_cap_secret_host'))
    .action(async (name: string, secret: string, { host }: { host?: string }) => {
      const { withDaemon, output } = session()
      const list = await withDaemon((api) => api.packages.forgetSecret.mutate({ name, secret, host }))
      output.result(list, () => {
        output.say('cli_secret_forgotten', { name: secret })
        show(output, list)
      })
    })
}

const show = (output: Output, secrets: readonly PackageSecret[]): void => {
  const { language } = output
  const rows = secrets.map(({ name, host, headers, tools, setAt, asked }) => [
    name,
    host,
    headers.join(', '),
    tools.join(', '),
    say(language, setAt === null ? 'cli_secret_missing' : 'cli_secret_given'),
    asked ? '' : say(language, 'cli_secret_not_asked'),
  ])
  for (const line of columns(rows)) output.line(line)
  if (secrets.length === 0) output.say('cli_none')
}
