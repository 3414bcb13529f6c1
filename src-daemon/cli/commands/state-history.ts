import { InvalidArgumentError, type Command } from 'commander'
import { SatchelError } from '../../platform/errors.ts'
import { errorViewSchema } from '../../contract/errors.ts'
import type { ChangeRecord } from '../../contract/state.ts'
import type {
  FieldDifference,
  RevertedObject,
  RevertReport,
  RevertTarget,
} from '../../contract/state-history.ts'
import { say } from '../../text/index.ts'
import { Declined } from '../console/declined.ts'
import { columns, jsonText, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { errorViewOf, type Api } from '../console/session.ts'

interface RevertOptions {
  readonly change?: string
  readonly turn?: string
  readonly capability?: string
  readonly scope?: string
  readonly dryRun?: boolean
}

type ShownChange = ChangeRecord & { readonly differences?: readonly FieldDifference[] | null }

/** `satchel state history|at|revert` */
export const addStateHistoryCommands = (state: Command, { text, session }: CommandDeps): void => {
  state
    .command('history')
    .description(text('cli_state_history'))
    .argument('<schema>')
    .argument('<id>')
    .option('--diff', text('cli_state_history_diff'))
    .option('--limit <count>', text('cli_state_history_limit'), countOf)
    .action(async (schemaUri: string, id: string, options: { diff?: boolean; limit?: number }) => {
      const { withDaemon, output, language } = session()
      const isShown = options.diff === true
      const changes = await withDaemon(async (api): Promise<readonly ShownChange[]> => {
        const all = await api.state.history.query({ schemaUri, id })
        const shown = all.slice(0, options.limit ?? (isShown ? 20 : all.length))
        if (!isShown) return shown
        const from = (n: number): string | null => all[n + 1]?.hash ?? null
        return Promise.all(
          shown.map(async (change, n) => ({
            ...change,
            differences: await differencesOf(api, { schemaUri, id, from: from(n), to: change.hash }),
          })),
        )
      })
      output.result(changes, () => {
        const rows = columns(changes.map(rowOf))
        changes.forEach((change, n) => {
          output.line(rows[n])
          if (change.differences === undefined) return
          if (change.differences === null) output.line(`    ${say(language, 'cli_content_unknown')}`)
          else for (const line of change.differences.map(lineOf)) output.line(`    ${line}`)
        })
        if (changes.length === 0) output.say('cli_none')
      })
    })

  state
    .command('at')
    .description(text('cli_state_at'))
    .argument('<schema>')
    .argument('<id>')
    .argument('<version>')
    .action(async (schemaUri: string, id: string, version: string) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) => api.state.at.query({ schemaUri, id, version }))
      output.result(found, () => {
        output.lines(jsonText(found.object, 2))
      })
    })

  state
    .command('revert')
    .description(text('cli_state_revert'))
    .option('--change <hash>', text('cli_state_revert_change'))
    .option('--turn <id>', text('cli_state_revert_turn'))
    .option('--capability <did>', text('cli_state_revert_capability'))
    .option('--scope <scope>', text('cli_state_revert_scope'))
    .option('--dry-run', text('cli_state_dry_run'))
    .action(async (options: RevertOptions) => {
      const { withDaemon, output, consent } = session()
      const target = targetOf(options)
      await withDaemon(async (api) => {
        const planned = await api.state.revert.mutate({ target, dryRun: true })
        const count = planned.objects.filter(isTouched).length
        if (options.dryRun === true || count === 0) {
          printReport(output, planned)
          return
        }
        // Shows what would be done before the question; with JSON, only the question has it.
        if (!output.json) for (const object of planned.objects) printObject(output, object)
        if (!(await consent('cli_q_revert', { count }))) {
          output.say('cli_declined')
          throw new Declined()
        }
        const done = await api.state.revert.mutate({ target, dryRun: false })
        output.result(done, () => {
          for (const { change, objectId } of done.objects)
            if (change !== null) output.line(`${objectId}  ${change}`)
        })
      })
    })
}

const countOf = (text: string): number => {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('1..')
  return count
}

/** Null if this change or the previous one was purged. */
const differencesOf = async (
  api: Api,
  input: { schemaUri: string; id: string; from: string | null; to: string },
): Promise<readonly FieldDifference[] | null> => {
  try {
    return await api.state.difference.query(input)
  } catch (thrown) {
    if (errorViewSchema.parse(errorViewOf(thrown, 'en')).code === 'content_purged') return null
    throw thrown
  }
}

const byOf = (origin: ChangeRecord['origin']): string => {
  if (origin.kind === 'capability') return `${origin.capability}@${origin.version}`
  return origin.kind === 'agent' ? origin.did : origin.kind
}

const rowOf = ({ at, kind, origin, paths, hash }: ChangeRecord): string[] => {
  const by = byOf(origin)
  const reverts =
    origin.kind === 'owner' && origin.reverts ? [`(${Object.values(origin.reverts).join(' ')})`] : []
  return [at, hash, kind, [by, ...reverts].join(' '), paths.join(' ')]
}

const MARKS = { added: '+', removed: '-', changed: '~' } as const

const lineOf = ({ path, kind, before, after }: FieldDifference): string => {
  const values = [before, after].filter((value) => value !== undefined).map((value) => JSON.stringify(value))
  return `${MARKS[kind]} ${path === '' ? '/' : path}${values.length === 0 ? '' : `: ${values.join(' → ')}`}`
}

const targetOf = ({ change, turn, capability, scope }: RevertOptions): RevertTarget => {
  const targets: RevertTarget[] = [
    ...(change === undefined ? [] : [{ change }]),
    ...(turn === undefined ? [] : [{ turnId: turn }]),
    ...(capability === undefined ? [] : [{ capability, ...(scope !== undefined && { scope }) }]),
  ]
  const [target, ...others] = targets
  if (target === undefined || others.length > 0 || (scope !== undefined && capability === undefined))
    throw new SatchelError('invalid_request', {
      params: { problem: '--change, --turn, or --capability [--scope]' },
    })
  return target
}

const isTouched = ({ outcome }: RevertedObject): boolean => outcome !== 'kept' && outcome !== 'unchanged'

const printReport = (output: Output, report: RevertReport): void => {
  output.result(report, () => {
    for (const object of report.objects) printObject(output, object)
  })
}

const printObject = (output: Output, object: RevertedObject): void => {
  const { outcome, reason, kept, differences, schemaUri, objectId, title } = object
  const { language } = output
  const why = reason === null ? '' : ` (${say(language, `cli_kept_${reason}`)})`
  const named = title === '' ? '' : ` “${title}”`
  output.line(`${schemaUri} ${objectId}${named}: ${say(language, `cli_revert_${outcome}`)}${why}`)
  for (const difference of differences) output.line(`  ${lineOf(difference)}`)
  for (const { path, reason: because } of kept)
    output.line(`  = ${path}: ${say(language, 'cli_revert_kept')} (${say(language, `cli_kept_${because}`)})`)
}
