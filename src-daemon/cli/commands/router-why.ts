import type { Command } from 'commander'
import type { RouteWhy } from '../../contract/chat.ts'
import { SatchelError } from '../../platform/errors.ts'
import type { CommandDeps } from '../program.ts'

interface WhyOptions {
  readonly message?: string
  readonly using?: string
}

/** `satchel router why "text" [--using NAME]`, `satchel router why --message ID` */
export const addRouterWhy = (router: Command, { text, session }: CommandDeps): void => {
  router
    .command('why')
    .description(text('cli_router_why'))
    .argument('[text]')
    .option('--message <id>', text('cli_router_why_message'))
    .option('--using <name>', text('cli_router_why_using'))
    .action(async (said: string | undefined, { message, using }: WhyOptions) => {
      const { withDaemon, output } = session()
      if ((said === undefined) === (message === undefined))
        throw new SatchelError('invalid_request', { params: { problem: 'text | --message' } })
      const why = await withDaemon((api): Promise<RouteWhy> =>
        message === undefined
          ? api.router.explain.query({ text: said ?? '', activeCapability: using ?? null })
          : api.router.why.query({ messageId: message }),
      )
      output.result(why, () => {
        for (const line of why.lines) output.line(line)
      })
    })
}
