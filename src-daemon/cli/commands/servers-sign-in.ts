import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import { writeText } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { askPassphrase, isInteractive } from '../console/terminal.ts'
import { readTools } from './servers-show.ts'

/** `satchel servers sign-in|sign-out`: prints the URL for the user's own browser; no token is ever shown. */
export const addServersSignInCommands = (servers: Command, { text, session, io }: CommandDeps): void => {
  servers
    .command('sign-in')
    .description(text('cli_servers_sign_in'))
    .argument('<uri>')
    .option('--client-id <id>', text('cli_servers_client_id'))
    .option('--client-secret', text('cli_servers_client_secret'))
    .action(
      async (uri: string, { clientId, clientSecret }: { clientId?: string; clientSecret?: boolean }) => {
        const one = session()
        const { withDaemon, output, language } = one
        // Never as an argument, which other programs and the shell's history can see.
        const readSecret = () =>
          isInteractive(io) ? askPassphrase(io, language, 'cli_q_secret') : readText(io.stdin)
        const secret = clientSecret === true ? (await readSecret()).trim() : undefined
        const view = await withDaemon(async (api) => {
          const begun = await api.servers.signIn.mutate({
            uri,
            ...(clientId === undefined ? {} : { clientId }),
            ...(secret === undefined ? {} : { clientSecret: secret }),
          })
          output.say('cli_signin_go', { uri, issuer: begun.issuer })
          output.line(begun.address)
          output.say('cli_signin_wait', { until: begun.until })
          // Standard output then contains only the result.
          if (output.json) writeText(io.stderr, `${begun.address}\n`)
          return readTools(one, api, await api.servers.finishSignIn.mutate({ uri }))
        })
        output.result(view, () => {
          output.say('cli_signin_done', { uri, tools: view.tools.length })
        })
      },
    )

  servers
    .command('sign-out')
    .description(text('cli_servers_sign_out'))
    .argument('<uri>')
    .action(async (uri: string) => {
      const { withDaemon, output } = session()
      const done = await withDaemon((api) => api.servers.signOut.mutate({ uri }))
      output.result(done, () => {
        output.say(`cli_signout_${done.revoked}`, { uri })
      })
    })
}
