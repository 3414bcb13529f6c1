import type { Command } from 'commander'
import type { CheckStatus } from '../../contract/check.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Output } from '../console/output.ts'
import type { Api } from '../console/session.ts'
import { whileWorking } from '../console/while-working.ts'

/** `satchel data check [--now]` */
export const addCheckCommand = (data: Command, { text, session, io }: CommandDeps): void => {
  data
    .command('check')
    .description(text('cli_data_check'))
    .option('--now', text('cli_data_check_now'))
    .action(async (options: { now?: true }) => {
      const { withDaemon, output } = session()
      const status = await withDaemon((api) =>
        options.now === true ? watched(api, output) : api.checks.status.query(),
      )
      output.result(status, () => {
        sayCheck(output, status)
      })
      if (status.findings.some(({ mended }) => !mended)) io.exitCode = 1
    })
}

/** Prints each part while the check runs. */
const watched = (api: Api, output: Output): Promise<CheckStatus> => {
  let said = ''
  return whileWorking(api.checks.run.mutate(), async () => {
    const { cursor } = await api.checks.status.query()
    if (cursor !== null && cursor.stage !== said) output.say('cli_check_stage', { stage: cursor.stage })
    said = cursor?.stage ?? said
  })
}

/** When the data was checked, the findings, and what to do. */
export const sayCheck = (output: Output, { finishedAt, findings }: CheckStatus): void => {
  if (finishedAt === null) output.say('cli_check_never')
  else output.say('cli_check_done', { time: finishedAt, count: findings.length })
  for (const { kind, what, mended } of findings)
    output.say('cli_check_finding', { kind, what, mended: mended ? 'yes' : 'no' })
  if (findings.some(({ mended }) => !mended)) output.say('cli_check_helps')
}
