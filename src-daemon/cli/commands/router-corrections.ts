import type { Command } from 'commander'
import { columns } from '../output.ts'
import type { CommandDeps } from '../program.ts'

/** `satchel router corrections`, `satchel router correct TEXT CAPABILITY`, `satchel router forget ID` */
export const addRouterCorrections = (router: Command, { text, session }: CommandDeps): void => {
  router
    .command('corrections')
    .description(text('cli_router_corrections'))
    .action(async () => {
      const { withDaemon, output } = session()
      const corrections = await withDaemon((api) => api.router.corrections.query())
      output.result(corrections, () => {
        const rows = corrections.map(({ id, correctedAt, capability, text: said }) => [
          id,
          correctedAt,
          capability,
          said,
        ])
        for (const line of columns(rows)) output.line(line)
      })
    })

  router
    .command('correct')
    .description(text('cli_router_correct'))
    .argument('<text>')
    .argument('<capability>')
    .action(async (said: string, capability: string) => {
      const { withDaemon, output } = session()
      const made = await withDaemon((api) => api.router.correct.mutate({ text: said, capability }))
      output.result(made, () => {
        output.say('cli_router_corrected', { capability, text: made.text })
      })
    })

  router
    .command('forget')
    .description(text('cli_router_forget'))
    .argument('<id>')
    .action(async (id: string) => {
      const { withDaemon, output } = session()
      await withDaemon((api) => api.router.forgetCorrection.mutate({ id }))
      output.result({ forgotten: id }, () => {
        output.say('cli_router_forgotten')
      })
    })
}
