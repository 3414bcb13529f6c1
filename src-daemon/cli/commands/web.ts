import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { z } from 'zod'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'

const portOption = z.coerce.number().int().min(0).max(65535)

/** `satchel web [--open] [--port N]`: the app in the browser, until Ctrl+C. The daemon keeps running. */
export const addWebCommand = (program: Command, { text, session, io }: CommandDeps): void => {
  program
    .command('web')
    .description(text('cli_web'))
    .option('--open', text('cli_web_open'))
    .option('--port <number>', text('cli_web_port'), '0')
    .action(async (options: { open?: boolean; port: string }) => {
      const { withAnyDaemon, output } = session()
      const port = portOption.parse(options.port)

      const printLink = async (api: Api): Promise<string> => {
        const link = await api.system.openWeb.mutate({ port })
        output.result(link, () => {
          output.say('cli_web_ready', { url: link.url })
          output.say('cli_web_once', { until: new Date(link.expiresAt).toLocaleTimeString() })
        })
        return link.url
      }

      await withAnyDaemon(async (api, client) => {
        const url = await printLink(api)
        if (options.open === true && hasDisplay()) {
          const { default: open } = await import('open')
          await open(url)
        }
        if (io.stdin.isTTY)
          createInterface({ input: io.stdin }).on('line', () => {
            void printLink(api)
          })
        await Promise.race([interrupted(), client.lost])
      })
      process.exit(0)
    })
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
