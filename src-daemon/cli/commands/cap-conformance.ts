import type { Command } from 'commander'
import { z } from 'zod'
import type { CapAdapter } from '../../capabilities/types.ts'
import { exercisesSchema, type ConformanceReport, type Exercises } from '../../contract/conformance.ts'
import type { CallConsent } from '../../contract/approvals.ts'
import { SatchelError } from '../../platform/errors.ts'
import { withoutSecrets } from '../../platform/secret-variables.ts'
import { say } from '../../text/index.ts'
import { Declined } from '../console/declined.ts'
import { writeNewFile } from '../console/new-file.ts'
import { columns, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api, Session } from '../console/session.ts'
import { readJsonArgument } from './files.ts'

interface ConformanceOptions {
  readonly source?: string
  readonly exercises?: string
  readonly report?: string
  readonly strict?: boolean
}

/** `satchel cap conformance` and `satchel cap conformance-server` (cap.md 8). */
export const addCapConformanceCommands = (cap: Command, { text, session, env, io }: CommandDeps): void => {
  cap
    .command('conformance')
    .description(text('cli_cap_conformance'))
    .argument('[command...]', text('cli_cap_conformance_command'))
    .option('--source <source>', text('cli_cap_conformance_source'))
    .option('--exercises <file>', text('cli_cap_conformance_exercises'))
    .option('--report <file>', text('cli_cap_conformance_report'))
    .option('--strict', text('cli_cap_conformance_strict'))
    .action(async ([command, ...args]: string[], options: ConformanceOptions) => {
      const own = session()
      const { output } = own
      const exercises = readExercises(options.exercises)
      const source = options.source ?? command ?? 'satchel'
      const { openCommandSource, openModuleSource, runConformance } =
        await import('../../capabilities/index.ts')
      const judge = (adapter: CapAdapter): Promise<ConformanceReport> =>
        runConformance({ source, adapter, exercises, now: () => new Date() })
      const report =
        command !== undefined
          ? await judge(await openCommandSource({ command, args, env: programEnv(env), cwd: process.cwd() }))
          : isPath(source)
            ? await judge(await openModuleSource(source))
            : await own.withDaemon(async (api) => judge(await ownSource(api, own, source, exercises)))
      if (options.report !== undefined)
        writeNewFile(options.report, Buffer.from(`${JSON.stringify(report, null, 2)}\n`))
      output.result(report, () => {
        printReport(output, report)
      })
      const { conforms } = report
      if (conforms === false || (options.strict === true && conforms === null)) io.exitCode = 1
    })

  cap
    .command('conformance-server')
    .description(text('cli_cap_reference'))
    .option('--http <port>', text('cli_cap_reference_http'))
    .action(async (options: { http?: string }) => {
      const { output } = session()
      const { serveReferenceOnHttp, serveReferenceOnStdio } = await import('../../capabilities/index.ts')
      if (options.http === undefined) {
        serveReferenceOnStdio()
        return
      }
      const { url } = await serveReferenceOnHttp(
        z.coerce.number().int().min(0).max(65_535).parse(options.http),
      )
      output.result({ url }, () => {
        output.say('cli_cap_reference_at', { url })
      })
    })
}

const isPath = (source: string): boolean => /[/\\]|\.(?:[cm]?js|ts)$/.test(source)

/** A program under test gets this command's environment, except its secrets. */
const programEnv = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(withoutSecrets(env)).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

const readExercises = (path: string | undefined): Exercises => {
  const parsed = exercisesSchema.safeParse(path === undefined ? {} : readJsonArgument(`@${path}`))
  if (parsed.success) return parsed.data
  const problem = parsed.error.issues
    .map((issue) => `/${issue.path.map(String).join('/')} ${issue.message}`)
    .join('; ')
  throw new SatchelError('conformance_exercises_invalid', { params: { path: path ?? '', problem } })
}

/** The daemon's capabilities, all or those of one source. The user approves the exercises' calls once, beforehand. */
const ownSource = async (
  api: Api,
  { consent, yes, output }: Session,
  source: string,
  exercises: Exercises,
): Promise<CapAdapter> => {
  if (source.includes(':') && (await api.capabilities.list.query({ source })).length === 0)
    throw new SatchelError('capability_unknown', {
      params: { problem: say(output.language, 'cli_conformance_no_source', { source }) },
      details: { source },
    })
  const isCalling = [
    exercises.good,
    exercises.failing,
    exercises.violating,
    exercises.wrapped,
    exercises.slow,
    exercises.skills,
  ].some((list) => list.length > 0)
  const isServed = exercises.mcp.stdio !== undefined || exercises.mcp.http !== undefined
  if ((isCalling || isServed) && !(await consent('cli_q_conformance', { source }))) {
    output.say('cli_declined')
    throw new Declined()
  }
  const agreed = async (
    ref: Parameters<CapAdapter['invoke']>[0],
    input: unknown,
  ): Promise<CallConsent | null> => {
    const preview = await api.approvals.preview.query({ ref, input })
    return preview === null
      ? null
      : {
          argumentsSha256: preview.argumentsSha256,
          definition: preview.definition,
          by: yes ? 'cli_yes' : 'cli',
        }
  }
  return {
    list: () => api.capabilities.list.query(source === 'satchel' ? undefined : { source }),
    describe: (capability_id, version) => api.capabilities.describe.query({ capability_id, version }),
    invoke: async (ref, input, { deadlineMs }) => {
      const given = await agreed(ref, input)
      return api.capabilities.invoke.mutate({
        ref,
        input,
        ...(given === null ? {} : { consent: given }),
        ...(deadlineMs === null ? {} : { deadlineMs }),
      })
    },
  }
}

const printReport = (
  output: Output,
  { source, totals, cases, conforms, not_shown: notShown }: ConformanceReport,
): void => {
  const rows = cases.map(({ id, title, outcome }) => [
    id,
    say(output.language, `cli_conformance_${outcome}`),
    title,
  ])
  for (const [index, line] of columns(rows).entries()) {
    output.line(line)
    for (const note of cases[index]?.notes ?? []) output.line(`      ${note}`)
  }
  output.line()
  output.say('cli_conformance_totals', { source, ...totals })
  if (conforms === null)
    output.say('cli_conformance_inconclusive', { cases: notShown.map(({ id }) => id).join(', ') })
  else output.say(conforms ? 'cli_conformance_conforms' : 'cli_conformance_breaks')
}
