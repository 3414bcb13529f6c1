import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { SalvagedObject, SalvageReport, SalvageRequest, SalvageStep } from '../../contract/salvage.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { Declined } from '../console/declined.ts'
import type { Output } from '../console/output.ts'
import { type Api, settledStatus } from '../console/session.ts'
import { whileWorking } from '../console/while-working.ts'

/** How many entries of a list are shown; the report has all. */
const SHOWN = 20

/** `satchel data salvage [--rehearse | --out DIR]` */
export const addSalvageCommand = (data: Command, { text, session }: CommandDeps): void => {
  data
    .command('salvage')
    .description(text('cli_data_salvage'))
    .option('--rehearse', text('cli_data_salvage_rehearse'))
    .option('--out <directory>', text('cli_data_salvage_out'))
    .action(async (options: { rehearse?: true; out?: string }) => {
      const { withAnyDaemon, output, consent } = session()
      const request = requestOf(options)
      await withAnyDaemon(async (api) => {
        await settledStatus(api)
        if (request.to === 'place' && !(await consent('cli_q_salvage', {}))) {
          output.say('cli_declined')
          throw new Declined()
        }
        const result = await watched(api, output, api.system.salvage.mutate(request))
        output.result(result, () => {
          sayReport(output, result.report)
          if (result.kept !== null) output.say('cli_salvage_kept', { path: result.kept })
          if (result.written === null) output.say('cli_salvage_rehearsed')
          else output.say('cli_salvage_report', { path: result.written })
        })
      })
    })
}

const requestOf = ({ rehearse, out }: { rehearse?: true; out?: string }): SalvageRequest => {
  if (out !== undefined) return { to: 'directory', directory: resolve(out) }
  return { to: rehearse === true ? 'nowhere' : 'place' }
}

/** Prints each step while the work runs. */
const watched = <T>(api: Api, output: Output, work: Promise<T>): Promise<T> => {
  const said = new Set<SalvageStep>()
  return whileWorking(work, async () => {
    const step = await api.system.salvageStep.query()
    if (step !== null && !said.has(step)) output.say('cli_salvage_step', { step })
    if (step !== null) said.add(step)
  })
}

const sayReport = (output: Output, report: SalvageReport): void => {
  const { changes, tables, fromCopies, incomplete, lostSchemas } = report
  output.say('cli_salvage_pages', { lost: report.unreadablePages.length, pages: report.pages })
  output.say('cli_salvage_changes', { lost: changes.lost, kept: changes.kept })
  if (changes.openEnd === true && changes.last !== undefined)
    output.say('cli_salvage_open_end', { last: changes.last })
  output.say('cli_salvage_objects', { count: report.objects })
  if (fromCopies.length > 0) output.say('cli_salvage_copies', { count: fromCopies.length })
  if (incomplete.length > 0) output.say('cli_salvage_incomplete', { count: incomplete.length })
  sayList(output, incomplete.map(nameOf))
  if (lostSchemas.length > 0) output.say('cli_salvage_schemas', { count: lostSchemas.length })
  sayList(output, lostSchemas)
  for (const { broken, ...counts } of tables)
    output.say('cli_salvage_table', { ...counts, broken: broken ? 'yes' : 'no' })
}

const nameOf = ({ schemaUri, objectId }: SalvagedObject): string => `${schemaUri} ${objectId}`

const sayList = (output: Output, lines: readonly string[]): void => {
  for (const line of lines.slice(0, SHOWN)) output.line(`  ${line}`)
  if (lines.length > SHOWN) output.say('cli_salvage_more', { count: lines.length - SHOWN })
}
