import type { Command } from 'commander'
import { SatchelError } from '../../platform/errors.ts'
import { columns } from '../output.ts'
import type { CommandDeps } from '../program.ts'

/** `satchel router corrections`, `satchel router correct TEXT CAPABILITY|--none`, `satchel router forget ID` */
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
          capability ?? text('cli_router_no_capability'),
          said,
        ])
        for (const line of columns(rows)) output.line(line)
      })
    })

  router
    .command('correct')
    .description(text('cli_router_correct'))
    .argument('<text>')
    .argument('[capability]')
    .option('--none', text('cli_router_correct_none'))
    .action(async (said: string, name: string | undefined, { none = false }: { none?: boolean }) => {
      const { withDaemon, output } = session()
      if ((name === undefined) !== none)
        throw new SatchelError('invalid_request', { params: { problem: 'capability | --none' } })
      const capability = name ?? null
      const made = await withDaemon((api) => api.router.correct.mutate({ text: said, capability }))
      output.result(made, () => {
        if (capability === null) output.say('cli_router_corrected_none', { text: made.text })
        else output.say('cli_router_corrected', { capability, text: made.text })
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
