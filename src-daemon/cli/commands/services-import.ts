import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { ImportedServer, ServiceView } from '../../bindings/types.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../program.ts'
import { errorViewOf, type Api, type Session } from '../session.ts'
import { readNamedFile } from './files.ts'
import { askToConnect } from './services-consent.ts'

interface ImportOptions {
  readonly only?: readonly string[]
  readonly keep?: boolean
}

/** What came of one entry. */
interface Outcome {
  readonly name: string
  readonly uri: string
  readonly state: 'connected' | 'kept' | 'declined' | 'left_out' | 'failed'
  readonly problem: string | null
}

/** `satchel services import`: each server of another app's list is shown, asked about, and connected by itself. */
export const addServicesImportCommand = (services: Command, { text, session }: CommandDeps): void => {
  const several = (one: string, all: readonly string[] = []) => [...all, one]
  services
    .command('import')
    .description(text('cli_services_import'))
    .argument('[file]')
    .option('--only <name>', text('cli_services_import_only'), several)
    .option('--keep', text('cli_services_import_keep'))
    .action(async (file: string | undefined, { only = [], keep = false }: ImportOptions) => {
      const one = session()
      const outcomes = await one.withDaemon(async (api) => {
        const found = await serversOf(api, file, one)
        const wanted = found.filter(({ name }) => only.length === 0 || only.includes(name))
        const done: Outcome[] = []
        for (const server of wanted) done.push(await connectOne(one, api, server, keep))
        return done
      })
      one.output.result(outcomes, () => {
        if (outcomes.length === 0) one.output.say('cli_none')
      })
      if (outcomes.some(({ state }) => state === 'failed')) process.exitCode = 1
    })
}

const serversOf = async (
  api: Api,
  file: string | undefined,
  { output }: Session,
): Promise<readonly ImportedServer[]> => {
  if (file !== undefined) {
    const given = file === '-' ? await readText(process.stdin) : readNamedFile(file).bytes.toString('utf8')
    return api.services.readConfig.mutate({ text: given })
  }
  const files = await api.services.importable.query()
  for (const { path, servers, problem } of files)
    output.line(problem === null ? `${path}  ${String(servers.length)}` : `${path}  ${problem.message}`)
  return files.flatMap(({ servers }) => servers)
}

const connectOne = async (
  one: Session,
  api: Api,
  server: ImportedServer,
  keep: boolean,
): Promise<Outcome> => {
  const { output, language } = one
  const { name, uri, definition, secrets } = server
  if (definition === null) {
    output.say('cli_service_skipped', { name, problem: server.problem ?? '' })
    return { name, uri, state: 'left_out', problem: server.problem }
  }
  const missing = secrets.flatMap(({ name: secret, value }) => (value === null ? [secret] : []))
  if (missing.length > 0) {
    output.say('cli_service_asked_secret', { name, names: missing.join(', ') })
    return { name, uri, state: 'left_out', problem: missing.join(', ') }
  }
  for (const { code, what } of server.notes)
    output.line(`${name}: ${say(language, `import_note_${code}`, { what })}`)
  if (
    !(await askToConnect(
      one,
      uri,
      definition,
      secrets.map((secret) => secret.name),
    ))
  )
    return { name, uri, state: 'declined', problem: null }
  const values = Object.fromEntries(secrets.map((secret) => [secret.name, secret.value ?? '']))
  try {
    const view = await api.services.add.mutate({ uri, definition, secrets: values, keep })
    return told(one, name, view)
  } catch (thrown) {
    const problem = errorViewOf(thrown, language).message
    output.say('cli_service_skipped', { name, problem })
    return { name, uri, state: 'failed', problem }
  }
}

const told = ({ output }: Session, name: string, { uri, problem, tools }: ServiceView): Outcome => {
  if (problem === null) output.say('cli_service_added', { uri, tools: tools.length })
  else output.say('cli_service_kept', { uri, problem: problem.message })
  return { name, uri, state: problem === null ? 'connected' : 'kept', problem: problem?.message ?? null }
}
