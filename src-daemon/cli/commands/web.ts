import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { z } from 'zod'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'

const portOption = z.coerce.number().int().min(0).max(65535)

/**
 * `satchel web [--open] [--port N]`: the app in the browser. The daemon closes the port and ends its sessions when this
 * command's connection ends, however that happens, and goes on itself.
 */
export const addWebCommand = (program: Command, { text, session, io }: CommandDeps): void => {
  program
    .command('web')
    .description(text('cli_web'))
    .option('--open', text('cli_web_open'))
    .option('--port <number>', text('cli_web_port'), '0')
    .action(async (options: { open?: boolean; port: string }) => {
      const { withAnyDaemon, output } = session()
      const port = portOption.parse(options.port)

      const printLink = async (api: Api, redirect: boolean): Promise<string | null> => {
        const link = await api.system.openWeb.mutate({ port, redirect })
        output.result(link, () => {
          output.say('cli_web_ready', { url: link.url })
          output.say('cli_web_once', { until: new Date(link.expiresAt).toLocaleTimeString() })
        })
        return link.redirect
      }

      await withAnyDaemon(async (api, client) => {
        const redirect = await printLink(api, options.open === true && hasDisplay())
        if (redirect !== null) output.say(await openBrowser(redirect))
        if (io.stdin.isTTY)
          createInterface({ input: io.stdin }).on('line', () => {
            void printLink(api, false)
          })
        await Promise.race([interrupted(), client.lost])
      })
      process.exit(0)
    })
}

/**
 * Opens a browser with the file that leads to the link. Its path and not its URL, because that is what a Windows browser
 * needs where Linux runs inside Windows.
 */
const openBrowser = async (path: string): Promise<'cli_web_opening' | 'cli_web_not_opened'> => {
  const { default: open } = await import('open')
  return open(path).then(
    () => 'cli_web_opening',
    () => 'cli_web_not_opened',
  )
}

const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        resolve()
      })
  })

const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY'])
