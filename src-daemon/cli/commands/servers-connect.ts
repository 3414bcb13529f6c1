import type { ImportedServer } from '../../contract/server-import.ts'
import type { ServerView } from '../../contract/servers.ts'
import { say } from '../../text/index.ts'
import { errorViewOf, type Api, type Session } from '../console/session.ts'
import { askToConnect, sayFetches } from './servers-consent.ts'
import { readTools, sayDetails, showKept } from './servers-show.ts'

/** The result for one server. */
export interface Outcome {
  readonly name: string
  readonly uri: string
  readonly state: 'connected' | 'kept' | 'declined' | 'left_out' | 'failed'
  readonly problem: string | null
}

/** Shows one server, asks, and connects it, or updates the one it is a newer version of. */
export const connectOne = async (
  one: Session,
  api: Api,
  server: ImportedServer,
  keep: boolean,
): Promise<Outcome> => {
  const { output, language } = one
  const { name, uri, definition, secrets } = server
  if (definition === null) {
    output.say('cli_server_skipped', { name, problem: server.problem ?? '' })
    return { name, uri, state: 'left_out', problem: server.problem }
  }
  const open = secrets.flatMap(({ name: secret, value }) => (value === null ? [secret] : []))
  const missing = [...open, ...(server.placeholders ?? [])]
  if (missing.length > 0) {
    output.say('cli_server_asked_secret', { name, names: missing.join(', ') })
    return { name, uri, state: 'left_out', problem: missing.join(', ') }
  }
  for (const { code, what } of server.notes)
    output.line(`${name}: ${say(language, `import_note_${code}`, { what })}`)
  /** A problem with this one doesn't affect the others. */
  const failed = (thrown: unknown): Outcome => {
    const view = errorViewOf(thrown, language)
    output.say('cli_server_skipped', { name, problem: view.message })
    sayDetails(output, view)
    return { name, uri, state: 'failed', problem: view.message }
  }
  try {
    await sayFetches(one, api, definition)
  } catch (thrown) {
    return failed(thrown)
  }
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
    const added =
      server.replaces === undefined
        ? await api.servers.add.mutate({ uri, definition, secrets: values, keep, ...timeoutIn(server) })
        : await api.servers.change.mutate({ uri, definition, secrets: values })
    return printResult(one, name, await readTools(one, api, added))
  } catch (thrown) {
    return failed(thrown)
  }
}

const timeoutIn = ({ timeoutSeconds }: ImportedServer): { timeoutSeconds?: number } =>
  timeoutSeconds === undefined ? {} : { timeoutSeconds }

const printResult = ({ output }: Session, name: string, view: ServerView): Outcome => {
  const { uri, problem, tools } = view
  if (problem === null) output.say('cli_server_added', { uri, tools: tools.length })
  else showKept(output, view)
  return { name, uri, state: problem === null ? 'connected' : 'kept', problem: problem?.message ?? null }
}
