import { resolve } from 'node:path'
import { buffer as readBytes } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { ImportedServer } from '../../contract/server-import.ts'
import type { SetupField } from '../../contract/server-setup.ts'
import { decodeText } from '../../platform/decode-text.ts'
import { say } from '../../text/index.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api, Session } from '../console/session.ts'
import { isInteractive } from '../console/terminal.ts'
import { readNamedFile } from './files.ts'
import { connectBundle } from './servers-bundle.ts'
import { connectOne, type Outcome } from './servers-connect.ts'
import { askSetup } from './servers-setup.ts'

interface ImportOptions {
  readonly only?: readonly string[]
  readonly set?: readonly string[]
  readonly keep?: boolean
}

/**
 * `satchel servers import`: each server of another app's configuration is shown, asked about, and connected separately.
 */
export const addServersImportCommand = (servers: Command, { text, session, io }: CommandDeps): void => {
  const several = (one: string, all: readonly string[] = []) => [...all, one]
  servers
    .command('import')
    .description(text('cli_servers_import'))
    .argument('[file]')
    .option('--only <name>', text('cli_servers_import_only'), several)
    .option('--set <key=value>', text('cli_servers_set'), several)
    .option('--keep', text('cli_servers_import_keep'))
    .action(async (file: string | undefined, { only = [], set = [], keep = false }: ImportOptions) => {
      const one = session()
      const outcomes = await one.withDaemon(async (api) => {
        if (file !== undefined && isBundle(file)) {
          const look = await api.servers.bundles.look.mutate({ kind: 'path', path: resolve(file) })
          return [await connectBundle(one, api, look, { set, keep })]
        }
        const found = await serversOf(api, file, one)
        const wanted = found.filter(({ name }) => only.length === 0 || only.includes(name))
        const done: Outcome[] = []
        for (const server of wanted)
          done.push(
            isOff(server) && only.length === 0
              ? leftOff(one, server)
              : await connectOne(one, api, await askValues(one, server, set), keep),
          )
        return done
      })
      one.output.result(outcomes, () => {
        if (outcomes.length === 0) one.output.say('cli_none')
      })
      const nothingAdded = outcomes.length > 0 && outcomes.every(({ state }) => state === 'left_out')
      if (nothingAdded || outcomes.some(({ state }) => state === 'failed')) io.exitCode = 1
    })
}

const isOff = ({ notes, definition }: ImportedServer): boolean =>
  definition !== null && notes.some(({ code }) => code === 'disabled')

/** A server that is off in its app isn't started here, unless the user named it. */
const leftOff = ({ output, language }: Session, { name, uri }: ImportedServer): Outcome => {
  output.say('cli_server_off', { name })
  return { name, uri, state: 'left_out', problem: say(language, 'import_note_disabled') }
}

/**
 * Asks for the secrets that have no value in the list. One with an empty answer isn't given to the server;
 * those that couldn't be asked for stay open.
 */
const askValues = async (
  one: Session,
  server: ImportedServer,
  set: readonly string[],
): Promise<ImportedServer> => {
  const missing = server.secrets.filter(({ value }) => value === null)
  if (server.definition === null || missing.length === 0) return server
  const isAsked = isInteractive(one.io) && !one.output.json
  if (isAsked) one.output.line(server.name)
  const fields = missing.map(({ name, hint }) => secretField(name, hint))
  const values = await askSetup(one, fields, set)
  const secrets = server.secrets.flatMap((secret) => {
    const [given = ''] = values[secret.name] ?? []
    const value = secret.value ?? (given === '' ? null : given)
    return value === null && isAsked ? [] : [{ ...secret, value }]
  })
  return { ...server, secrets }
}

const secretField = (name: string, hint: string): SetupField => ({
  key: name,
  kind: 'secret',
  title: name,
  description: hint,
  required: true,
  multiple: false,
  choices: [],
  placeholder: '',
  preset: [],
  min: null,
  max: null,
})

/** Judged by its name; the daemon checks the content. */
const isBundle = (file: string): boolean => /\.(?:mcpb|dxt)$/i.test(file) && !isLink(file)

/** A link that adds a server, in the form a browser passes on. */
const isLink = (file: string): boolean =>
  /^(?:satchel:\/\/|cursor:|vscode:|vscode-insiders:|lmstudio:)/i.test(file)

const serversOf = async (
  api: Api,
  file: string | undefined,
  { io, output }: Session,
): Promise<readonly ImportedServer[]> => {
  if (file !== undefined) {
    const given = isLink(file)
      ? file
      : file === '-'
        ? decodeText(await readBytes(io.stdin))
        : decodeText(readNamedFile(file).bytes)
    return api.servers.readConfig.mutate({ text: given })
  }
  const files = await api.servers.importable.query()
  for (const { path, servers, problem } of files)
    output.line(problem === null ? `${path}  ${String(servers.length)}` : `${path}  ${problem.message}`)
  return files.flatMap(({ servers }) => servers)
}
