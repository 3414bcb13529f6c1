import type { Command } from 'commander'
import { z } from 'zod'
import {
  activityFormatSchema,
  activityOutcomeSchema,
  type ActivityFilter,
  type ActivityFormat,
} from '../../contract/activity.ts'
import { isRecord } from '../../platform/is-record.ts'
import { mainArgument } from '../../text/main-argument.ts'
import { Declined } from '../console/declined.ts'
import { columns } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api } from '../console/session.ts'
import { writeNewFile } from './new-file.ts'

interface FilterOptions {
  readonly text?: string
  readonly capability?: string
  readonly program?: string
  readonly outcome?: string
  readonly days?: string
}

const DAY_MS = 86_400_000
const daysSchema = z.coerce.number().positive().max(36_500)

/** `satchel activity list|export|clear` */
export const addActivityCommands = (program: Command, { text, session }: CommandDeps): void => {
  const activity = program.command('activity').description(text('cli_activity'))

  const filtered = (command: Command): Command =>
    command
      .option('--text <words>', text('cli_activity_text'))
      .option('--capability <name>', text('cli_activity_capability'))
      .option('--program <name>', text('cli_activity_program'))
      .option('--outcome <outcome>', text('cli_activity_outcome'))
      .option('--days <n>', text('cli_activity_days'))

  filtered(activity.command('list').description(text('cli_activity_list')))
    .option('--limit <count>', text('cli_activity_limit'), '50')
    .action(async (options: FilterOptions & { limit: string }) => {
      const { withDaemon, output } = session()
      const limit = z.coerce.number().int().min(1).max(500).parse(options.limit)
      const { records } = await withDaemon((api) => api.activity.list.query({ ...filterOf(options), limit }))
      output.result(records, () => {
        const rows = records.map(
          ({ at, caller, client, capabilityId, kind, outcome, decision, target, arguments: args }) => [
            at,
            callerOf(caller, client),
            kind === 'call' ? capabilityId : kind,
            outcome,
            decision.kind === 'refused' ? decision.reason : decision.kind,
            target ?? '',
            isRecord(args) ? (mainArgument(args) ?? '') : '',
          ],
        )
        for (const [at, line] of columns(rows).entries()) {
          output.line(line)
          // What others may have written, that it came after.
          for (const { title, tool, what } of records[at]?.result.x_follows ?? [])
            output.line(`  ← ${[title, tool, ...(what === null ? [] : [what])].join(' · ')}`)
        }
        if (records.length === 0) output.say('cli_none')
      })
    })

  filtered(activity.command('export').description(text('cli_activity_export')))
    .argument('<file>')
    .option('--format <format>', text('cli_activity_format'), 'jsonl')
    .action(async (path: string, options: FilterOptions & { format: string }) => {
      const { withDaemon, output } = session()
      const format = activityFormatSchema.parse(options.format)
      const written = await withDaemon((api) =>
        writeNewFile(path, async () => {
          const { content, lines } = await exported(api, filterOf(options), format)
          return { content, result: { path, lines } }
        }),
      )
      output.result(written, () => {
        output.say('cli_activity_written', written)
      })
    })

  activity
    .command('clear')
    .description(text('cli_activity_clear'))
    .requiredOption('--older-than <days>', text('cli_activity_older'))
    .action(async ({ olderThan }: { olderThan: string }) => {
      const { withDaemon, output, consent, yes } = session()
      const days = daysSchema.parse(olderThan)
      const cleared = await withDaemon(async (api) => {
        if (!(await consent('cli_q_activity_clear', { days }))) {
          output.say('cli_declined')
          throw new Declined()
        }
        const before = new Date(Date.now() - days * DAY_MS).toISOString()
        return api.activity.clear.mutate({ before, via: yes ? 'yes' : 'terminal' })
      })
      output.result(cleared, () => {
        output.say('cli_activity_cleared', cleared)
      })
    })
}

/** Who called; a program's name is marked as such, because a program may use any name. */
export const callerOf = (caller: string, client: string | null): string =>
  client === null ? caller : `${caller}:${client}`

const filterOf = ({ text, capability, program, outcome, days }: FilterOptions): ActivityFilter => ({
  ...(text === undefined ? {} : { text }),
  ...(capability === undefined ? {} : { capability }),
  ...(program === undefined ? {} : { client: program }),
  ...(outcome === undefined ? {} : { outcome: activityOutcomeSchema.parse(outcome) }),
  ...(days === undefined
    ? {}
    : { from: new Date(Date.now() - daysSchema.parse(days) * DAY_MS).toISOString() }),
})

const exported = async (
  api: Api,
  filter: ActivityFilter,
  format: ActivityFormat,
): Promise<{ content: Buffer; lines: number }> => {
  const parts: string[] = []
  let lines = 0
  for (let after: string | null | undefined; after !== null;) {
    const part = await api.activity.export.query({
      ...filter,
      format,
      ...(after === undefined ? {} : { after }),
    })
    parts.push(part.text)
    lines += part.lines
    after = part.next
  }
  return { content: Buffer.from(parts.join('')), lines }
}
