import { resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { ImportedServer } from '../../contract/server-import.ts'
import type { CommandDeps } from '../console/command-deps.ts'
import type { Api, Session } from '../console/session.ts'
import { readNamedFile } from './files.ts'
import { connectBundle } from './servers-bundle.ts'
import { connectOne, type Outcome } from './servers-connect.ts'

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
        for (const server of wanted) done.push(await connectOne(one, api, server, keep))
        return done
      })
      one.output.result(outcomes, () => {
        if (outcomes.length === 0) one.output.say('cli_none')
      })
      if (outcomes.some(({ state }) => state === 'failed')) io.exitCode = 1
    })
}

/** Judged by its name; the daemon checks the content. */
const isBundle = (file: string): boolean => /\.(?:mcpb|dxt)$/i.test(file) && !isLink(file)

/** A link that adds a server, in the form a browser passes on. */
const isLink = (file: string): boolean => /^(?:satchel:\/\/|cursor:|vscode:|vscode-insiders:)/i.test(file)

const serversOf = async (
  api: Api,
  file: string | undefined,
  { io, output }: Session,
): Promise<readonly ImportedServer[]> => {
  if (file !== undefined) {
    const given = isLink(file)
      ? file
      : file === '-'
        ? await readText(io.stdin)
        : readNamedFile(file).bytes.toString('utf8')
    return api.servers.readConfig.mutate({ text: given })
  }
  const files = await api.servers.importable.query()
  for (const { path, servers, problem } of files)
    output.line(problem === null ? `${path}  ${String(servers.length)}` : `${path}  ${problem.message}`)
  return files.flatMap(({ servers }) => servers)
}
