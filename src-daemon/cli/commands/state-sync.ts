import { existsSync } from 'node:fs'
import { text as readText } from 'node:stream/consumers'
import { InvalidArgumentError, type Command } from 'commander'
import { SatchelError } from '../../platform/errors.ts'
import type { ViewCheck } from '../../contract/state-sync.ts'
import { columns, jsonText, type Output } from '../console/output.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import { exportToFile, importFromFile } from '../console/change-set-file.ts'
import { readJsonArgument } from './files.ts'
import { offerMissing, printMissing } from './schema-offer.ts'

const SCOPE = /^sc:[a-z0-9_-]{1,64}$/

/** `satchel state export|import|vectors|rebuild` */
export const addStateSyncCommands = (state: Command, { text, session, io }: CommandDeps): void => {
  state
    .command('export')
    .description(text('cli_state_export'))
    .option('--scope <scope...>', text('cli_state_export_scope'), collectScope)
    .option('--since <file>', text('cli_state_export_since'))
    .option('--out <file>', text('cli_state_export_out'))
    .option('--overwrite', text('cli_state_overwrite'))
    .action(async (options: { scope?: string[]; since?: string; out?: string; overwrite?: boolean }) => {
      const { withDaemon, output } = session()
      const path = options.out ?? nameFor(new Date())
      // Checked before anything is done, and again when writing.
      if (options.overwrite !== true && existsSync(path))
        throw new SatchelError('file_exists', { params: { path } })
      const since = options.since === undefined ? null : await readVectors(options.since)
      const report = await withDaemon((api) =>
        exportToFile(
          api,
          { scopes: options.scope ?? null, since },
          { path, overwrite: options.overwrite === true },
        ),
      )
      output.result({ path, ...report }, () => {
        output.say('cli_state_exported', { path, changes: report.changes, bytes: report.bytes })
      })
    })

  state
    .command('import')
    .description(text('cli_state_import'))
    .argument('<file>')
    .option('--find-schemas', text('cli_state_import_find'))
    .action(async (path: string, { findSchemas = false }: { findSchemas?: boolean }) => {
      const one = session()
      const { withDaemon, output } = one
      const report = await withDaemon((api) => importFromFile(api, path))
      output.result(report, () => {
        const { conflicts, invalid } = report
        output.say('cli_state_imported', {
          applied: report.applied,
          known: report.known,
          waiting: report.waiting,
          objects: report.objects,
        })
        if (conflicts + invalid > 0) output.say('cli_state_imported_doubts', { conflicts, invalid })
        for (const line of [...report.scopes, ...report.schemas]) output.line(line)
      })
      const { missing } = report
      if (missing.length > 0)
        await withDaemon((api) =>
          findSchemas ? offerMissing(api, one, missing) : printMissing(api, output, missing),
        )
    })

  state
    .command('vectors')
    .description(text('cli_state_vectors'))
    .action(async () => {
      const { withDaemon, output } = session()
      const vectors = await withDaemon((api) => api.state.vectors.query())
      // The same with and without `--json`, because a program reads it.
      output.result(vectors, () => {
        output.lines(jsonText(vectors, 2))
      })
    })

  state
    .command('rebuild')
    .description(text('cli_state_rebuild'))
    .option('--check', text('cli_state_rebuild_check'))
    .action(async ({ check = false }: { check?: boolean }) => {
      const { withDaemon, output } = session()
      const found = await withDaemon((api) => api.state.rebuild.mutate({ check }))
      output.result(found, () => {
        sayViews(output, found)
      })
      if (check && !found.ok) io.exitCode = 1
    })
}

const collectScope = (scope: string, before: string[] = []): string[] => {
  if (!SCOPE.test(scope)) throw new InvalidArgumentError('sc:…')
  return [...before, scope]
}

/** The output of `state vectors` on the other device. */
const readVectors = async (source: string): Promise<unknown> =>
  source === '-' ? readJsonArgument(await readText(process.stdin)) : readJsonArgument(`@${source}`)

const nameFor = (at: Date): string => `satchel-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.changes`

const sayViews = (output: Output, { ok, differences, ...counts }: ViewCheck): void => {
  if (ok) output.say('cli_state_views_ok', counts)
  else output.say('cli_state_views_differ')
  const rows = differences.map(({ schemaUri, objectId, problem }) => [problem, objectId, schemaUri])
  for (const line of columns(rows)) output.line(line)
}
